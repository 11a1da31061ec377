// The bowl: puts the way, the trap, the scale and the mummy's walk together for the shell.

import { el } from "../../draw/elements.js";
import { reply } from "../../shell/answers.js";
import { mayAnswer } from "../../table/may.js";
import { t } from "../../shell/words.js";
import { answerFace } from "./faces.js";
import { Overrule } from "./overrule.js";
import { Scale, answerDraw } from "./scale.js";
import { showSeats } from "./seats.js";
import { Taken } from "./taken.js";
import { Track } from "./track.js";
import { showTrap } from "./trap.js";
import { Walk } from "./walk.js";

/** The signs of the common sheet that this room draws. */
export const SIGNS = ["scarab"];

/** Open the room in the places the shell gives it. */
export function open(places) {
  const track = new Track(mayGo);
  const taken = new Taken();
  const walk = new Walk(track);
  const trap = el("section", { class: "trap", "aria-label": t("trap") });
  const scale = new Scale((names) => answerDraw(latest, names));
  const overrule = new Overrule(places.notes);
  places.board.append(track.node, walk.node, el("div", { class: "bench" }, trap, scale.node));
  let latest = null;

  /** What tapping a field answers while the figure may go there, or will once the boulder is out. */
  function mayGo(cell) {
    const question = latest.questions.find((one) => one.topic === "move");
    const choice = question?.options.find((one) => one.cells?.includes(cell));
    if (!choice || !mayAnswer(question)) return taken.at(cell);
    return { say: choice.say, act: () => reply(question, { option: choice.name }) };
  }

  return {
    show(snapshot, here) {
      const before = latest;
      latest = snapshot;
      taken.show(snapshot);
      track.show(snapshot);
      walk.show(snapshot, before);
      showTrap(trap, snapshot, scale);
      scale.show(snapshot);
      overrule.show(scale, here);
    },
    gauge(name, shows, here) {
      scale.gauge(name, shows);
      if (!latest) return;
      showTrap(trap, latest, scale);
      scale.show(latest);
      overrule.show(scale, here);
    },
    headline,
    showSeats,
    answers: (question) => (question.topic === "draw" ? taken.answers(question) : null),
    answerFace,
    highlight: (cells) => track.highlight(cells),
    corrections: async (...given) => (await import("./corrections.js")).corrections(...given),
  };
}

function headline({ view }) {
  const player = view.seats[view.turn].name;
  if (view.phase === "over") return t("phase_over");
  if (view.phase === "setup") return t("phase_setup");
  if (view.trap.voting) return t("bowl_votes");
  if (view.phase === "rebuild") return t(view.trap.then === "pass" ? "bowl_landslide" : "bowl_rebuild", { player });
  if (view.phase === "chamber" || view.chamber.visit !== null) return t("bowl_in_chamber", { player });
  return t("turn_of", { player });
}
