// By hand: what a lift uncovered, by its number or by its picture; and what a past move really was.

import { el } from "../../draw/elements.js";
import { post } from "../../shell/acts.js";
import { each, several } from "../../shell/corrections.js";
import { ask, close } from "../../shell/dialog.js";
import { begun } from "../../table/moment.js";
import { noun, t } from "../../shell/words.js";
import { cardFace, kindOf, printed } from "./faces.js";

/** Ask what came to light in a cell; *act* gets {value} or {card}. All cards of the layer are
 * offered, even those dug already: remembering is for the players. */
export function askLift(cell, layer, view, act, ...more) {
  const values = view.numbers.map((value) => ({ which: String(value), found: { value } }));
  const cards = view.layers[layer - 1].cards.map(({ label }) => ({ which: label, found: { card: label } }));
  const pick = ({ found }) => {
    close();
    act(found);
  };
  const other = otherNumber((value) => pick({ found: { value } }));
  ask(t("dig_uncovered", { cell }), ...pad(values, cards, view, pick, other), ...more);
}

/** Numbers and pictures to pick one of. */
function pad(values, cards, view, pick, ...more) {
  const faces = new Map(
    view.layers.flatMap(({ cards: kinds, colour }) => kinds.map((kind) => [kind.label, { ...kind, colour }])),
  );
  return [
    el("p", { class: "hint" }, t("dig_pad_number")),
    el("div", { class: "choices pad" }, ...values.map((choice) => digit(Number(choice.which), () => pick(choice)))),
    ...more,
    el("p", { class: "hint" }, t("dig_pad_picture")),
    el(
      "div",
      { class: "choices pictures" },
      ...cards.map((choice) => face(faces.get(choice.which), () => pick(choice))),
    ),
  ];
}

/** A number that our list does not have. */
function otherNumber(act) {
  const field = el("input", { type: "number", min: -99, max: 99, step: 1, required: true, name: "value" });
  const say = (event) => {
    event.preventDefault();
    act(Number(field.value));
  };
  return el(
    "form",
    { class: "other", on: { submit: say } },
    el("label", {}, t("dig_other_number"), " ", field),
    el("button", { class: "answer less" }, t("dig_other_number_go")),
  );
}

function digit(value, act) {
  return el(
    "button",
    { class: "answer digit", type: "button", data: { value, kind: kindOf(value) }, on: { click: act } },
    printed(value),
  );
}

function face({ label, card, value, colour }, act) {
  const name = `${noun(card)} ${printed(value)}`;
  return el(
    "button",
    { class: "answer face-of", type: "button", data: { card: label }, "aria-label": name, on: { click: act } },
    cardFace(card, value, colour),
    el("small", {}, noun(card)),
  );
}

/** What else may have happened in a cell: no lift at all. */
export function noLift(cell, freed) {
  const say = (text, move) =>
    el(
      "button",
      {
        class: "answer less",
        type: "button",
        data: { instead: move.why ?? move.type },
        on: { click: () => send(move) },
      },
      t(text, { cell }),
    );
  const stuck = say("dig_stuck", { type: "PutBack", cell, why: "stuck" });
  const moved = say("dig_disturbed", { type: "PutBack", cell, why: "disturbed" });
  const off = freed ? [say("dig_lid_off", { type: "TakeOffBarricade", cell })] : [];
  return el(
    "details",
    { class: "no-lift", open: freed },
    el("summary", {}, t("dig_no_lift")),
    el("div", { class: "choices" }, ...off, stuck, moved),
  );
}

function send(move) {
  close();
  post("/move", { move, base: begun() });
}

/** Another card may have come to light; a barricade may lie elsewhere, somebody else lay the bottom layer. */
export function corrections({ value, card, cell, seat }, { move, view, put }) {
  const lift = (choices) => ask(t("dig_uncovered", { cell: move.values.cell }), ...pad(value, choices, view, put));
  return [
    ...several(card, t("dig_another_card"), lift),
    ...several(cell, t("dig_another_cell"), (choices) => pickCell(choices, view.tray, put)),
    ...each(seat, put, (choice) => [t("dig_another_bottom", { player: view.seats[Number(choice.which)].name })]),
  ];
}

/** The tray as a pad; cells it cannot have been are dark. */
function pickCell(choices, tray, put) {
  const known = new Map(choices.map((choice) => [choice.which, choice]));
  const picks = tray.cells.map(({ id }) =>
    el(
      "button",
      { class: "pick", type: "button", disabled: !known.has(id), on: { click: () => put(known.get(id)) } },
      id,
    ),
  );
  const grid = el("div", { class: "choices sixteen" }, ...picks);
  grid.style.setProperty("--columns", tray.columns);
  ask(t("dig_which_cell"), grid);
}
