// The box of this room on the lobby's table.

import { shape } from "../../draw/shapes.js";

export function box() {
  return [
    shape("path", { d: "M50 12 90 84H10Z", class: "stone" }),
    shape("path", { d: "M50 12 63.3 36H36.7ZM36.7 36 50 60H23.3ZM63.3 36 76.7 60H50Z", class: "light" }),
    shape("path", { d: "M23.3 60h53.4M36.7 36h26.6", class: "edge" }),
  ];
}
