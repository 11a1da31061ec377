// The boxes of the rooms, drawn by us: each room brings its own small picture.

import { draw, el } from "../draw/elements.js";
import { rect } from "../draw/shapes.js";
import { t } from "../shell/words.js";

const pictures = new Map();

/** Fetch the pictures of some rooms; a room nobody has drawn gets a plain lid. */
export async function loadBoxes(rooms) {
  await Promise.all(
    rooms.map(async (room) => {
      if (pictures.has(room)) return;
      pictures.set(
        room,
        await import(`../rooms/${room}/box.js`).then(
          ({ box }) => box,
          () => lid,
        ),
      );
    }),
  );
}

function lid() {
  return [rect(14, 22, 72, 60, "stone"), rect(24, 34, 52, 8, "light")];
}

/** The drawing of a box. */
export function boxOf(room) {
  const inside = (pictures.get(room) ?? lid)();
  return draw("svg", { viewBox: "0 0 100 100", class: "box", "aria-hidden": "true" }, ...inside);
}

/** An empty place: the boxes of the house, closed, and a sentence what will be here. */
export function nothingYet(text) {
  const boxes = el("div", { class: "row", "aria-hidden": "true" }, ...[...pictures.keys()].map(boxOf));
  const play = el("a", { class: "big", href: "/" }, t("nav_play"));
  return el("section", { class: "nothing" }, boxes, el("p", {}, text), el("p", {}, play));
}
