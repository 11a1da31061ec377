// How the wall is laid out, step by step, and what the game is about, drawn with the pieces of the board.

import { sign } from "../../draw/elements.js";
import { arrow, cardBack, forSeat, group, many, times } from "../../draw/laid_out.js";
import { pawn } from "../../shell/people.js";
import { sarcophagus, scarab } from "./columns.js";
import { face } from "./hand.js";

const stacks = (view) =>
  view.columns.map(({ animal, stack }) => group(sign(animal), ...stack.map((eyes) => sarcophagus(eyes))));

/** Two equal animals, their scarab, and the sarcophagus that the third one opens. */
export const goalPicture = ({ animals }) => [
  group(face(`${animals[0]}_R`), face(`${animals[0]}_L`)),
  arrow(),
  group(...times(3, () => scarab(true))),
  arrow(),
  sarcophagus(3),
];

export const setupDrawings = {
  tiles: ({ columns }) => [many(columns.length, cardBack("var(--sand)"))],
  wall: ({ wall }) => times(wall.slots, () => cardBack()),
  columns: ({ columns }) => columns.map(({ animal }) => group(sign(animal))),
  sarcophagi: stacks,
  cards: ({ seats, piles }) => [
    ...seats.map((seat) => forSeat(seat, ...times(seat.hand || 3, () => cardBack()))),
    many(piles.first + piles.second, cardBack()),
  ],
  curse_cards: ({ seats, piles }) => [
    ...seats.map((seat) => forSeat(seat, ...times(seat.hand || 3, () => cardBack()))),
    many(piles.first, cardBack()),
    many(piles.second + piles.curses, cardBack("var(--alert)")),
  ],
  scarabs: ({ slab }) => times(slab, () => scarab(true)),
  researchers: ({ seats }) => seats.map((seat) => forSeat(seat, ...times(seat.reserve, () => pawn(seat)))),
  pharaohs: ({ seats }) => seats.map((seat) => forSeat(seat, cardBack("var(--gold)"))),
  begin: ({ seats }) => [pawn(seats[0])],
};
