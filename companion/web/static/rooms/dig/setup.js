// How the dig is laid out, step by step, and what the game is about, drawn with the pieces of the board.

import { draw, sign } from "../../draw/elements.js";
import { arrow, cardBack, forSeat, group, many, times } from "../../draw/laid_out.js";
import { coins } from "./coins.js";
import { cardFace, lid } from "./faces.js";

const barricade = () => draw("svg", { class: "piece", viewBox: "0 0 100 100", "aria-hidden": "true" }, lid());
const cardsOf = ({ layers }) => layers.flatMap(({ cards, colour }) => cards.map((card) => ({ ...card, colour })));

/** A treasure brings silver, and a hazard takes it. */
export function goalPicture(view) {
  const cards = cardsOf(view).sort((one, other) => other.value - one.value);
  const [best] = cards;
  const worst = cards.at(-1);
  return [
    group(cardFace(best.card, best.value, best.colour), arrow(), coins({ gold: 0, silver: best.value })),
    group(cardFace(worst.card, worst.value, worst.colour), arrow(), coins({ gold: 0, silver: 0 })),
  ];
}

export const setupDrawings = {
  cards: ({ layers, tray }) => layers.map(({ colour }) => many(tray.cells.length, cardBack(colour))),
  purses: ({ seats }) =>
    seats.map((seat) =>
      forSeat(
        seat,
        ...times(seat.scarabs, () => sign("scarab")),
        ...times(seat.barricades, barricade),
        coins(seat.purse),
      ),
    ),
  tray: ({ tray }) => [many(tray.cells.length, cardBack())],
  layers: ({ layers }) => layers.flatMap(({ colour }, n) => (n ? [arrow(), cardBack(colour)] : [cardBack(colour)])),
};
