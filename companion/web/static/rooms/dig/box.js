// The box of this room on the lobby's table.

import { shape } from "../../draw/shapes.js";

export function box() {
  return [
    shape("path", { d: "M50 14 88 32 50 50 12 32Z", class: "light" }),
    shape("path", { d: "M12 44 50 62 88 44v8L50 70 12 52Z", class: "stone" }),
    shape("path", { d: "M12 62 50 80 88 62v8L50 88 12 70Z", class: "dim" }),
    shape("path", { d: "M44 28l6-6 6 6-6 10Z", class: "gold" }),
  ];
}
