import assert from "node:assert/strict";
import { test } from "node:test";
import { openAs, script } from "./page.js";

openAs("table");
const { setWords } = await script("shell/words.js");
const { named } = await script("shell/clauses.js");
const { kinds } = await script("shell/corrections.js");
const { alertsOf } = await script("shell/head.js");
const { points, ranked } = await script("shell/people.js");
const { furnished } = await script("shell/room.js");
const { secondsLeft } = await script("shell/race.js");
const { setClock } = await script("table/clock.js");

setWords({ page: { agreeing: "{players} agree" }, nouns: {}, clauses: { "DIG-26": "", "DIG-O-05": "" } });

test("a refusal names its own clause first and those of its sentence once", () => {
  const refusal = { clause: "DIG-26", say: "Not under DIG-O-05, see DIG-26 and NO-99." };
  assert.deepEqual(named(refusal), ["DIG-26", "DIG-O-05"]);
});

test("what people should know is listed in one order, with the clauses of a refusal", () => {
  const alerts = alertsOf({
    agreed: ["Ada", "Bo"],
    notices: ["The scale is missing."],
    refusal: { clause: "DIG-26", say: "Put it back." },
    seeing: { complaints: ["A hand is over the board."] },
  });
  assert.deepEqual(
    alerts.map(({ kind, say, clauses }) => [kind, say, clauses]),
    [
      ["notice", "Ada, Bo agree", []],
      ["notice", "The scale is missing.", []],
      ["refusal", "Put it back.", ["DIG-26"]],
      ["complaint", "A hand is over the board.", []],
    ],
  );
});

test("choices of a correction come by kind, with what follows the colon", () => {
  const found = kinds([{ name: "card:H44" }, { name: "card:H45" }, { name: "swap:G1:T2" }, { name: "GiveUp" }]);
  assert.deepEqual(
    found.card.map(({ which }) => which),
    ["H44", "H45"],
  );
  assert.equal(found.swap[0].which, "G1:T2");
  assert.equal(found.GiveUp[0].which, "");
});

test("points are a number, or bounds while something is hidden", () => {
  assert.equal(points({ low: 3, high: 3 }), "3");
  assert.equal(points({ low: 3, high: 9 }), "3–9");
});

test("the result lists the first rank first, and equal ranks by seat", () => {
  const lines = [
    { seat: 0, rank: 2 },
    { seat: 1, rank: 1 },
    { seat: 2, rank: 1 },
  ];
  assert.deepEqual(
    ranked(lines).map(({ seat }) => seat),
    [1, 2, 0],
  );
});

test("a room defines only what differs from the shell's own hooks", () => {
  const places = {};
  const room = furnished({ open: (given) => ({ highlight: () => given === places }) }, places);
  assert.equal(room.highlight(null), true);
  assert.deepEqual(room.path({}), []);
  assert.deepEqual(room.pace({}), {});
  assert.equal(room.answers({}), null);
  assert.equal(room.begun({}), undefined);
});

test("a race is counted by the table's clock once it has said when it began", () => {
  const question = { id: "curse-3", seconds: 60 };
  assert.ok(Math.abs(secondsLeft(question, 90) - 60) < 1, "nobody knows the clock yet");
  setClock(100);
  assert.ok(Math.abs(secondsLeft(question, 90) - 50) < 1);
  assert.ok(Math.abs(secondsLeft(question, undefined) - 60) < 1, "this room does not say");
});
