// The bowl: puts the way, the trap, the scale and the mummy's walk together for the shell.

import { el } from "../dom.js";
import { mayAnswer } from "../may.js";
import { showResult } from "../people.js";
import { reply } from "../questions.js";
import { t } from "../words.js";
import { answerFace } from "./bowl_faces.js";
import { Overrule } from "./bowl_overrule.js";
import { putRight } from "./bowl_put_right.js";
import { Scale } from "./bowl_scale.js";
import { showSeats } from "./bowl_seats.js";
import { Track } from "./bowl_track.js";
import { showTrap } from "./bowl_trap.js";
import { Walk } from "./bowl_walk.js";

/** Open the room in the places the shell gives it. */
export function open(places) {
  const track = new Track(mayGo);
  const walk = new Walk(track);
  const trap = el("section", { class: "trap", "aria-label": t("trap") });
  const scale = new Scale(answerDraw);
  const overrule = new Overrule(places.notes);
  places.board.append(track.node, walk.node, el("div", { class: "bench" }, trap, scale.node));
  let latest = null;

  /** The answer a field of the way gives, tapped while the figure may go there. */
  function mayGo(cell) {
    const question = latest.questions.find((one) => one.id.startsWith("move-"));
    const ways = question?.options.filter((choice) => choice.name !== "stay") ?? [];
    const choice = ways[question?.cells.indexOf(cell)];
    if (!choice || !mayAnswer(question)) return null;
    return { say: choice.say, act: () => reply(question, { option: choice.name }) };
  }

  /** What the scale takes for possible, said by a tap: the answer of the open question. */
  function answerDraw(names) {
    const question = latest?.questions.find((one) => one.id.startsWith("draw-"));
    const choice = names.map((name) => question?.options.find((one) => one.name === name)).find(Boolean);
    return choice ? { say: choice.say, act: () => reply(question, { option: choice.name }) } : null;
  }

  return {
    show(snapshot) {
      const before = latest;
      latest = snapshot;
      track.show(snapshot);
      walk.show(snapshot, before);
      showTrap(trap, snapshot, scale);
      scale.show(snapshot);
      overrule.show(snapshot, scale, this);
      showSeats(places.seats, snapshot);
      showResult(places.result, snapshot);
    },
    gauge(name, shows) {
      scale.gauge(name, shows);
      if (!latest) return;
      showTrap(trap, latest, scale);
      scale.show(latest);
      overrule.show(latest, scale, this);
    },
    headline,
    answerFace,
    path: () => [],
    pace: () => ({}),
    point: () => {},
    highlight: (cells) => track.highlight(cells),
    known: () => ({}),
    fieldLabel: (field) => field.name,
    fieldFace: () => [],
    choiceFace: (field, choice) => [String(choice)],
    corrections: (move, put) => putRight(move, latest, put),
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
