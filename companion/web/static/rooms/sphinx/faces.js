// Cards, dice, pawns and sphinxes of this room, drawn here and nowhere else.

import { classes, draw, el } from "../../draw/elements.js";
import { initial, noun, t } from "../../shell/words.js";

export const SNAKE = "S";

const OURS = ["red", "blue", "yellow", "green", "purple", "orange"];

/** A colour of the owner's own box is painted by its name, where that is the name of a colour. */
export function tinted(node, colour) {
  if (!OURS.includes(colour) && CSS.supports("color", colour)) node.style.setProperty("--card", colour);
  return node;
}

/** A sphinx card as a chip; *why* says what becomes of it. */
export function card(colour, why = "") {
  const label = why ? `${noun(colour)}: ${why}` : noun(colour);
  return tinted(
    el(
      "span",
      { class: `card-chip ${why}`.trim(), data: { card: colour }, role: "img", "aria-label": label, title: label },
      initial(colour),
    ),
    colour,
  );
}

const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };
const COIL = "M27 72c14 12 46 8 46-9 0-19-42-11-42-29 0-15 25-18 38-8M69 26l10-6M69 26l11 4";

/** One face of a die: pips, a number where there are no pips for it, or the snake. */
export function die(face, spent = false) {
  const snake = String(face) === SNAKE;
  return draw(
    "svg",
    {
      class: classes("die", snake && "snake", spent && "spent"),
      viewBox: "0 0 100 100",
      role: "img",
      "aria-label": dieName(face),
    },
    draw("rect", { class: "cube", x: 4, y: 4, width: 92, height: 92, rx: 18 }),
    ...(snake ? [draw("path", { class: "coil", d: COIL })] : pipsOf(face)),
  );
}

function pipsOf(face) {
  if (!PIPS[face]) return [draw("text", { class: "number", x: 50, y: 66 }, String(face))];
  return PIPS[face].map((n) =>
    draw("circle", { class: "pip", cx: 24 + 26 * (n % 3), cy: 24 + 26 * Math.floor(n / 3), r: 9 }),
  );
}

export function dieName(face) {
  return String(face) === SNAKE ? t("sphinx_snake") : String(face);
}

/** A crouching sphinx around the origin, sixty high; all six look alike. */
export function sphinxFigure() {
  return draw(
    "g",
    { class: "sphinx-figure", "aria-hidden": "true" },
    draw("path", { class: "plinth", d: "M-34 20h68v12h-68z" }),
    draw("path", { class: "beast", d: "M-32 20c0-18 10-24 24-24l4-6h18l6 12 4 18h-12l-3-8-4 8z" }),
    draw("path", { class: "head", d: "M-3-8c-2-14 4-22 13-22s15 8 13 22l-5 8H2z" }),
    draw("path", { class: "cloth", d: "M-1-22 -6-2h8l2-16M21-22l5 20h-8l-2-16" }),
    draw("circle", { class: "eye", cx: 6, cy: -16, r: 1.8 }),
    draw("circle", { class: "eye", cx: 14, cy: -16, r: 1.8 }),
  );
}

/** The bandaged head of a mummy square, around the origin. */
export function mummyHead() {
  return draw(
    "g",
    { class: "bandages", "aria-hidden": "true" },
    draw("ellipse", { class: "face", rx: 19, ry: 25 }),
    draw("path", { class: "wrap", d: "M-16-13 15-17M-19 3l37-5M-18 9l36-6M-14 17l29-4M-8 23l18-3" }),
    draw("path", { class: "gaze", d: "M-11-7h6M5-9h6" }),
  );
}
