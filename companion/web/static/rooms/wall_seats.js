// The seats: who plays, what they have, between which bounds their points lie.

import { el, keep } from "../dom.js";
import { t } from "../words.js";
import { pawn, sarcophagus } from "./wall_columns.js";

export function showSeats(box, { view }) {
  const on = view.phase === "shift" ? view.shift?.seat : view.phase === "play" ? view.turn : null;
  const shown = view.seats.map((seat, n) => ({ ...seat, n, line: view.score[n], turn: n === on, phase: view.phase }));
  keep(box, shown, (seat) => String(seat.n), card);
}

export function points({ low, high }) {
  return low === high ? String(low) : `${low}–${high}`;
}

function card(seat) {
  const { line } = seat;
  return el(
    "article",
    { class: seat.turn ? "seat turn" : "seat", data: { colour: seat.colour, seat: seat.n } },
    el(
      "header",
      {},
      pawn(seat),
      el("h3", { dir: "auto" }, seat.name),
      seat.turn ? el("span", { class: "now" }, t("now")) : null,
      el("strong", { class: "points", "aria-label": t("points", { points: points(line) }) }, points(line)),
    ),
    el(
      "p",
      { class: "holdings" },
      el("span", {}, t("reserve", { count: seat.reserve })),
      seat.phase === "play" || seat.phase === "setup" ? el("span", {}, t("hand", { count: seat.hand })) : null,
    ),
    el("p", { class: "won" }, ...seat.won.map((piece) => sarcophagus(piece.eyes, "won", piece.animal))),
  );
}
