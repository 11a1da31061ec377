// The box of this room on the lobby's table.

import { rect, shape } from "../../draw/shapes.js";

export function box() {
  return [
    rect(12, 12, 76, 76, "stone"),
    shape("path", { d: "M20 20h60v60H28V32h44v40H40V44h22v18H50", class: "way" }),
    shape("circle", { cx: 50, cy: 56, r: 5, class: "light" }),
  ];
}
