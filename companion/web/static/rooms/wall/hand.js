// By hand: choose the card that went into a slot, when the camera did not see it or was wrong.

import { el, hasSign, sign } from "../../draw/elements.js";
import { post } from "../../shell/acts.js";
import { ask, close } from "../../shell/dialog.js";
import { foresee } from "../../shell/foresee.js";
import { begun } from "../../table/moment.js";
import { noun, t } from "../../shell/words.js";
import { faceText, splitFace } from "./faces.js";

/** Ask which card went into a slot, and say so. */
export function insertByHand(slot, { view }, ...more) {
  const act = (card) => {
    const [move, since] = [{ type: "InsertCard", slot, card: card.id }, begun()];
    close();
    foresee({ move, base: since }, () => post("/move", { move, base: since }));
  };
  pickCard(t("which_card", { slot: slot + 1 }), view.wall.cards_left, view.animals, act, ...more);
}

/** A past card may have been another one, or have gone into another slot. */
export async function corrections({ card, slot }, { move, view, put }) {
  const { several } = await import("../../shell/corrections.js");
  const cards = new Map(view.wall.cards_left.map((one) => [one.id, one]));
  const pick = (choices) =>
    pickCard(
      t("which_card", { slot: move.values.slot }),
      choices.map((choice) => ({ ...cards.get(choice.which), choice })),
      view.animals,
      (picked) => put(picked.choice),
    );
  return [
    ...several(card, t("it_was_another_card"), pick),
    ...several(slot, t("it_was_another_slot"), (choices) => pickSlot(choices, view.wall.slots, put)),
  ];
}

/** All slots in their order; those it cannot have been are dark. */
function pickSlot(choices, slots, put) {
  const known = new Map(choices.map((choice) => [choice.which, choice]));
  const buttons = Array.from({ length: slots }, (_, n) => {
    const choice = known.get(String(n + 1));
    return el(
      "button",
      { class: "pick", type: "button", disabled: !choice, on: { click: () => put(choice) } },
      String(n + 1),
    );
  });
  ask(t("which_slot"), el("div", { class: "choices numbers" }, ...buttons));
}

/**
 * All cards left in a grid: a row for the first animal of a card, a column for the second. A card
 * always has the same place, and one that is gone leaves a gap. One tap picks a card.
 */
function pickCard(heading, cards, animals, act, ...more) {
  ask(heading, cardGrid(cards, animals, act), ...more);
}

export function cardGrid(cards, animals, act) {
  const rows = animals.map((first) => pairRow(first, cards, animals, act));
  const head = animals.map((animal) => el("span", { class: "column-of", "aria-hidden": "true" }, picture(animal)));
  const grid = el("div", { class: "pairs" }, el("div", { class: "pair-row head" }, el("span"), ...head), ...rows);
  grid.style.setProperty("--animals", animals.length);
  return grid;
}

function pairRow(first, cards, animals, act) {
  const places = animals.map((second) => {
    const here = cards.filter((card) => shows(card, first, second));
    return el("div", { class: "pair" }, ...here.map((card) => cardButton(card, () => act(card))));
  });
  return el(
    "div",
    { class: "pair-row", role: "group", "aria-label": noun(first), data: { animal: first } },
    el("span", { class: "row-of", "aria-hidden": "true" }, picture(first)),
    ...places,
  );
}

/** Whether the first two faces of a card are these animals; a single face counts as both. */
function shows(card, first, second) {
  const [one, two = one] = facesOf(card).map((label) => splitFace(label)[0]);
  return one === first && two === second;
}

function picture(animal) {
  return hasSign(animal) ? sign(animal) : noun(animal);
}

function facesOf(card) {
  return card.cells.flat();
}

function cardButton(card, act) {
  const rows = [...card.cells].reverse().map((row) => el("span", { class: "card-row" }, ...row.map(face)));
  const label = facesOf(card).map(faceText).join(", ");
  return el(
    "button",
    { class: "card", type: "button", "aria-label": label, data: { card: card.id }, on: { click: act } },
    ...rows,
  );
}

/** An animal that looks somewhere, as on a card. */
export function face(label) {
  const [animal, gaze] = splitFace(label);
  return el("span", { class: "face", data: { animal, gaze } }, hasSign(animal) ? sign(animal) : animal.slice(0, 3));
}
