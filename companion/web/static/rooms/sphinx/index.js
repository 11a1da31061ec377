// The sphinx: puts the court, the dice, the seal, the notes and the claim together for the shell.

import { el } from "../../draw/elements.js";
import { noun, t } from "../../shell/words.js";
import { showActs } from "./acts.js";
import { layForm, Suspense } from "./claim.js";
import { Court } from "./court.js";
import { Desk } from "./desk.js";
import { showDice, throwForm } from "./dice.js";
import { card } from "./faces.js";
import { Hood } from "./hood.js";
import { showNotes } from "./notes.js";
import { showSeal } from "./seal.js";
import { showSeats } from "./seats.js";
import { Swap, tapOn } from "./taps.js";
import { WholeWay } from "./whole_way.js";

/** The signs of the common sheet that this room draws. */
export const SIGNS = [];

/** Open the room in the places the shell gives it. */
export function open(places) {
  let latest = null;
  const swap = new Swap(() => latest && court.lay(latest.view, cellsOf(latest), latest.refusal?.cells ?? []));
  const whole = new WholeWay();
  const court = new Court((cell) => latest && tapOn(cell, latest, swap, whole));
  const dice = el("section", { class: "tray", "aria-label": t("sphinx_dice") });
  const seal = el("section", { class: "seal", "aria-label": t("sphinx_seal") });
  const suspense = new Suspense();
  const hood = new Hood();
  const desk = new Desk();
  places.board.append(court.node, el("div", { class: "tablets" }, dice, seal, desk.node));
  places.seats.before(hood.node);
  document.body.append(suspense.node);

  return {
    show(snapshot) {
      latest = snapshot;
      swap.keep(snapshot);
      whole.show(snapshot);
      court.show(snapshot);
      court.preview(null);
      showDice(dice, snapshot);
      showSeal(seal, snapshot);
      suspense.show(snapshot);
      hood.show(snapshot);
      desk.show(snapshot);
      showNotes(places.notes, snapshot);
    },
    gauge: (name, shows) => name === "hood" && hood.gauge(shows),
    headline,
    showSeats,
    answers(question) {
      if (question.topic === "throw") return throwForm(question);
      if (question.topic === "act")
        return showActs(question, latest, { swap, whole, preview: (end) => court.preview(end) });
      if (question.topic === "lay") return layForm(question);
      return null;
    },
    answerFace,
    highlight: (cells) => court.highlight(cells),
  };
}

function cellsOf(snapshot) {
  return snapshot.questions.flatMap((question) => question.cells);
}

/** What is drawn on a button: the card it is about, or the sphinx. */
function answerFace(question, choice) {
  const [kind, what] = choice.name.split(":");
  if (kind === "steal") return [card(what), choice.say];
  if (kind === "look") return [el("b", { class: "seat-name" }, what), noun(what)];
  return null;
}

function headline({ view }) {
  const player = view.seats[view.turn].name;
  if (view.phase === "over") return t("phase_over");
  if (view.phase === "setup") return t("phase_setup");
  if (view.claim) return t("sphinx_claims", { player: view.seats[view.claim.seat].name });
  if (view.dice === null) return t("sphinx_throws", { player });
  return t("turn_of", { player });
}
