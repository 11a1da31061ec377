import assert from "node:assert/strict";
import { test } from "node:test";
import { openAs, script } from "./page.js";

openAs("table");
const { folded, matches } = await script("house/rule_search.js");

const finds = (text, typed) => matches(folded(text), folded(typed).split(/\s+/).filter(Boolean));

test("accents, capitals and ligatures do not matter", () => {
  assert.ok(finds("Ein dritter Skarabäus wartet", "skarabaus"));
  assert.ok(finds("L’œil du sphinx", "oeil"));
  assert.ok(finds("mit größter Mühe", "grosster"));
  assert.ok(finds("Una momia y un sarcófago", "SARCOFAGO"));
});

test("a short word is found at a beginning, a long one anywhere", () => {
  assert.ok(finds("If points are tied, more win", "tie"));
  assert.ok(!finds("All researchers are free", "sea"));
  assert.ok(finds("Der Pharaonenstab fällt", "stab fall"));
  assert.ok(finds("Steinschlag", "schlag"));
});

test("every word must be there, and nothing typed finds all", () => {
  assert.ok(!finds("The third scarab opens", "scarab mummy"));
  assert.ok(finds("The third scarab opens", ""));
  assert.ok(!finds("a (b) c", "(x"));
});
