import assert from "node:assert/strict";
import { test } from "node:test";
import { script } from "./page.js";

const { fill } = await script("shell/sentence.js");
const FRENCH = {
  nouns: { ibis: { the: "l’ibis", one: "ibis" }, "*": { the: "le *", one: "*" } },
  plural: { one: "i = 0,1" },
  and: "et",
  or: "ou",
};

test("a place takes its value, and a value is never read as a sentence", () => {
  assert.equal(fill("{player} joue.", { player: "<b>{slot}|#" }, FRENCH), "<b>{slot}|# joue.");
});

test("zero is singular where the language says so", () => {
  const text = "{count|# scarabée|# scarabées}";
  assert.deepEqual(
    [0, 1, 2, 21].map((count) => fill(text, { count }, FRENCH)),
    ["0 scarabée", "1 scarabée", "2 scarabées", "21 scarabées"],
  );
});

test("a list is counted by its length and joined with the small word of the language", () => {
  assert.equal(fill("{who|seul|à #}: {who}", { who: ["Ada", "Ben", "Cleo"] }, FRENCH), "à 3: Ada, Ben et Cleo");
  assert.equal(fill("{who:or} ?", { who: ["Ada", "Ben"] }, FRENCH), "Ada ou Ben ?");
  assert.equal(fill("{what:or the}", { what: ["ibis", "chat"] }, FRENCH), "l’ibis ou le chat");
});

test("a noun takes the form that is asked for", () => {
  assert.equal(fill("{animal:the}, {other:the}", { animal: "ibis", other: "chat" }, FRENCH), "l’ibis, le chat");
});

test("each value has its text, any other the last one, and texts may hold places", () => {
  const text = "{gaze?same:{n|# paire|# paires} pareilles|*:rien}";
  assert.equal(fill(text, { gaze: "same", n: 2 }, FRENCH), "2 paires pareilles");
  assert.equal(fill(text, { gaze: "else", n: 2 }, FRENCH), "rien");
  assert.equal(fill("{on?true:oui|false:non}", { on: true }, FRENCH), "oui");
});

test("a value inside a value is found, a missing one leaves a gap", () => {
  assert.equal(fill("{piece.eyes} / {piece.none}", { piece: { eyes: 3 } }, FRENCH), "3 / ");
});
