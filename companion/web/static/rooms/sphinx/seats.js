// The seats of the sphinx: where each pawn stands and which cards lie before its player.

import { el } from "../../draw/elements.js";
import { keep } from "../../draw/keep.js";
import { seatCard } from "../../shell/people.js";
import { t } from "../../shell/words.js";
import { card } from "./faces.js";

export function showSeats(box, { view }) {
  const on = view.phase === "play" ? view.turn : null;
  const shown = view.seats.map((seat, n) => ({
    ...seat,
    n,
    turn: n === on,
    robbed: view.robbed.includes(n),
    board: [view.board.start, view.board.treasure],
  }));
  keep(box, shown, (seat) => String(seat.n), one);
}

function one(seat) {
  const count = el(
    "strong",
    { class: "points", "aria-label": t("sphinx_cards", { count: seat.cards }) },
    String(seat.cards),
  );
  return seatCard(
    seat,
    count,
    el("p", { class: "holdings" }, ...hand(seat)),
    el(
      "p",
      { class: "whereabouts" },
      where(seat),
      seat.robbed ? el("b", { class: "robbed" }, t("sphinx_robbed")) : null,
    ),
  );
}

function hand(seat) {
  if (!seat.playing) return [t("sphinx_left")];
  if (seat.hand) return seat.hand.length ? seat.hand.map((colour) => card(colour)) : [t("sphinx_no_cards")];
  return Array.from({ length: seat.cards }, () => el("span", { class: "card-chip down", "aria-hidden": "true" }));
}

function where(seat) {
  if (seat.square === null) return "";
  const [start, treasure] = seat.board;
  if (seat.square === start) return t("sphinx_start");
  return seat.square === treasure ? t("sphinx_treasure") : t("sphinx_square", { square: seat.square });
}
