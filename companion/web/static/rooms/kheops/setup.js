// How Kheops is laid out, step by step, and what the game is about, drawn with the pieces of the board.

import { arrow, cardBack, forSeat, group, many, times } from "../../draw/laid_out.js";
import { pawnPicture, tilePicture } from "./faces.js";

/** A plain tile of a kind, as open as there is one in this box. */
function plain(faces, wanted) {
  const fitting = faces.filter(({ kind, symbols }) => kind === wanted && !symbols.length);
  return fitting.sort((one, other) => other.openings.length - one.openings.length)[0] ?? faces[0];
}

/** Rooms that join into a path, and the pawns that make it theirs. */
export function goalPicture({ seats, faces_left: faces }) {
  const [room, corridor] = ["room", "corridor"].map((kind) => plain(faces, kind));
  return [
    group(tilePicture("U0.0", room), tilePicture("D0.0", corridor), tilePicture("U0.0", room)),
    group(...times(2, () => pawnPicture(seats[0].colour, "worker"))),
    arrow(),
    pawnPicture(seats[0].colour, "priest"),
  ];
}

export const setupDrawings = {
  sides: ({ seats }) =>
    seats.map((seat) =>
      forSeat(
        seat,
        ...Object.entries(seat.reserve)
          .filter(([, count]) => count > 0)
          .map(([kind, count]) => many(count, pawnPicture(seat.colour, kind))),
      ),
    ),
  base: ({ base }) => [many(base.length, cardBack("var(--edge)"))],
  hands: ({ seats, pile }) => [
    ...seats.map((seat) => forSeat(seat, ...times(seat.hand, () => cardBack("var(--edge)")))),
    many(pile, cardBack("var(--edge)")),
  ],
  begin: ({ seats }) => [pawnPicture(seats[0].colour, "pharaoh")],
};
