// What a past move at the pyramid may really have been, drawn.

import { el } from "../../draw/elements.js";
import { each, several } from "../../shell/corrections.js";
import { ask } from "../../shell/dialog.js";
import { noun, t } from "../../shell/words.js";
import { readFace } from "./faces.js";
import { Shelf } from "./tiles.js";

export function corrections({ pawn, tile, turn, cell }, { move, view, put }) {
  return [
    ...each(pawn, put, (choice) => [t("kheops_was_pawn", { kind: noun(choice.which) })]),
    ...several(tile, t("kheops_was_tile"), (choices) => pickTile(choices, move.values, view, put)),
    ...each(turn, put, (choice) => [t("kheops_was_turn", { turn: choice.which })]),
    ...several(cell, t("kheops_was_cell"), (choices) => pickCell(choices, put)),
  ];
}

function pickCell(choices, put) {
  const one = (choice) =>
    el(
      "button",
      { type: "button", class: "pick", data: { cell: choice.which }, on: { click: () => put(choice) } },
      choice.which,
    );
  ask(t("kheops_which_cell"), el("div", { class: "choices numbers" }, ...choices.map(one)));
}

/** Another tile, or the same one turned another way; what the rules refuse cannot be confirmed. */
function pickTile(choices, { cell, turn }, view, put) {
  const known = new Map(choices.map((choice) => [choice.which, choice]));
  const done = el("div", { class: "confirm" });
  const shelf = new Shelf((face, now) => face && shelf.turnIn(done, confirm(known.get(`${face.face}@${now}`), put)));
  const lies = view.cells.find((one) => one.id === cell)?.tile;
  shelf.offer(facesOf(choices, view), cell);
  if (lies) shelf.lay(lies.face, turn);
  ask(t("kheops_which_tile_really", { cell }), done, shelf.node);
}

function confirm(choice, put) {
  const go = () => put(choice);
  return el(
    "button",
    { type: "button", class: "answer main", disabled: !choice, on: { click: go } },
    t("kheops_so_it_lies"),
  );
}

/** The faces of the choices, each once, with how many are left of it. */
export function facesOf(choices, { faces_left: left }) {
  const names = [...new Set(choices.map((choice) => choice.which.split("@")[0]))];
  const counts = new Map(left.map((face) => [face.face, face.left]));
  return names.map((name) => ({ ...readFace(name), left: counts.get(name) ?? 1 }));
}
