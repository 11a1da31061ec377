// How the bowl is laid out, step by step, and what the game is about, drawn with the pieces of the board.

import { draw, el, sign } from "../../draw/elements.js";
import { arrow, forSeat, many } from "../../draw/laid_out.js";
import { pawn } from "../../shell/people.js";
import { boulder, DOWN, head, tilePicture } from "./faces.js";

const mummy = () => draw("svg", { class: "piece", viewBox: "-6 -6 12 12", "aria-hidden": "true" }, head());

/** A tile, a boulder of its colour out of the bowl, and the figure that may move to the mummy. */
export const goalPicture = ({ seats, trap }) => [
  tilePicture(`${trap.colours[0]}_0`),
  arrow(),
  boulder(trap.colours[0]),
  arrow(),
  pawn(seats[0]),
  arrow(),
  mummy(),
];

/** The tiles that lie face down, one number for each kind. */
function backs({ track, chamber }) {
  const counted = new Map();
  for (const { kind, label } of track) if (label) counted.set(kind, (counted.get(kind) ?? 0) + 1);
  return [...counted.values(), chamber.tiles.length].map((count) => many(count, tilePicture(DOWN)));
}

export const setupDrawings = {
  way: ({ seats }) => [pawn(seats[0]), arrow(), tilePicture(DOWN), arrow(), tilePicture(DOWN), arrow(), mummy()],
  tiles: backs,
  mummy: () => [tilePicture(DOWN), mummy()],
  figures: ({ seats }) => seats.map((seat) => forSeat(seat, pawn(seat))),
  scarabs: ({ supply }) => [many(supply, el("span", { class: "scarab" }, sign("scarab")))],
  trap: ({ trap }) => Object.entries(trap.bowl).map(([colour, count]) => many(count, boulder(colour))),
  begin: ({ seats }) => [pawn(seats[0])],
};
