// The outline of a pyramid of any side: where its cells lie, and which edge meets which.

export const EDGE = 100;
export const HEIGHT = (EDGE * Math.sqrt(3)) / 2;
/** The sides of an upright cell and of the other kind, in the order a tile counts its edges. */
const SIDES = { U: ["L", "R", "B"], D: ["R", "L", "T"] };

/** U2.3 as {up, row, place}. */
export function parse(cell) {
  const [row, place] = cell.slice(1).split(".").map(Number);
  return { up: cell[0] === "U", row, place };
}

/** The corners of a cell in a pyramid of that side. */
export function corners(cell, side) {
  const { up, row, place } = parse(cell);
  const left = (place + row / 2 + (up ? 0 : 0.5)) * EDGE;
  const flat = (side - row - (up ? 0 : 1)) * HEIGHT;
  return [
    [left, flat],
    [left + EDGE, flat],
    [left + EDGE / 2, up ? flat - HEIGHT : flat + HEIGHT],
  ];
}

/** Corners given in any order as corners() gives them: the flat edge from left to right, the tip. */
export function ordered(cell, points) {
  const byHeight = [...points].sort(([, one], [, other]) => one - other);
  const [tip, ...flat] = cell[0] === "U" ? byHeight : byHeight.reverse();
  return [...flat.sort(([one], [other]) => one - other), tip];
}

export function middle(points) {
  const sum = (axis) => points.reduce((all, point) => all + point[axis], 0) / points.length;
  return [sum(0), sum(1)];
}

export function sides(cell) {
  return SIDES[cell[0]];
}

/** The sides of a cell that a tile opens: the first edges of its three, turned clockwise. */
export function openSides(cell, openings, turn) {
  return sides(cell).filter((_, edge) => (((edge - turn) % 3) + 3) % 3 < openings);
}

/** The cell behind each edge, in the order of its sides; some are outside. */
export function beside(cell) {
  const { up, row, place } = parse(cell);
  if (up) return [`D${row}.${place - 1}`, `D${row}.${place}`, `D${row - 1}.${place}`];
  return [`U${row}.${place + 1}`, `U${row}.${place}`, `U${row + 1}.${place}`];
}
