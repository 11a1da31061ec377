// By hand: what a lift uncovered, by its number or by its picture; and what a past move really was.

import { post } from "../../shell/acts.js";
import { ask, close } from "../../shell/dialog.js";
import { el } from "../../draw/elements.js";
import { begun } from "../../table/moment.js";
import { noun, t } from "../../words.js";
import { cardFace, kindOf, printed } from "./faces.js";

/** Ask what came to light in a cell; *act* gets {value} or {card}. All cards of the layer are
 * offered, also those dug already: remembering is for the players. */
export function askLift(cell, layer, view, act, ...more) {
  const pick = (told) => {
    close();
    act(told);
  };
  const numbers = view.numbers.map((value) =>
    el("button", { class: "answer digit", type: "button", data: { value, kind: kindOf(value) }, on: { click: () => pick({ value }) } }, printed(value)),
  );
  const below = view.layers[layer - 1];
  const pictures = below.cards.map(({ label, card, value }) =>
    el(
      "button",
      { class: "answer face-of", type: "button", data: { card: label }, "aria-label": `${noun(card)} ${printed(value)}`, on: { click: () => pick({ card: label }) } },
      cardFace(card, value, below.colour),
      el("small", {}, noun(card)),
    ),
  );
  ask(
    t("dig_uncovered", { cell }),
    el("p", { class: "hint" }, t("dig_pad_number")),
    el("div", { class: "choices pad" }, ...numbers),
    el("p", { class: "hint" }, t("dig_pad_picture")),
    el("div", { class: "choices pictures" }, ...pictures),
    ...more,
  );
}

/** What else may have happened in a cell: no lift at all. */
export function noLift(cell, freed) {
  const say = (text, move) =>
    el("button", { class: "answer less", type: "button", data: { instead: move.why ?? move.type }, on: { click: () => told(move) } }, t(text, { cell }));
  const stuck = say("dig_stuck", { type: "PutBack", cell, why: "stuck" });
  const moved = say("dig_disturbed", { type: "PutBack", cell, why: "disturbed" });
  const off = freed ? [say("dig_lid_off", { type: "TakeOffBarricade", cell })] : [];
  return el("details", { class: "no-lift", open: freed }, el("summary", {}, t("dig_no_lift")), el("div", { class: "choices" }, ...off, stuck, moved));
}

function told(move) {
  close();
  post("/move", { move, base: begun() });
}

/** Buttons for what a move may have been instead; nothing where taking it back says enough. */
export function putRight(move, { view, moves }, put) {
  if (move.kind === "Lift") {
    const { cell } = move.values;
    const layer = layerThen(move, view, moves);
    return [another("dig_another_card", () => askLift(cell, layer, view, (found) => put({ type: "Lift", cell, ...found })))];
  }
  if (move.kind === "PlayBarricade") return [another("dig_another_cell", () => cells(move, view, put))];
  if (move.kind === "NameBottom") {
    const others = view.seats.map(({ name }, seat) => ({ name, seat })).filter(({ name }) => name !== move.values.player);
    return others.map(({ name, seat }) => button(t("dig_another_bottom", { player: name }), () => put({ type: "NameBottom", seat })));
  }
  return [];
}

/** The layer a past lift uncovered: one higher for every later lift in the same cell. */
function layerThen(move, view, moves) {
  const { layer, id } = view.tray.cells.find((one) => one.id === move.values.cell);
  const later = moves.filter((one) => one.kind === "Lift" && one.values.cell === id && one.number > move.number);
  return (layer ?? 1) + later.length;
}

function cells(move, view, put) {
  const picks = view.tray.cells.map(({ id, barricade }) =>
    el("button", { class: "pick", type: "button", disabled: Boolean(barricade), on: { click: () => put({ type: "PlayBarricade", cell: id }) } }, id),
  );
  const grid = el("div", { class: "choices sixteen" }, ...picks);
  grid.style.setProperty("--columns", view.tray.columns);
  ask(t("dig_which_cell"), grid);
}

function another(key, act) {
  return button(t(key), act);
}

function button(text, act) {
  return el("button", { class: "answer", type: "button", on: { click: act } }, text);
}
