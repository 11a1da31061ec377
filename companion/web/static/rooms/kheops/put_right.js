// What a past move at the pyramid may really have been, as moves to put in its place.

import { ask } from "../../shell/dialog.js";
import { el } from "../../draw/elements.js";
import { noun, t } from "../../words.js";
import { Shelf } from "./tiles.js";

const PAWNS = ["worker", "mummy", "priest", "pharaoh"];
const BUILT = ["BuildTile", "LayBaseTile"];

/** Buttons for what a move may have been instead; nothing where taking it back says enough. */
export function putRight(move, { view }, put) {
  if (move.kind === "SetPawn") return pawns(move, view, put);
  if (BUILT.includes(move.kind)) return tiles(move, view, put);
  if (move.kind === "TurnTile") return turns(move, put);
  return [];
}

function button(text, act, kind) {
  return el("button", { type: "button", class: "answer", data: { instead: kind }, on: { click: act } }, text);
}

function pawns({ values }, view, put) {
  const others = PAWNS.filter((kind) => kind !== values.kind && view.seats.some((seat) => kind in seat.reserve));
  const kinds = others.map((kind) => button(t("kheops_was_pawn", { kind: noun(kind) }), () => put({ type: "SetPawn", cell: values.cell, kind }), kind));
  const place = button(t("kheops_was_cell"), () => cells(view, values.cell, (cell) => put({ type: "SetPawn", cell, kind: values.kind })), "cell");
  return [...kinds, place];
}

function tiles({ kind, values }, view, put) {
  const face = faceOf(values.tile);
  const tile = button(t("kheops_was_tile"), () => pick(view, values, face, (other, turn) => put({ type: kind, cell: values.cell, face: other, turn })), "tile");
  const place = button(t("kheops_was_cell"), () => cells(view, values.cell, (cell) => put({ type: kind, cell, face, turn: values.turn })), "cell");
  return face ? [tile, place] : [];
}

/** The turn it was not told to have. */
function turns({ values }, put) {
  const others = [0, 1, 2].filter((turn) => turn !== values.turn);
  return others.map((turn) => button(t("kheops_was_turn", { turn }), () => put({ type: "TurnTile", cell: values.cell, turn }), `turn-${turn}`));
}

/** A tile as it is told, [[kind, openings, symbols]], as the name of its face. */
function faceOf(told) {
  if (!told?.length) return "";
  const [kind, openings, symbols] = told[0];
  return [kind, openings, symbols].filter((part) => part !== "").join("-");
}

function cells(view, own, act) {
  const names = view.cells.map((cell) => cell.id).filter((cell) => cell !== own);
  const one = (cell) => el("button", { type: "button", class: "pick", data: { cell }, on: { click: () => act(cell) } }, cell);
  ask(t("kheops_which_cell"), el("div", { class: "choices numbers" }, ...names.map(one)));
}

/** Another tile, or the same one turned otherwise. */
function pick(view, { cell, turn }, own, act) {
  const done = el("div", { class: "confirm" });
  const shelf = new Shelf((face, now) => {
    if (!face) return;
    shelf.turnIn(done, el("button", { type: "button", class: "answer main", on: { click: () => act(face.face, now) } }, t("kheops_so_it_lies")));
  });
  const known = view.cells.find((one) => one.id === cell)?.tile;
  const faces = [...view.faces_left];
  if (known && !faces.some((face) => face.face === own)) faces.unshift({ ...known, face: own, left: 1 });
  shelf.offer(faces, cell);
  const [first] = faces.filter((face) => face.face === own);
  if (first) {
    shelf.pick(first);
    for (let n = 0; n < turn; n += 1) shelf.rotate(1);
  }
  ask(t("kheops_which_tile_really", { cell }), done, shelf.node);
}
