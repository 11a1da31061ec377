import assert from "node:assert/strict";
import { test } from "node:test";
import { openAs, script } from "./page.js";

openAs("seat-1");
const { mayAnswer, mayChangePast, mayMove, maySpeakFor, maySpeakUp, setMay } = await script("table/may.js");
const { seat, seatOf } = await script("shell/role.js");

const OWN = { moves: "own", answers: "own", words: "own", left: false, past: false };
const ALL = { moves: "all", answers: "all", words: "all", left: true, past: true };
const NONE = { moves: "none", answers: "none", words: "none", left: false, past: false };

function shown(may, view = { phase: "play", turn: 0 }) {
  setMay({ may, view });
}

function question(more = {}) {
  return { topic: "draw", to: "table", fields: [], ...more };
}

test("a page knows its seat", () => {
  assert.equal(seat, 1);
  assert.equal(seatOf("seat-12"), 12);
  assert.equal(seatOf("referee"), null);
});

test("before the first snapshot nothing may be done", () => {
  assert.equal(mayMove(), false);
  assert.equal(mayAnswer(question()), false);
  assert.equal(mayChangePast(), false);
});

test("a seat moves in its own turn, and in the setup", () => {
  shown(OWN, { phase: "play", turn: 0 });
  assert.equal(mayMove(), false);
  shown(OWN, { phase: "play", turn: 1 });
  assert.equal(mayMove(), true);
  shown(OWN, { phase: "setup", turn: 0 });
  assert.equal(mayMove(), true);
});

test("a seat answers what it or the table is asked, and no field of somebody else", () => {
  shown(OWN);
  assert.equal(mayAnswer(question()), true);
  assert.equal(mayAnswer(question({ to: "seat-1" })), true);
  assert.equal(mayAnswer(question({ to: "seat-0" })), false);
  assert.equal(mayAnswer(question({ fields: [{ seat: 0 }] })), false);
  assert.equal(mayAnswer(question({ fields: [{ seat: 1 }] })), true);
});

test("what became of left-over moves is a right of its own", () => {
  shown({ ...ALL, left: false });
  assert.equal(mayAnswer(question({ topic: "left" })), false);
  shown({ ...NONE, left: true });
  assert.equal(mayAnswer(question({ topic: "left" })), true);
});

test("nobody speaks for somebody else unless they may speak for all", () => {
  shown(OWN);
  assert.deepEqual([maySpeakFor(1), maySpeakFor(0), maySpeakUp()], [true, false, true]);
  shown(ALL);
  assert.deepEqual([maySpeakFor(1), maySpeakFor(0), maySpeakUp()], [true, true, true]);
  shown(NONE);
  assert.deepEqual([maySpeakFor(1), maySpeakFor(0), maySpeakUp()], [false, false, false]);
});
