import assert from "node:assert/strict";
import { test } from "node:test";
import { openAs, script } from "./page.js";

openAs("table");
const { splitTile } = await script("rooms/bowl/faces.js");
const { axes } = await script("rooms/bowl/trace.js");
const { aside } = await script("rooms/bowl/track.js");

test("a tile is a colour, with mummies where there are any", () => {
  assert.deepEqual(splitTile("red_2"), { colour: "red", symbols: 2 });
  assert.deepEqual(splitTile("red"), { colour: "red", symbols: 0 });
});

test("a hand in the bowl weighs far more than a boulder and does not flatten the line", () => {
  const rest = Array.from({ length: 90 }, (_, n) => [n / 10, 700 + (n % 2)]);
  const hand = Array.from({ length: 10 }, (_, n) => [9 + n / 10, 5_000]);
  const [x, y, low, high] = axes([...rest, ...hand], []);
  assert.ok(high < 720);
  assert.ok(low > 680);
  assert.equal(x(0), 0);
  assert.ok(y(5_000) >= 0, "what is cut off stays in the picture");
  assert.ok(y(701) < y(700), "heavier is higher");
});

test("a line without a past still has a width", () => {
  const [x] = axes([[3, 700]], []);
  assert.equal(x(3), 0);
});

test("figures on one field stand side by side, more than three in two rows", () => {
  assert.deepEqual(aside(0, 1), [0, 8]);
  const rows = new Set([0, 1, 2, 3].map((n) => aside(n, 4)[1]));
  assert.equal(rows.size, 2);
  const places = new Set([0, 1, 2, 3, 4, 5].map((n) => String(aside(n, 6))));
  assert.equal(places.size, 6);
});
