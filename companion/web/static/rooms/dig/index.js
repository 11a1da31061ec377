// The dig: puts the tray, the pot, the bank, the layers and the STOP together for the shell.

import { draw, el, sign } from "../../draw/elements.js";
import { reply } from "../../shell/answers.js";
import { ask, close } from "../../shell/dialog.js";
import { mayAnswer, mayMove } from "../../table/may.js";
import { base, begun } from "../../table/moment.js";
import { t } from "../../shell/words.js";
import { showBench } from "./bench.js";
import { coins } from "./coins.js";
import { lid } from "./faces.js";
import { showLayers } from "./layers.js";
import { showLaying } from "./laying.js";
import { showSeats } from "./seats.js";
import { Stop } from "./stop.js";
import { Tray } from "./tray.js";

/** The questions a tap on a cell may answer. */
const TAPPED = ["dig", "end"];

/** The signs of the common sheet that this room draws. */
export const SIGNS = ["scarab"];

/** Open the room in the places the shell gives it. */
export function open(places) {
  const tray = new Tray(tapped, (cell) => Boolean(doable(cell.id)));
  const laying = el("section", { class: "laying" });
  const bench = el("div", { class: "bench" });
  const layers = el("div", { class: "about-layers" });
  const stop = new Stop();
  places.board.append(
    stop.again,
    el("div", { class: "site" }, tray.node, el("div", { class: "beside" }, laying, bench, layers)),
  );
  let latest = null;

  /** The question a tap on a cell answers now, if any does. */
  function doable(cell) {
    const question = latest?.questions.find((one) => TAPPED.includes(one.topic) && mayAnswer(one));
    return question?.cells.includes(cell) ? question : null;
  }

  function tapped(cell) {
    const question = doable(cell);
    if (!question) return;
    const point = (fields = {}, since = begun()) => reply(question, { points: [cell], fields }, { since });
    const at = latest.view.tray.cells.find((one) => one.id === cell);
    if (question.topic === "end") return barricade(at, point);
    const freed = at.barricade !== null;
    askFor(cell, at.layer - 1, point, freed);
  }

  /** The pad of numbers and pictures comes with the first lift. */
  async function askFor(cell, layer, point, freed) {
    const { askLift, noLift } = await import("./pad.js");
    askLift(cell, layer, latest.view, point, ...(mayMove() ? [noLift(cell, freed)] : []));
  }

  return {
    show(snapshot, here) {
      latest = snapshot;
      tray.show(snapshot, hint(snapshot));
      showLaying(laying, snapshot);
      showBench(bench, snapshot);
      showLayers(layers, snapshot);
      stop.show(snapshot, here);
    },
    headline,
    showSeats,
    resultFoot: (seat) => (seat.out ? el("p", { class: "is-out" }, t("dig_out")) : coins(seat.purse)),
    answerFace,
    pace: onlyButtons,
    highlight: (cells) => tray.highlight(cells),
    corrections: async (...given) => (await import("./pad.js")).corrections(...given),
  };
}

/** Where a barricade goes is tapped in the tray; it needs no button for each cell. */
function onlyButtons(question) {
  if (question.topic !== "end") return {};
  return { options: question.options.filter((choice) => !choice.name.startsWith("barricade:")) };
}

/** A barricade where nothing is left to dig is legal, but worth a warning. */
function barricade(cell, point) {
  if (!cell.exhausted) return point({}, base());
  const go = () => {
    close();
    point();
  };
  ask(
    t("dig_pointless", { cell: cell.id }),
    el(
      "div",
      { class: "choices" },
      el("button", { class: "answer", type: "button", on: { click: go } }, t("dig_all_the_same")),
      el("button", { class: "answer less", type: "button", on: { click: close } }, t("dig_another_place")),
    ),
  );
}

/** What a tap on a cell does now. */
function hint({ view, questions, seeing }) {
  const question = questions.find((one) => TAPPED.includes(one.topic));
  if (!question || !mayAnswer(question) || !question.cells.length) return "";
  if (view.phase === "end") return t("dig_tap_barricade");
  return t(seeing.state === "watching" ? "dig_tap_missed" : "dig_tap_lift");
}

const ENDED = {
  uncovered: "dig_over_uncovered",
  skips: "dig_over_skips",
  last_player: "dig_over_last_player",
  agreed: "dig_over_agreed",
  mask: "dig_over_mask",
  counted: "dig_over_counted",
};

function headline({ view }) {
  const { phase, laying, seats, hazard } = view;
  const player = seats[view.turn].name;
  if (phase === "over") return t(ENDED[view.over]);
  if (phase === "setup") return t("phase_setup");
  if (phase === "laying") {
    const layer = laying.checked.length + 1;
    return t("dig_lays", { player: seats[laying.by[layer - 1]].name, layer });
  }
  if (phase === "turning")
    return t("dig_turns", { player: seats[(laying.first_digger + laying.turned) % seats.length].name });
  if (phase === "frame") return t("dig_frame");
  if (hazard) return t("dig_stop_turn", { player });
  return t(phase === "end" ? "dig_turn_ended" : "dig_digs", { player });
}

const ICONS = {
  stop: () => icon("M32 6h36l26 26v36L68 94H32L6 68V32ZM34 34h32v32H34Z"),
  skip: () => icon("M10 18 46 50 10 82ZM50 18 86 50 50 82Z"),
  scarab: () => el("span", { class: "icon scarab there" }, sign("scarab")),
  no_barricade: () => draw("svg", { class: "icon small-lid", viewBox: "0 0 100 100", "aria-hidden": "true" }, lid()),
};

function icon(d) {
  return draw(
    "svg",
    { class: "icon", viewBox: "0 0 100 100", "aria-hidden": "true" },
    draw("path", { d, "fill-rule": "evenodd" }),
  );
}

/** What is drawn on the button of an answer. */
function answerFace(question, choice) {
  const drawn = ICONS[choice.name];
  return drawn && TAPPED.includes(question.topic) ? [drawn(), el("span", { class: "says" }, choice.say)] : null;
}
