import assert from "node:assert/strict";
import { test } from "node:test";
import { openAs, script } from "./page.js";

openAs("table");
const { kindOf, printed } = await script("rooms/dig/faces.js");

test("a number is printed with its sign, nothing as a plain zero", () => {
  assert.deepEqual([5, -2, 0].map(printed), ["+5", "−2", "0"]);
});

test("a card is worth something, costs something, or neither", () => {
  assert.deepEqual([5, -2, 0].map(kindOf), ["treasure", "hazard", "nothing"]);
});
