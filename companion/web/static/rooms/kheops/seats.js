// The two players: points so far, pawns in front of them, how many tiles they hold.

import { el } from "../../draw/elements.js";
import { keep } from "../../draw/keep.js";
import { pointsOf, seatCard } from "../../shell/people.js";
import { noun, t } from "../../shell/words.js";
import { pawnPicture } from "./faces.js";

export function showSeats(box, { view }) {
  const playing = view.phase !== "over" && view.phase !== "setup";
  const shown = view.seats.map((seat, n) => ({
    ...seat,
    n,
    line: view.score[n],
    turn: playing && n === view.turn,
    out: view.out.filter((one) => one.colour === seat.colour),
  }));
  keep(box, shown, (seat) => String(seat.n), card);
}

function card(seat) {
  const kinds = Object.entries(seat.reserve).filter(([, count]) => count > 0);
  const reserve = kinds.map(([kind, count]) =>
    el(
      "span",
      { class: "reserve", role: "img", "aria-label": `${noun(kind)}: ${count}`, title: `${noun(kind)}: ${count}` },
      pawnPicture(seat.colour, kind),
      `× ${count}`,
    ),
  );
  return seatCard(
    seat,
    pointsOf(seat.line),
    el("p", { class: "holdings pawns-left" }, ...reserve),
    el(
      "p",
      { class: "holdings" },
      el("span", {}, t("kheops_hand", { count: seat.hand })),
      seat.out.length
        ? el("span", {}, t("kheops_out", { pawns: seat.out.map((one) => noun(one.kind)).join(", ") }))
        : null,
    ),
  );
}
