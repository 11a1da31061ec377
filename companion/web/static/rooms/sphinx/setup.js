// How the sphinx is laid out, step by step, and what the game is about, drawn with the pieces of the board.

import { draw } from "../../draw/elements.js";
import { arrow, forSeat, group, many, times } from "../../draw/laid_out.js";
import { pawn } from "../../shell/people.js";
import { card, die, mummyHead, SNAKE, sphinxFigure } from "./faces.js";

const piece = (box, drawn) => draw("svg", { class: "piece", viewBox: box, "aria-hidden": "true" }, drawn);
const sphinx = () => piece("-38 -34 76 70", sphinxFigure());
const mummy = () => piece("-28 -28 56 56", mummyHead());
const door = () =>
  piece("-50 -50 100 100", draw("rect", { class: "leaf", x: -36, y: -9, width: 72, height: 18, rx: 4 }));
const coloursOf = ({ stock }) => Object.keys(stock);

/** Look under the guards, collect their cards, and lay them down in order. */
export const goalPicture = (view) => [
  group(mummy(), arrow(), sphinx()),
  group(
    ...coloursOf(view)
      .slice(0, 3)
      .map((colour) => card(colour)),
  ),
  arrow(),
  group(...times(3, sphinx)),
];

export const setupDrawings = {
  board: ({ board }) => [many(board.doors.length, door())],
  colours: (view) => coloursOf(view).map((colour) => group(card(colour), sphinx())),
  mix: () => [group(...times(3, sphinx)), group(...times(3, sphinx))],
  pawns: ({ seats }) => seats.map((seat) => forSeat(seat, pawn(seat))),
  dice: ({ stock }) => [die(6), die(5), die(SNAKE), ...cards(stock)],
  two_dice: ({ stock }) => [die(6), die(5), ...cards(stock)],
  begin: ({ seats }) => [pawn(seats[0])],
};

const cards = (stock) => Object.entries(stock).map(([colour, count]) => many(count, card(colour)));
