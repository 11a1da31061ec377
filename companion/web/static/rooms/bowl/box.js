// The box of this room on the lobby's table.

import { shape } from "../../draw/shapes.js";

export function box() {
  return [
    shape("path", { d: "M14 46h72q-4 36-36 36T14 46Z", class: "stone" }),
    shape("circle", { cx: 36, cy: 40, r: 10, class: "red" }),
    shape("circle", { cx: 56, cy: 36, r: 12, class: "blue" }),
    shape("circle", { cx: 70, cy: 44, r: 7, class: "yellow" }),
    shape("path", { d: "M14 46h72", class: "edge" }),
  ];
}
