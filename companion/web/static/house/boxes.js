// The five boxes, drawn by us: one small picture each, in the colours of the page.

import { draw } from "../dom.js";

const shape = (tag, props) => draw(tag, props);
const rect = (x, y, width, height, cls) => shape("rect", { x, y, width, height, rx: 1.5, class: cls });

const DRAWINGS = {
  wall: () => {
    const cards = [];
    for (let row = 0; row < 3; row += 1) {
      for (let column = 0; column < 5; column += 1) {
        const filled = (row * 5 + column * 3) % 4 !== 1;
        cards.push(rect(14 + column * 15, 26 + row * 19, 12, 16, filled ? "light" : "dim"));
      }
    }
    return [rect(8, 18, 84, 66, "stone"), ...cards, shape("path", { d: "M20 34q3-5 6 0t-6 0", class: "ink" })];
  },
  bowl: () => [
    shape("path", { d: "M14 46h72q-4 36-36 36T14 46Z", class: "stone" }),
    shape("circle", { cx: 36, cy: 40, r: 10, class: "red" }),
    shape("circle", { cx: 56, cy: 36, r: 12, class: "blue" }),
    shape("circle", { cx: 70, cy: 44, r: 7, class: "yellow" }),
    shape("path", { d: "M14 46h72", class: "edge" }),
  ],
  sphinx: () => [
    rect(12, 12, 76, 76, "stone"),
    shape("path", { d: "M20 20h60v60H28V32h44v40H40V44h22v18H50", class: "way" }),
    shape("circle", { cx: 50, cy: 56, r: 5, class: "light" }),
  ],
  dig: () => [
    shape("path", { d: "M50 14 88 32 50 50 12 32Z", class: "light" }),
    shape("path", { d: "M12 44 50 62 88 44v8L50 70 12 52Z", class: "stone" }),
    shape("path", { d: "M12 62 50 80 88 62v8L50 88 12 70Z", class: "dim" }),
    shape("path", { d: "M44 28l6-6 6 6-6 10Z", class: "gold" }),
  ],
  kheops: () => [
    shape("path", { d: "M50 12 90 84H10Z", class: "stone" }),
    shape("path", { d: "M50 12 63.3 36H36.7ZM36.7 36 50 60H23.3ZM63.3 36 76.7 60H50Z", class: "light" }),
    shape("path", { d: "M23.3 60h53.4M36.7 36h26.6", class: "edge" }),
  ],
};

/** The drawing of a box; a plain lid for a room nobody has drawn. */
export function boxOf(room) {
  const inside = DRAWINGS[room]?.() ?? [rect(14, 22, 72, 60, "stone"), rect(24, 34, 52, 8, "light")];
  return draw("svg", { viewBox: "0 0 100 100", class: "box", "aria-hidden": "true" }, ...inside);
}
