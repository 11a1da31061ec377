// What may happen around the game: a sphinx falls or is lifted, somebody leaves, nobody tracks.

import { el } from "../../draw/elements.js";
import { once } from "../../draw/keep.js";
import { post } from "../../shell/acts.js";
import { ask, close } from "../../shell/dialog.js";
import { mayMove, maySpeakFor, maySpeakUp } from "../../table/may.js";
import { begun } from "../../table/moment.js";
import { noun, t } from "../../shell/words.js";
import { askSquare } from "./other_square.js";

export class Desk {
  constructor() {
    this.node = el("section", { class: "mishaps", "aria-label": t("sphinx_mishaps"), hidden: true });
  }

  show({ view }) {
    this.node.hidden = view.phase !== "play" || !(mayMove() || maySpeakUp());
    if (this.node.hidden) return;
    const open = this.node.querySelector("details")?.open ?? false;
    once(
      this.node,
      [
        view.tracking.tracked,
        view.seats.map((seat) => [seat.name, seat.playing]),
        view.sphinxes.seats,
        view.board,
        mayMove(),
      ],
      () => [
        el(
          "details",
          { open },
          el("summary", {}, t("sphinx_mishaps")),
          el("div", { class: "choices" }, ...buttons(view)),
        ),
      ],
    );
  }
}

function buttons(view) {
  const everybody = view.seats.flatMap((seat, n) => (seat.playing ? [n] : []));
  return [
    mayMove() &&
      button(
        t("sphinx_lifted"),
        () => which(view, t("sphinx_lifted_which"), (where) => ({ type: "LookUnder", where })),
        "lifted",
      ),
    mayMove() &&
      button(
        t("sphinx_fell"),
        () => which(view, t("sphinx_fell_which"), (where) => ({ type: "SayFallen", where })),
        "fell",
      ),
    view.tracking.tracked &&
      maySpeakUp() &&
      button(t("sphinx_stop_tracking"), () => sure(t("sphinx_stop_sure"), { type: "StopTracking" }), "stop"),
    maySpeakUp() &&
      button(t("sphinx_rescan"), () => sure(t("sphinx_rescan_sure"), { type: "Rescan", agreed: everybody }), "rescan"),
    mayMove() && button(t("sphinx_other_square"), () => askSquare(view.board), "square"),
    maySpeakUp() && button(t("sphinx_leaves"), () => leaving(view), "leaves"),
  ].filter(Boolean);
}

function button(text, act, name) {
  return el("button", { type: "button", class: "answer less", data: { mishap: name }, on: { click: act } }, text);
}

function make(move) {
  if (document.getElementById("dialog").open) close();
  return post("/move", { move, base: begun() });
}

function which(view, words, moveOf) {
  const picks = view.sphinxes.seats.map((seat) =>
    el(
      "button",
      { type: "button", class: "answer", data: { where: seat }, on: { click: () => make(moveOf(seat)) } },
      noun(seat),
    ),
  );
  ask(words, el("div", { class: "choices" }, ...picks));
}

function sure(words, move) {
  ask(
    words,
    el(
      "div",
      { class: "choices" },
      el(
        "button",
        { type: "button", class: "answer main", data: { sure: move.type }, on: { click: () => make(move) } },
        t("sphinx_yes"),
      ),
    ),
  );
}

function leaving(view) {
  const picks = view.seats.flatMap((seat, n) =>
    seat.playing && maySpeakFor(n)
      ? [
          el(
            "button",
            {
              type: "button",
              class: "answer",
              data: { leaves: n, colour: seat.colour },
              on: { click: () => make({ type: "GiveUp", seat: n }) },
            },
            seat.name,
          ),
        ]
      : [],
  );
  ask(t("sphinx_who_leaves"), el("div", { class: "choices" }, ...picks));
}
