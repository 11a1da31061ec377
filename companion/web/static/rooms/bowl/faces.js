// Tiles and boulders as they are drawn on the board, on buttons and in the trap.

import { draw, el } from "../../draw/elements.js";
import { initial, noun } from "../../shell/words.js";

export const DOWN = "down";

/** The colour and the mummies of a tile's face: "red_2". */
export function splitTile(label) {
  const [colour, symbols] = label.split("_");
  return { colour, symbols: Number(symbols ?? 0) };
}

/** A bandaged head, around the origin, nine high. */
export function head(props = {}) {
  return draw(
    "g",
    { class: "bandaged", ...props },
    draw("ellipse", { rx: 3.4, ry: 4.4 }),
    draw("path", { class: "band", d: "M-3 -2.4 3 -3M-3.3 1.6 3.2 .9M-2.2 3.2 2.6 2.7" }),
    draw("path", { class: "gaze", d: "M-1.9 -.9h1.2M.7 -1.1h1.2" }),
  );
}

/** A tile, thirty wide around the origin. */
export function tileFace(label, kind) {
  const back = draw("rect", {
    class: "tile",
    x: -15,
    y: -15,
    width: 30,
    height: 30,
    rx: 3,
    data: { boulder: label, kind },
  });
  if (label === DOWN) return [back, draw("path", { class: "back", d: "M-9 7 0 -8 9 7ZM-4.5 7 0 -.5 4.5 7" })];
  const { colour, symbols } = splitTile(label);
  back.dataset.boulder = colour;
  const heads = Array.from({ length: symbols }, (_, n) =>
    head({ transform: `translate(${(n - (symbols - 1) / 2) * 8.6} -8.2)` }),
  );
  const letter = initial(colour);
  const [look, x] = letter.length > 1 ? ["letter long", -4.5] : ["letter", -8.5];
  return [back, draw("text", { class: look, x, y: symbols ? 7 : -3 }, letter), ...heads];
}

/** A tile as a picture of its own; without its letter where the colour is written beside it. */
export function tilePicture(label, { lettered = true } = {}) {
  const drawn = tileFace(label, "pyramid").filter((node) => lettered || node.tagName !== "text");
  return draw("svg", { class: "tile-picture", viewBox: "-16 -16 32 32", "aria-hidden": "true" }, ...drawn);
}

/** A boulder, drawn in proportion to the others. */
export function boulder(colour, there = true, share = 1) {
  const node = el("span", {
    class: there ? "boulder" : "boulder gone",
    data: { boulder: colour },
    "aria-hidden": "true",
  });
  node.style.setProperty("--share", String(share));
  return node;
}

/** What is drawn on the button of an answer: a tile that was flipped, a colour that is chosen. */
export function answerFace(question, choice) {
  const [kind, field, colour, symbols] = choice.name.split(":");
  if (kind === "flip") {
    const label = Number(symbols) ? `${colour}_${symbols}` : colour;
    return [tilePicture(label, { lettered: false }), el("small", {}, noun(colour))];
  }
  if (kind === "name") return [boulder(field), choice.say];
  return null;
}
