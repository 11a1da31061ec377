// The seats: who plays, what they have, between which bounds their points lie.

import { draw, el } from "../../draw/elements.js";
import { keep } from "../../draw/keep.js";
import { pointsOf, seatCard } from "../../shell/people.js";
import { t } from "../../shell/words.js";
import { sarcophagus } from "./columns.js";

export function showSeats(box, { view }) {
  const on = { shift: view.shift?.seat, play: view.turn }[view.phase] ?? null;
  const shown = view.seats.map((seat, n) => ({ ...seat, n, line: view.score[n], turn: n === on, phase: view.phase }));
  keep(box, shown, (seat) => String(seat.n), card);
}

const RESEARCHER = "M6 17c0-4 3-5 3-7a4 4 0 1 1 6 0c0 2 3 3 3 7z";
const HAND = "M4 6h9v13H4zM14 5.5l6 1.4-2.6 11.6-3.4-.8z";

/** What somebody has of a thing: its picture and how many. */
function held(what, count, say) {
  const picture = draw(
    "svg",
    { viewBox: "0 0 24 24", "aria-hidden": "true" },
    draw("path", { d: what === "hand" ? HAND : RESEARCHER }),
  );
  return el("span", { class: `held ${what}`, role: "img", "aria-label": say, title: say }, picture, String(count));
}

function card(seat) {
  const hasHand = seat.phase === "play" || seat.phase === "setup";
  const holdings = el(
    "p",
    { class: "holdings" },
    held("researcher", seat.reserve, t("reserve", { count: seat.reserve })),
    hasHand ? held("hand", seat.hand, t("hand", { count: seat.hand })) : null,
  );
  const won = el("p", { class: "won" }, ...seat.won.map((piece) => sarcophagus(piece.eyes, "won", piece.animal)));
  return seatCard(seat, pointsOf(seat.line), holdings, won);
}
