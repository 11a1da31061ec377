// What lies and stands on the pyramid, drawn: tiles with their openings and symbols, and pawns.

import { draw, el } from "../../draw/elements.js";
import { noun, t } from "../../shell/words.js";
import { EDGE, HEIGHT, openSides, sides } from "./outline.js";

const INSIDE = HEIGHT / 3;
/** Where the middle of each edge of an upright cell lies, seen from its middle. */
const EDGES = { L: [-EDGE / 4, -INSIDE / 2], R: [EDGE / 4, -INSIDE / 2], B: [0, INSIDE], T: [0, -INSIDE] };
const DOWN_EDGES = { R: [EDGE / 4, INSIDE / 2], L: [-EDGE / 4, INSIDE / 2], T: EDGES.T };

/** Each symbol in a box of 24 around its middle. */
const SYMBOLS = {
  rot_c: "M-8 3A8.5 8.5 0 1 1 -3.5 7.7M-8.6 7.4 -8.3 2.4 -3.4 3.6M-3 -3.6H3M-3 0H3",
  rot_r: "M-8 3A8.5 8.5 0 1 1 -3.5 7.7M-8.6 7.4 -8.3 2.4 -3.4 3.6M0 -4.6A3.6 3.6 0 1 1 -.1 -4.6Z",
  swap: "M-8.5 -3.5H7M3.5 -7.2 7.6 -3.5 3.5 .2M8.5 4.5H-7M-3.5 .8 -7.6 4.5 -3.5 8.2",
  move: "M-8.5 4C-6 -5 2 -7 7 -1.5M1.8 -1 7.4 -1 8 -6.4M-8.5 8H-3",
  forbid: "M0 -8.8A8.8 8.8 0 1 0 .1 -8.8ZM-6 -6 6 6",
  double: "M-8.5 -5.5 -1.5 5.5M-1.5 -5.5 -8.5 5.5M2.2 -3A3.2 3.2 0 1 1 7.6 -.8L2.2 5.5H8.6",
  ankh: "M0 1C-8 -4.5 -4.5 -10.5 0 -10.5S8 -4.5 0 1ZM0 1V10M-6.5 2.6H6.5",
  curse: "M-6.5 4V7.5H6.5V4C10 1 9.5 -9.5 0 -9.5S-10 1 -6.5 4ZM-3.6 -1.6V-1.2M3.6 -1.6V-1.2M-2.2 4V7.5M2.2 4V7.5",
};
const SARCOPHAGUS = "M-3.6 -11H3.6L7.2 -5.5 4.6 11H-4.6L-7.2 -5.5Z";
const PAWNS = {
  worker: "M-7.5 12C-7.5 4 -3.5 2.5 -3.2 -1A6.2 6.2 0 1 1 3.2 -1C3.5 2.5 7.5 4 7.5 12Z",
  mummy: "M-7 12V-3A7 8.5 0 0 1 7 -3V12Z",
  priest: "M-7.5 12 -4 -1 -5.5 -6 0 -14 5.5 -6 4 -1 7.5 12Z",
  pharaoh: "M-9 12 -6.5 0 -8 -3 -5 -12 0 -7.5 5 -12 8 -3 6.5 0 9 12Z",
};

/** A tile in its cell, around its middle: stone, passages to its openings, room, symbol. */
export function tile(cell, { kind, symbols, open }, pawned = false) {
  const up = cell[0] === "U";
  const places = up ? EDGES : DOWN_EDGES;
  const passages = open.map((side) => `M0 0L${places[side].join(" ")}`).join("");
  const scale = kind === "room" ? 1.2 : 1;
  const [aside, size] = pawned ? [[14, up ? 7 : -7], 0.78] : [[0, 0], scale];
  return draw(
    "g",
    { class: `tile ${kind}`, data: { kind } },
    draw("path", { class: "stone", d: triangle(up) }),
    draw("path", { class: "passage", d: passages }),
    kind === "room" ? draw("circle", { class: "chamber", r: 19 }) : draw("circle", { class: "crossing", r: 8 }),
    ...symbols.map((symbol) => mark(symbol, aside, size)),
  );
}

export function triangle(up, inset = 1.6) {
  const low = INSIDE - inset;
  const half = EDGE / 2 - inset * Math.sqrt(3);
  const tip = 2 * INSIDE - 2 * inset;
  const flip = up ? 1 : -1;
  return `M${-half} ${low * flip}H${half}L0 ${-tip * flip}Z`;
}

/** A symbol on its own little ground, so that it is plain on any stone. */
export function mark(symbol, [x, y] = [0, 0], scale = 1) {
  const [what, colour, rank] = symbol.split("_");
  const shape =
    what === "sarcophagus" ? sarcophagus(rank) : [draw("path", { class: "lines", d: SYMBOLS[symbol] ?? "" })];
  return draw(
    "g",
    {
      class: "mark-on-tile",
      transform: `translate(${x} ${y}) scale(${scale})`,
      data: what === "sarcophagus" ? { symbol: what, sarcophagus: colour } : { symbol },
    },
    draw("circle", { class: "ground", r: 13 }),
    ...shape,
  );
}

function sarcophagus(rank) {
  const face = rank === "king" ? "M-3 -5.5H3M0 -2.5V7" : "M-3 -5.5H3M-2.5 -2.5V6M2.5 -2.5V6";
  return [draw("path", { class: "body", d: SARCOPHAGUS }), draw("path", { class: "lines", d: face })];
}

/** A pawn by colour and kind. */
export function pawn({ colour, kind }, [x, y] = [0, 0], scale = 1.15) {
  const bands = kind === "mummy" ? draw("path", { class: "bands", d: "M-7 -4 7 -1M-7 1 7 4M-7 6.5 7 9.5" }) : null;
  return draw(
    "g",
    { class: "kheops-pawn", transform: `translate(${x} ${y}) scale(${scale})`, data: { colour, kind } },
    draw("ellipse", { class: "shade", cx: 2, cy: 12, rx: 9, ry: 3.2 }),
    draw("path", { class: "figure", d: PAWNS[kind] ?? PAWNS.worker }),
    bands,
    kind === "worker" || kind === "mummy" ? null : draw("text", { y: 9.5 }, kind === "pharaoh" ? "Ph" : "P"),
  );
}

/** Where a pawn stands on a tile: in the wide part, beside the symbol if there is one. */
export function footing(cell, symbols) {
  const flip = cell[0] === "U" ? 1 : -1;
  return symbols.length ? [-13, 4 * flip] : [0, 0];
}

/** A tile by itself, for a button: as it would lie in a cell. */
export function tilePicture(cell, { kind, openings, symbols }, turn = 0) {
  const up = cell[0] === "U";
  const low = up ? [-2 * INSIDE, INSIDE] : [-INSIDE, 2 * INSIDE];
  const box = `${-EDGE / 2} ${low[0]} ${EDGE} ${low[1] - low[0]}`;
  const shown = { kind, symbols, open: openSides(cell, openings, turn) };
  return draw("svg", { class: "tile-picture", viewBox: box, "aria-hidden": "true" }, tile(cell, shown));
}

/** A pawn by itself. */
export function pawnPicture(colour, kind) {
  return draw(
    "svg",
    { class: "pawn-picture", viewBox: "-14 -17 28 34", "aria-hidden": "true" },
    pawn({ colour, kind }),
  );
}

/** Explanations of a picture may read alike: what would be seen is drawn beside the words. */
export function answerFace(question, { say, shows = {} }) {
  const drawn = Object.entries(shows)
    .map(([cell, label]) => seen(cell, label))
    .filter(Boolean);
  return drawn.length ? [el("span", { class: "drawn", "aria-hidden": "true" }, ...drawn), say] : null;
}

/** A tile in its turn, or a pawn; nothing for what is bare. */
function seen(cell, label) {
  const [face, turn] = label.split("@");
  if (turn !== undefined) return tilePicture(cell, readFace(face), Number(turn));
  const [colour, kind] = label.split("-");
  return cell.endsWith(":pawn") && kind ? pawnPicture(colour, kind) : null;
}

/** "room, openings: 2, ankh" */
export function faceText({ kind, openings, symbols }) {
  const marks = symbols.map((symbol) => t(`symbol_${symbol}`)).join(", ");
  return [t("kheops_face", { kind: noun(kind), openings }), marks].filter(Boolean).join(", ");
}

export function sidesText(open, cell) {
  const order = sides(cell).filter((side) => open.includes(side));
  return order.map((side) => t(`side_${side}`)).join(", ");
}

export function pawnText({ colour, kind }) {
  return t("kheops_pawn_of", { colour, kind });
}

/** A face name like room-2-ankh as {kind, openings, symbols}. */
export function readFace(face) {
  const [kind, openings, symbols] = face.split("-");
  return { face, kind, openings: Number(openings), symbols: symbols ? symbols.split("+") : [] };
}

export function looksAlike({ openings }) {
  return openings === 3;
}

/** A button with a drawing on it and its words for those who cannot see it. */
export function pictureButton(picture, label, act, extra = {}) {
  const { class: name = "", small = null, ...more } = extra;
  return el(
    "button",
    { type: "button", class: `pick ${name}`.trim(), "aria-label": label, title: label, on: { click: act }, ...more },
    picture,
    small === null ? null : el("small", {}, small),
  );
}
