// Where the stones of the court lie: squares, walls, doors and niches, a hundred to a square.

import { draw } from "../../draw/elements.js";

export const SIDE = 100;
const DEEP = 97;
const SIDES = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
];
/** Where up to four pawns stand on one square. */
const CORNERS = [
  [-22, -14],
  [22, -14],
  [-22, 20],
  [22, 20],
];
const MIDDLE = [0, 4];

/** The middle of every square. */
export function placesOf(board) {
  const at = new Map();
  board.squares.forEach((row, y) => row.forEach((square, x) => at.set(square, [SIDE * (x + 0.5), SIDE * (y + 0.5)])));
  return at;
}

/** A niche in the wall beside a square, on the first side where no other square lies. */
export function niche(square, at) {
  const [x, y] = at.get(square);
  const taken = new Set([...at.values()].map(String));
  const [dx, dy] = SIDES.find(([u, v]) => !taken.has(String([x + u * SIDE, y + v * SIDE]))) ?? [0, 0];
  return [x + dx * DEEP, y + dy * DEEP];
}

/** The lines of the walls: around the court, and between neighbours that do not follow each other. */
export function walls(board, at) {
  const doors = new Set(board.doors.flatMap(([one, other]) => [`${one}-${other}`, `${other}-${one}`]));
  const by = new Map([...at].map(([square, place]) => [String(place), square]));
  const lines = [];
  for (const [square, [x, y]] of at) {
    for (const [dx, dy] of SIDES) {
      const other = by.get(String([x + dx * SIDE, y + dy * SIDE]));
      if (other !== undefined && (other < square || Math.abs(other - square) === 1 || doors.has(`${square}-${other}`)))
        continue;
      const [mx, my] = [x + (dx * SIDE) / 2, y + (dy * SIDE) / 2];
      lines.push(`M${mx - (dy * SIDE) / 2} ${my - (dx * SIDE) / 2}L${mx + (dy * SIDE) / 2} ${my + (dx * SIDE) / 2}`);
    }
  }
  return lines.join("");
}

/** A secret door: a disc under both squares and its leaf in the wall between them. */
export function doorLeaf([one, other], at) {
  const [[x, y], [u, v]] = [at.get(one), at.get(other)];
  const turn = x === u ? 0 : 90;
  return draw(
    "g",
    { class: "door", transform: `translate(${(x + u) / 2} ${(y + v) / 2}) rotate(${turn})` },
    draw("circle", { class: "disc", r: 45 }),
    draw("rect", { class: "leaf", x: -46, y: -7, width: 92, height: 14, rx: 6 }),
  );
}

/** The dice that lead to a square, in its corner. */
export function badge(ends) {
  const text = [...new Set(ends.map((end) => (end.claim ? "!" : String(end.face))))].join(" ");
  const wide = 26 + 15 * (text.length - 1);
  return draw(
    "g",
    { class: "badge", transform: `translate(${44 - wide / 2} 33)` },
    draw("rect", { x: -wide / 2, y: -13, width: wide, height: 26, rx: 7 }),
    draw("text", { y: 8 }, text),
  );
}

/** How far from the middle of a square the nth of several pawns stands. */
export function aside(n, count) {
  return count === 1 ? MIDDLE : (CORNERS[n] ?? MIDDLE);
}
