// By hand: a card or a curse that our list does not have, said animal by animal.

import { el } from "../../draw/elements.js";
import { post } from "../../shell/acts.js";
import { ask, close } from "../../shell/dialog.js";
import { foresee } from "../../shell/foresee.js";
import { begun } from "../../table/moment.js";
import { noun, t } from "../../shell/words.js";
import { faceText } from "./faces.js";
import { face } from "./hand.js";

const JOINED = "+";

/** Ask what a card shows which is not on the list. */
export function askCard(slot, { view }) {
  const [width, height] = view.wall.block;
  const labels = view.animals.flatMap((animal) => [`${animal}_L`, `${animal}_R`]);
  askFaces(t("other_card_shows", { slot: slot + 1 }), labels, width * height, (card) => {
    const [move, since] = [{ type: "InsertCard", slot, card }, begun()];
    foresee({ move, base: since }, () => post("/move", { move, base: since }));
  });
}

/** The same for a curse card: three animals, in any order. */
export function askCurse({ view }) {
  askFaces(t("other_curse_shows"), view.animals, 3, (card) => {
    const [move, since] = [{ type: "TurnCurse", card }, begun()];
    post("/move", { move, base: since });
  });
}

/** Ask for *count* labels, one after the other; *act* gets them joined. */
function askFaces(heading, labels, count, act, found = []) {
  if (found.length === count) {
    close();
    act(found.join(JOINED));
    return;
  }
  const one = (label) =>
    el(
      "button",
      {
        class: "card one",
        type: "button",
        "aria-label": label.includes("_") ? faceText(label) : noun(label),
        data: { face: label },
        on: { click: () => askFaces(heading, labels, count, act, [...found, label]) },
      },
      face(label),
    );
  const place = t("other_card_place", { number: found.length + 1, count });
  ask(
    heading,
    el("p", { class: "hint" }, ...found.map((label) => face(label)), place),
    el("div", { class: "cards ones" }, ...labels.map(one)),
  );
}
