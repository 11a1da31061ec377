// By hand: choose the card that went into a slot, when the camera did not see it or was wrong.

import { el, hasSign, sign } from "../../draw/elements.js";
import { post } from "../../shell/acts.js";
import { several } from "../../shell/corrections.js";
import { ask, close } from "../../shell/dialog.js";
import { begun } from "../../table/moment.js";
import { noun, t } from "../../words.js";
import { faceText, splitFace } from "./faces.js";

/** Ask which card went into a slot, and say so. */
export function insertByHand(slot, { view }) {
  pickCard(t("which_card", { slot: slot + 1 }), view.wall.cards_left, view.animals, (card) => {
    close();
    post("/move", { move: { type: "InsertCard", slot, card: card.id }, base: begun() });
  });
}

/** A past card may have been another one, or have gone into another slot. */
export function corrections({ card, slot }, { move, view, put }) {
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

/** All cards left, to be narrowed down by the animals on them. */
function pickCard(heading, cards, animals, act) {
  const wanted = new Set();
  const shown = el("div", { class: "cards" });
  const filters = animals.map((animal) =>
    el(
      "button",
      {
        class: "pick filter",
        type: "button",
        "aria-pressed": "false",
        "aria-label": noun(animal),
        data: { animal },
        on: {
          click: (event) => {
            if (!wanted.delete(animal)) wanted.add(animal);
            event.currentTarget.setAttribute("aria-pressed", String(wanted.has(animal)));
            fill();
          },
        },
      },
      hasSign(animal) ? sign(animal) : noun(animal),
    ),
  );
  function fill() {
    const fits = cards.filter((card) =>
      [...wanted].every((animal) => facesOf(card).some((label) => splitFace(label)[0] === animal)),
    );
    shown.replaceChildren(...fits.map((card) => cardButton(card, () => act(card))));
  }
  fill();
  ask(heading, el("div", { class: "filters" }, ...filters), shown);
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

function face(label) {
  const [animal, gaze] = splitFace(label);
  return el("span", { class: "face", data: { animal, gaze } }, hasSign(animal) ? sign(animal) : animal.slice(0, 3));
}
