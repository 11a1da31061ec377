// The sphinx in the middle: where every pawn stands, and which cards lie in front of whom.

import { askStanding, group, labelled, line, number, tick } from "../../shell/standing.js";
import { noun, t } from "../../shell/words.js";

export function goOnFrom(snapshot, tell) {
  const { seats, board } = snapshot.view;
  const rows = seats.map(({ name }) => person(name, board));
  const read = () => ({
    squares: rows.map(({ square }) => Number(square.value)),
    hands: rows.map(({ cards }) => board.colours.filter((_, n) => cards[n].checked)),
  });
  askStanding(
    snapshot,
    rows.map(({ node }) => node),
    read,
    tell,
  );
}

function person(name, { start, last, colours }) {
  const square = number(start, last, start);
  const cards = colours.map(() => tick());
  const picks = cards.map((box, n) => labelled(noun(colours[n]), box));
  return { square, cards, node: group(name, line(labelled(t("sphinx_light_square"), square)), line(...picks)) };
}
