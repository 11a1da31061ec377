// The seats: who plays, what they have, between which bounds their points lie.

import { el } from "../../draw/elements.js";
import { keep } from "../../draw/keep.js";
import { pointsOf, seatCard } from "../../shell/people.js";
import { t } from "../../words.js";
import { sarcophagus } from "./columns.js";

export function showSeats(box, { view }) {
  const on = { shift: view.shift?.seat, play: view.turn }[view.phase] ?? null;
  const shown = view.seats.map((seat, n) => ({ ...seat, n, line: view.score[n], turn: n === on, phase: view.phase }));
  keep(box, shown, (seat) => String(seat.n), card);
}

function card(seat) {
  const holdings = el(
    "p",
    { class: "holdings" },
    el("span", {}, t("reserve", { count: seat.reserve })),
    seat.phase === "play" || seat.phase === "setup" ? el("span", {}, t("hand", { count: seat.hand })) : null,
  );
  const won = el("p", { class: "won" }, ...seat.won.map((piece) => sarcophagus(piece.eyes, "won", piece.animal)));
  return seatCard(seat, pointsOf(seat.line), holdings, won);
}
