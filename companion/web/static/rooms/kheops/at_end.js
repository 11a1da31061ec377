// Kheops at its end: one photograph of the pyramid, and the form for just what it does not show.

import { el } from "../../draw/elements.js";
import { ask } from "../../shell/dialog.js";
import { t } from "../../shell/words.js";
import { Photo } from "./photo.js";

export function countAtEnd(_snapshot, tell) {
  const door = el("div", {});
  const node = el("section", { class: "photo by-night" }, door);
  new Photo(node, door, (sheet) => tell(moveOf(sheet.cells)));
  ask(t("light_count"), el("div", { class: "at-end" }, el("p", {}, t("kheops_light_about")), node));
}

/** The tiles and pawns of a photograph, as the rules take them. */
export function moveOf(cells) {
  const laid = cells.filter(({ tile }) => tile);
  return {
    tiles: laid.map(({ id, tile }) => [id, tile.face, tile.turn]),
    pawns: laid.filter(({ pawn }) => pawn).map(({ id, pawn }) => [id, pawn.colour, pawn.kind]),
  };
}
