// The box of this room on the lobby's table.

import { rect, shape } from "../../draw/shapes.js";

export function box() {
  const cards = [];
  for (let row = 0; row < 3; row += 1) {
    for (let column = 0; column < 5; column += 1) {
      const filled = (row * 5 + column * 3) % 4 !== 1;
      cards.push(rect(14 + column * 15, 26 + row * 19, 12, 16, filled ? "light" : "dim"));
    }
  }
  return [rect(8, 18, 84, 66, "stone"), ...cards, shape("path", { d: "M20 34q3-5 6 0t-6 0", class: "ink" })];
}
