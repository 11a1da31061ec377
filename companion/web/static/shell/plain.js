// A room nobody has drawn yet: everything is asked, answered, ruled and counted in words.

import { el } from "../draw/elements.js";
import { keep, once } from "../draw/keep.js";
import { noun, t } from "../words.js";
import { pointsOf, seatCard, showResult } from "./people.js";

/** Open the room in the places the shell gives it. */
export function open(places) {
  const board = el("div", { class: "plain" });
  places.board.append(board);
  return {
    show(snapshot) {
      once(board, snapshot.room, () => [el("p", {}, t("plain_room"))]);
      showSeats(places.seats, snapshot);
      showResult(places.result, snapshot);
    },
    headline,
    path: () => [],
    pace: () => ({}),
    point: () => {},
    highlight: () => {},
    known: () => ({}),
    fieldLabel: (field) => noun(field.name),
    fieldFace: () => [],
    choiceFace: (field, choice) => [noun(String(choice))],
    corrections: () => [],
  };
}

export function headline({ view }) {
  if (view.outcome) return t("phase_over");
  if (view.phase === "setup") return t("phase_setup");
  return t("turn_of", { player: view.seats[view.turn].name });
}

function showSeats(box, { view }) {
  const shown = view.seats.map(({ name, colour }, n) => ({
    name,
    colour,
    n,
    line: view.score[n],
    turn: !view.outcome && n === view.turn,
  }));
  keep(
    box,
    shown,
    (seat) => String(seat.n),
    (seat) => seatCard(seat, pointsOf(seat.line)),
  );
}
