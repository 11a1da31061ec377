import assert from "node:assert/strict";
import { test } from "node:test";
import { script } from "./page.js";

const { momentOf, newMoment } = await script("shell/great_moments.js");

const ruling = (number, sounds, undone = false) => ({
  number,
  sounds,
  undone,
  sentences: [{ say: `Move ${number}.` }],
});
const table = (...rulings) => ({ rulings });

test("of several moments in one move the greatest is shown", () => {
  const { name, number, says } = momentOf(table(ruling(5, ["pair", "curse", "third"])));
  assert.deepEqual([name, number, says], ["curse", 5, ["Move 5."]]);
});

test("a move without a moment, and one that was taken back, show nothing", () => {
  assert.equal(momentOf(table(ruling(5, []))), null);
  assert.equal(momentOf(table(ruling(5, ["pair"], true))), null);
  assert.equal(momentOf(table()), null);
});

test("a victory says who has won, not which card was turned over last", () => {
  const view = { outcome: { say: "Lena wins." } };
  assert.deepEqual(momentOf({ ...table(ruling(9, ["fanfare"])), view }).says, ["Lena wins."]);
  assert.deepEqual(momentOf({ ...table(ruling(9, ["pair"])), view }).says, ["Move 9."]);
});

test("what had happened when the page came is not shown, what comes later is, once", () => {
  assert.equal(newMoment(table(ruling(5, ["landslide"]))), null);
  assert.equal(newMoment(table(ruling(6, ["pair"]), ruling(5, ["landslide"]))).name, "pair");
  assert.equal(newMoment(table(ruling(6, ["pair"]), ruling(5, ["landslide"]))), null);
});

test("a moment that comes to the top again because a later move is undone is not shown again", () => {
  assert.equal(newMoment(table(ruling(7, []), ruling(6, ["pair"]))), null);
  assert.equal(newMoment(table(ruling(7, [], true), ruling(6, ["pair"]))), null);
});
