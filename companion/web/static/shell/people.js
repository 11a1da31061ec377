// The people: a pawn in the colour of each seat, a card per seat, and the result in the end.

import { el } from "../draw/elements.js";
import { once } from "../draw/keep.js";
import { t } from "./words.js";
import { clauses } from "./clauses.js";

let known = new Map();

/** The people here: two who share a letter are told apart by one more. */
export function setPeople(seats) {
  known = new Map(letters(seats.map((seat) => seat.name)));
}

/** The letters of a name that nobody else at the table has, as [name, letters] each. */
export function letters(names) {
  const start = (name, many) => [...name].slice(0, many).join("");
  const alike = (name, many) =>
    names.filter((one) => start(one, many).toUpperCase() === start(name, many).toUpperCase());
  return names.map((name, n) => {
    if (alike(name, 1).length === 1) return [name, start(name, 1).toUpperCase()];
    if (alike(name, 2).length === 1) return [name, start(name, 1).toUpperCase() + start(name, 2).slice(-1)];
    return [name, `${start(name, 1).toUpperCase()}${n + 1}`];
  });
}

export function letterOf(name) {
  return known.get(name) ?? [...name][0].toUpperCase();
}

/** A pawn in the colour of its seat, with the initial for those who see colours alike. */
export function pawn({ name, colour }) {
  return el("span", { class: "pawn", data: { colour }, title: name }, letterOf(name));
}

export function points({ low, high }) {
  return low === high ? String(low) : `${low}–${high}`;
}

/** A seat's card: name, whether it is their turn, *total* in place of points, and rows below. */
export function seatCard(seat, total, ...rows) {
  return el(
    "article",
    { class: seat.turn ? "seat turn" : "seat", data: { colour: seat.colour, seat: seat.n } },
    el(
      "header",
      {},
      pawn(seat),
      el("h3", { dir: "auto" }, seat.name),
      seat.turn ? el("span", { class: "now" }, t("now")) : null,
      total,
    ),
    ...rows,
  );
}

export function pointsOf(line) {
  return el("strong", { class: "points", "aria-label": t("points", { points: points(line) }) }, points(line));
}

/** Who won, by what, and every part of every score; *foot* adds a line to a seat. */
export function showResult(box, { view }, foot = () => null) {
  box.hidden = !view.outcome;
  if (box.hidden) return;
  once(box, [view.outcome, view.score], () => [
    el("h2", {}, view.outcome.say),
    clauses(view.outcome.because),
    el("div", { class: "standings" }, ...ranked(view.score).map((line) => standing(line, view, foot))),
  ]);
}

/** Score lines with the first rank first; in the same rank those with more come first, then as they sit. */
export function ranked(lines) {
  return [...lines].sort((one, other) => one.rank - other.rank || other.low - one.low || one.seat - other.seat);
}

/** The rank to show, if it says something: where only the winner counts, everybody else has none. */
export function rankOf(line, lines) {
  const alike = lines.filter((one) => one.rank === line.rank);
  return line.rank && alike.every((one) => one.low === line.low) ? line.rank : null;
}

function standing(line, view, foot) {
  const seat = view.seats[line.seat];
  const rank = rankOf(line, view.score);
  return el(
    "article",
    { class: line.rank === 1 ? "standing first" : "standing", data: { colour: seat.colour } },
    el(
      "header",
      {},
      rank ? el("span", { class: "rank" }, t("rank", { rank })) : null,
      pawn(seat),
      el("h3", { dir: "auto" }, seat.name),
      el("strong", { class: "points" }, points(line)),
    ),
    el("ul", {}, ...line.parts.map((part) => el("li", {}, el("span", {}, part.say), el("b", {}, points(part))))),
    foot(seat),
  );
}
