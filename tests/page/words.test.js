import assert from "node:assert/strict";
import { test } from "node:test";
import { openAs, script } from "./page.js";

openAs("table");
const { clauseTexts, initial, noun, setWords, t } = await script("shell/words.js");
const { faceText, splitFace } = await script("rooms/wall/faces.js");

setWords({
  page: { turn_of: "{player}’s turn", face_left: "{animal} looking left", clause_unknown: "?" },
  nouns: { G1: { one: "first guard" }, "*": { one: "*" } },
  clauses: { "WALL-26": "A pair brings a scarab." },
});

test("a label is filled with what it speaks of", () => {
  assert.equal(t("turn_of", { player: "Ada" }), "Ada’s turn");
});

test("markup in a name stays text", () => {
  assert.equal(t("turn_of", { player: "<b>{player}" }), "<b>{player}’s turn");
});

test("a value that is missing leaves a gap, a label that is missing its key", () => {
  assert.equal(t("turn_of"), "’s turn");
  assert.equal(t("no_such_label"), "no_such_label");
});

test("a thing without a name of its own is called as it is", () => {
  assert.equal(noun("G1"), "first guard");
  assert.equal(noun("horus_falcon"), "horus falcon");
  assert.equal(initial("red"), "R");
});

test("a clause is known by its number", async () => {
  assert.deepEqual(await clauseTexts(["WALL-26", "WALL-99"]), ["A pair brings a scarab.", "?"]);
});

test("a face of the wall is an animal and where it looks", () => {
  assert.deepEqual(splitFace("ibis_L"), ["ibis", "L"]);
  assert.deepEqual(splitFace("simple_eye"), ["simple_eye", ""]);
  assert.equal(faceText("ibis_L"), "ibis looking left");
  assert.equal(faceText("ibis"), "ibis");
});
