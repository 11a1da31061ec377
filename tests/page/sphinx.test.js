import assert from "node:assert/strict";
import { test } from "node:test";
import { openAs, script } from "./page.js";

openAs("table");
const { aside, niche, placesOf, walls } = await script("rooms/sphinx/masonry.js");

const BOARD = {
  squares: [
    [1, 2],
    [4, 3],
  ],
  doors: [],
};

test("a square lies in the middle of its field", () => {
  const at = placesOf(BOARD);
  assert.deepEqual(at.get(1), [50, 50]);
  assert.deepEqual(at.get(3), [150, 150]);
});

test("there is a wall around the court and between squares that do not follow each other", () => {
  const at = placesOf(BOARD);
  assert.equal(walls(BOARD, at).match(/M/g).length, 9);
  assert.equal(walls({ ...BOARD, doors: [[1, 4]] }, at).match(/M/g).length, 8);
});

test("a niche lies in the wall on the first side without a square", () => {
  const at = placesOf(BOARD);
  assert.deepEqual(niche(1, at), [50, 50 - 97]);
  assert.deepEqual(niche(3, at), [150 + 97, 150]);
});

test("a lone pawn stands in the middle, several apart from each other", () => {
  assert.deepEqual(aside(0, 1), [0, 4]);
  const places = [0, 1, 2, 3].map((n) => String(aside(n, 4)));
  assert.equal(new Set(places).size, 4);
});
