// STOP: a hazard fills the view with red until it is settled, or somebody wants to see the tray.

import { draw, el } from "../../draw/elements.js";
import { once } from "../../draw/keep.js";
import { reply } from "../../shell/answers.js";
import { clauses } from "../../shell/clauses.js";
import { close } from "../../shell/dialog.js";
import { pawn } from "../../shell/people.js";
import { mayAnswer, mayChangePast } from "../../table/may.js";
import { noun, t } from "../../shell/words.js";
import { transfer } from "./bench.js";
import { lid, picture, printed } from "./faces.js";

/** Milliseconds to read what the last hazard cost before it gives way to the result. */
const READ = 6_000;

export class Stop {
  constructor() {
    this.seen = null;
    this.small = false;
    this.node = el("section", {
      class: "stop",
      role: "alertdialog",
      "aria-label": t("dig_stop"),
      tabindex: "-1",
      hidden: true,
    });
    this.node.addEventListener("keydown", (event) => event.key === "Escape" && this.shrink());
    this.again = el(
      "button",
      { class: "stop-again", type: "button", hidden: true, on: { click: () => this.grow() } },
      t("dig_stop"),
    );
    document.body.append(this.node);
  }

  show(snapshot, here) {
    const { view } = snapshot;
    const { hazard } = view;
    const key = hazard ? `${view.turns}-${hazard.seat}` : "";
    const first = this.seen === null;
    if (key !== this.seen) {
      this.small = first && view.phase === "over";
      if (hazard && !this.small) close();
      if (hazard && view.phase === "over") setTimeout(() => this.give(key), READ);
    }
    this.seen = key;
    this.snapshot = snapshot;
    if (hazard)
      once(this.node, [hazard, view.settled, snapshot.questions, snapshot.refusal, view.seats], () =>
        this.parts(snapshot, here),
      );
    this.set();
  }

  /** Show it large, as a reminder, or not at all. */
  set() {
    const there = Boolean(this.snapshot.view.hazard);
    const wide = there && !this.small;
    const opening = wide && this.node.hidden;
    this.node.hidden = !wide;
    this.again.hidden = !there || wide || this.snapshot.view.phase === "over";
    document.getElementById("head").inert = wide;
    document.querySelector("main").inert = wide;
    if (opening) (this.node.querySelector(".answer") ?? this.node).focus({ preventScroll: true });
  }

  /** The game is over and nobody has to answer: the result lies behind it, on a screen that nobody taps too. */
  give(key) {
    if (this.seen !== key) return;
    this.small = true;
    this.set();
  }

  shrink() {
    this.small = true;
    this.set();
    (document.querySelector(".cell.asked:enabled") ?? document.getElementById("questions")).focus();
  }

  grow() {
    this.small = false;
    this.set();
  }

  parts(snapshot, here) {
    const { view, refusal } = snapshot;
    const player = view.seats[view.hazard.seat];
    return [
      el("h2", {}, t("dig_stop")),
      found(view.hazard),
      el(
        "p",
        { class: "whose" },
        pawn(player),
        el("span", {}, t(view.hazard.out ? "dig_stop_out" : "dig_stop_of", { player: player.name })),
      ),
      el(
        "ul",
        { class: "costs" },
        ...view.settled.filter((one) => ["lost", "fine", "out"].includes(one.what)).map((one) => transfer(one, view)),
      ),
      view.hazard.out
        ? null
        : el("p", { class: "left" }, t("dig_purse_left", { player: player.name, silver: player.purse.silver_worth })),
      clauses(view.hazard.because),
      refusal ? el("p", { class: "put-back", role: "alert" }, refusal.say, " ", clauses([refusal.clause])) : null,
      this.answers(snapshot, here),
    ].filter(Boolean);
  }

  answers(snapshot, here) {
    const question = snapshot.questions.find((one) => one.topic === "end");
    const offered = question && mayAnswer(question) ? question.options : [];
    const paid = offered.find((choice) => choice.name === "paid");
    const barricade = offered.some((choice) => choice.name.startsWith("barricade:"));
    const ruling = snapshot.rulings.find((one) => !one.undone);
    const move = snapshot.moves.find((one) => one.number === ruling?.number && one.kind === "Lift");
    const button = (extra, say, act, name, face = []) =>
      el(
        "button",
        { class: `answer ${extra}`, type: "button", data: { stop: name }, on: { click: act } },
        ...face,
        say,
      );
    return el(
      "div",
      { class: "choices" },
      paid ? button("main", paid.say, () => reply(question, { option: "paid" }), "paid") : null,
      barricade ? button("", t("dig_stop_barricade"), () => this.shrink(), "barricade", [smallLid()]) : null,
      button("less", t(question ? "dig_stop_look" : "dig_stop_close"), () => this.shrink(), "look"),
      move && mayChangePast()
        ? button(
            "less",
            t("dig_stop_wrong"),
            async () => (await import("../../shell/corrections.js")).offer({ ...ruling, move }, here),
            "wrong",
          )
        : null,
    );
  }
}

function smallLid() {
  return draw("svg", { class: "small-lid", viewBox: "0 0 100 100", "aria-hidden": "true" }, lid());
}

/** The hazard, its number, and what a scarab makes of it. */
function found({ card, value, times, fine }) {
  const sum =
    times > 1 ? t("dig_stop_doubled", { value: printed(value), times, fine: printed(-fine) }) : printed(value);
  return el(
    "p",
    { class: "found-hazard", data: { times, fine } },
    draw("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, ...picture(card)),
    el(
      "span",
      {},
      el("b", {}, card ? noun(card) : t("dig_hazard")),
      el("strong", {}, sum),
      times > 1 ? el("small", {}, t("dig_stop_scarab")) : null,
    ),
  );
}
