// From a photograph of a board to millimetres on it, and back.

/** Where a point of a photograph lies on a board, whose corners were tapped clockwise from the upper left. */
export const onBoard = (corners, size, at) => mapping(corners, rectangle(size))(at);

/** Where a point of the board is in its photograph. */
export const inPhoto = (corners, size) => mapping(rectangle(size), corners);

const rectangle = ([wide, high]) => [
  [0, 0],
  [wide, 0],
  [wide, high],
  [0, high],
];

/** The way that brings four points to four others, and straight lines to straight lines. */
function mapping(from, to) {
  const rows = from.flatMap(([u, v], n) => {
    const [a, b] = to[n];
    return [
      [u, v, 1, 0, 0, 0, -a * u, -a * v, a],
      [0, 0, 0, u, v, 1, -b * u, -b * v, b],
    ];
  });
  const [p, q, r, s, m, n, g, h] = solved(rows);
  return ([x, y]) => {
    const w = g * x + h * y + 1;
    return [(p * x + q * y + r) / w, (s * x + m * y + n) / w];
  };
}

/** Gauss: rows of coefficients with the right side at their end. */
function solved(rows) {
  const size = rows.length;
  for (let column = 0; column < size; column += 1) {
    let best = column;
    for (let row = column + 1; row < size; row += 1)
      if (Math.abs(rows[row][column]) > Math.abs(rows[best][column])) best = row;
    [rows[column], rows[best]] = [rows[best], rows[column]];
    for (let row = 0; row < size; row += 1) {
      if (row === column) continue;
      const share = rows[row][column] / rows[column][column];
      for (let place = column; place <= size; place += 1) rows[row][place] -= share * rows[column][place];
    }
  }
  return rows.map((row, n) => row[size] / row[n]);
}
