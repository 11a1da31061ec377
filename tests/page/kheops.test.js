import assert from "node:assert/strict";
import { test } from "node:test";
import { openAs, script } from "./page.js";

openAs("table");
const { beside, corners, EDGE, HEIGHT, middle, openSides, ordered, parse } = await script("rooms/kheops/outline.js");
const { waysOut } = await script("rooms/kheops/overlay.js");
const { stepped } = await script("rooms/kheops/tale.js");
const { facesOf } = await script("rooms/kheops/corrections.js");
const { readFace } = await script("rooms/kheops/faces.js");

test("a cell is named by its kind, its row and its place", () => {
  assert.deepEqual(parse("U2.3"), { up: true, row: 2, place: 3 });
  assert.deepEqual(parse("D0.1"), { up: false, row: 0, place: 1 });
});

test("the first cell stands in the left corner, the next one a tile further", () => {
  const [left, right, tip] = corners("U0.0", 6);
  assert.deepEqual(
    [left, right],
    [
      [0, 6 * HEIGHT],
      [EDGE, 6 * HEIGHT],
    ],
  );
  assert.equal(rounded(tip), rounded([EDGE / 2, 5 * HEIGHT]));
  assert.deepEqual(corners("U0.1", 6)[0], right);
});

test("two neighbours share the two corners of their common edge", () => {
  for (const cell of ["U0.0", "U1.2", "D0.1", "D2.0"]) {
    for (const other of beside(cell)) {
      const own = corners(cell, 6).map(rounded);
      const shared = corners(other, 6).filter((point) => own.includes(rounded(point)));
      assert.equal(shared.length, 2, `${cell} and ${other}`);
    }
  }
});

const rounded = (point) => point.map((number) => number.toFixed(3)).join(" ");

test("corners found in a picture are put into the order they are drawn in", () => {
  const drawn = corners("D1.1", 6);
  assert.deepEqual(ordered("D1.1", [...drawn].reverse()), drawn);
  const upright = corners("U1.1", 6);
  assert.deepEqual(ordered("U1.1", [upright[2], upright[1], upright[0]]), upright);
});

test("a tile opens its first edges, turned clockwise", () => {
  assert.deepEqual(openSides("U0.0", 1, 0), ["L"]);
  assert.deepEqual(openSides("U0.0", 1, 1), ["R"]);
  assert.deepEqual(openSides("U0.0", 2, 2), ["L", "B"]);
  assert.deepEqual(openSides("D0.0", 3, 1), ["R", "L", "T"]);
});

test("a way out is where an open side has no tile behind it", () => {
  const known = new Map([
    ["U0.0", { open: ["L", "R", "B"] }],
    ["D0.0", { open: [] }],
  ]);
  const points = corners("U0.0", 6);
  const [left, right, tip] = points;
  assert.deepEqual(waysOut("U0.0", points, known), [middle([left, tip]), middle([left, right])]);
});

test("the count is paged through in a circle", () => {
  const parts = [1, 2, 0];
  assert.equal(stepped(parts, null, 1), 1);
  assert.equal(stepped(parts, null, -1), 0);
  assert.equal(stepped(parts, 0, 1), 1);
  assert.equal(stepped(parts, 1, -1), 0);
});

test("a face is read from its name", () => {
  assert.deepEqual(readFace("room-2-ankh+curse"), {
    face: "room-2-ankh+curse",
    kind: "room",
    openings: 2,
    symbols: ["ankh", "curse"],
  });
  assert.deepEqual(readFace("corridor-3").symbols, []);
});

test("a shelf for a correction has every face once, with how many are left", () => {
  const choices = [{ which: "room-2@0" }, { which: "room-2@1" }, { which: "corridor-3@0" }];
  const faces = facesOf(choices, { faces_left: [{ face: "room-2", left: 4 }] });
  assert.deepEqual(
    faces.map(({ face, left }) => [face, left]),
    [
      ["room-2", 4],
      ["corridor-3", 1],
    ],
  );
});
