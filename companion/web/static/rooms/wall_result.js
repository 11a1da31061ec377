// The result: who won, by what, and every part of every score.

import { clauses } from "../clauses.js";
import { el, once } from "../dom.js";
import { t } from "../words.js";
import { pawn } from "./wall_columns.js";
import { points } from "./wall_seats.js";

export function showResult(box, { view }) {
  box.hidden = !view.outcome;
  if (box.hidden) return;
  once(box, [view.outcome, view.score], () => [
    el("h2", {}, view.outcome.say),
    clauses(view.outcome.because),
    el("div", { class: "standings" }, ...ranked(view).map((line) => standing(line, view))),
  ]);
}

function ranked(view) {
  return [...view.score].sort((one, other) => one.rank - other.rank || one.seat - other.seat);
}

function standing(line, view) {
  const seat = view.seats[line.seat];
  return el(
    "article",
    { class: line.rank === 1 ? "standing first" : "standing", data: { colour: seat.colour } },
    el("header", {}, el("span", { class: "rank" }, t("rank", { rank: line.rank })), pawn(seat), el("h3", { dir: "auto" }, seat.name), el("strong", { class: "points" }, points(line))),
    el(
      "ul",
      {},
      ...line.parts.map((part) => el("li", {}, el("span", {}, part.say), el("b", {}, points(part)))),
    ),
    el("p", { class: "hint" }, t("sarcophagi", { count: seat.won.length })),
  );
}
