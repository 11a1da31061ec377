// A room as the shell knows it. It defines only what differs from here: a room nobody has drawn yet
// is asked, answered, ruled and counted in words all the same.

import { el } from "../draw/elements.js";
import { keep, once } from "../draw/keep.js";
import { noun, t } from "./words.js";
import { pointsOf, seatCard } from "./people.js";

const DEFAULTS = {
  /** A newer table: draw the board. *here* has the snapshot and this room, for what is tapped later. */
  show: () => {},
  /** An instrument shows something new. */
  gauge: () => {},
  headline,
  showSeats,
  /** A line below a seat's part of the result. */
  resultFoot: () => null,
  /** What a question's card shows instead of its buttons, or null. */
  answers: () => null,
  /** What is drawn on the button of an answer, or null for its words. */
  answerFace: () => null,
  /** What a question's card shows besides: how far a step is, fewer options. */
  pace: () => ({}),
  /** What can be done on the board while nothing is asked, or null. */
  hint: () => null,
  /** The steps still to do, below a question. */
  path: () => [],
  /** Let people tap *count* places of the board; then the second argument gets them. 0 ends it. */
  point: () => {},
  /** Point at some cells; null goes back to the latest ones. */
  highlight: () => {},
  /** The moment of play at which a race began, where the room says so. */
  begun: () => undefined,
  /** What a seat has noted, to fill in a form in advance. */
  known: () => ({}),
  fieldLabel: (field) => noun(field.name),
  fieldFace: () => [],
  choiceFace: (field, choice) => [noun(String(choice))],
  /** Buttons for what a past move may really have been; *choices* by kind, as the table gives them. */
  corrections: async (choices, { put }) => (await import("./corrections.js")).each(Object.values(choices).flat(), put),
};

/** Open a room in the places the shell gives it; without a module it stays a sentence. */
export function furnished(module, places) {
  const own = module ? module.open(places) : undrawn(places);
  return { ...DEFAULTS, ...own };
}

function undrawn(places) {
  const board = el("div", { class: "plain" });
  places.board.append(board);
  return { show: ({ room }) => once(board, room, () => [el("p", {}, t("plain_room"))]) };
}

function headline({ view }) {
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
