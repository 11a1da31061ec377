// The forty pins of the Pi, with the pins of one part marked.

import { draw, el } from "../../draw/elements.js";

const STEP = 16;
const COLUMN = 58;

const kind = (name) => {
  if (name === "GND") return "ground";
  return /V/.test(name) ? "power" : "pin";
};

/** The connector seen from above, pin 1 at the top left; *places* maps a pin to its use. */
export function header(pins, places, label) {
  const marked = new Map(places);
  const dots = pins.map(([place, name]) => {
    const left = place % 2 === 1;
    const x = left ? COLUMN + 8 : COLUMN + 28;
    const y = 12 + Math.floor((place - 1) / 2) * STEP;
    const here = marked.has(place);
    return draw(
      "g",
      { class: `${kind(name)}${here ? " here" : ""}` },
      draw("circle", { cx: x, cy: y, r: here ? 7 : 4.5 }),
      draw("text", { x: left ? x - 12 : x + 12, y: y + 3.5, "text-anchor": left ? "end" : "start" }, name),
    );
  });
  const box = `0 0 ${2 * COLUMN + 36} ${20 * STEP + 8}`;
  const picture = draw("svg", { viewBox: box, role: "img", "aria-label": label, class: "header" }, ...dots);
  return el("figure", { class: "pins" }, picture, el("figcaption", {}, label));
}
