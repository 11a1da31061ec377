// A place that is tapped on a photograph of a board.

import assert from "node:assert/strict";
import test from "node:test";

import { inPhoto, onBoard } from "../../companion/web/static/house/workshop/plane.js";

const CORNERS = [
  [100, 80],
  [900, 120],
  [1000, 700],
  [40, 640],
];
const SIZE = [460, 300];

const near = ([x, y], [a, b]) => assert.ok(Math.hypot(x - a, y - b) < 1e-6, `${x}, ${y}`);

test("the corners of the photograph are the corners of the board", () => {
  near(onBoard(CORNERS, SIZE, [100, 80]), [0, 0]);
  near(onBoard(CORNERS, SIZE, [1000, 700]), [460, 300]);
});

test("where the diagonals cross is the middle of the board, however the camera stood", () => {
  const [[ax, ay], [bx, by], [cx, cy], [dx, dy]] = CORNERS;
  const share = ((bx - ax) * (by - dy) - (by - ay) * (bx - dx)) / ((cx - ax) * (by - dy) - (cy - ay) * (bx - dx));
  near(onBoard(CORNERS, SIZE, [ax + share * (cx - ax), ay + share * (cy - ay)]), [230, 150]);
});

test("a place goes to the photograph and back to where it was", () => {
  const there = inPhoto(CORNERS, SIZE)([123, 45]);
  near(onBoard(CORNERS, SIZE, there), [123, 45]);
});
