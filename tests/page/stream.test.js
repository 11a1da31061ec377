import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { openAs, script } from "./page.js";

class Source {
  static CLOSED = 2;
  static opened = [];

  constructor(address) {
    Object.assign(this, { address, readyState: 1, heard: {} });
    Source.opened.push(this);
  }

  addEventListener(kind, act) {
    this.heard[kind] = act;
  }

  say(kind, data) {
    this.heard[kind]({ data: typeof data === "string" ? data : JSON.stringify(data) });
  }

  close() {
    this.readyState = Source.CLOSED;
  }
}

openAs("referee");
const page = {};
globalThis.EventSource = Source;
globalThis.addEventListener = (kind, act) => (page[kind] = act);
const { follow } = await script("table/stream.js");

let seen = [];

function following() {
  const note = (what) => (value, more) => seen.push(more === undefined ? [what, value] : [what, value, more]);
  follow({ show: note("show"), gauge: note("gauge"), clock: note("clock"), lost: note("lost") });
  return Source.opened.at(-1);
}

beforeEach(() => {
  seen = [];
  Source.opened = [];
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
});

test("snapshots, gauges and the clock reach their places", () => {
  const source = following();
  source.say("table", { number: 4 });
  source.say("gauge", { name: "scale", shows: { grams: 3 } });
  source.say("clock", "12.5");
  source.say("clock", "");
  assert.deepEqual(
    seen.filter(([what]) => what !== "lost"),
    [
      ["show", { number: 4 }],
      ["gauge", "scale", { grams: 3 }],
      ["clock", 12.5],
    ],
  );
  assert.equal(source.address, "/events?patches=1");
});

test("a patch is applied to the table that was shown, and the whole table replaces it", () => {
  const source = following();
  source.say("table", { number: 4, rulings: ["a", "b"], view: { turn: 0 } });
  source.say("patch", [
    { op: "replace", path: "/number", value: 5 },
    { op: "remove", path: "/rulings/1" },
    { op: "add", path: "/rulings/0", value: "c" },
  ]);
  source.say("patch", [
    { op: "remove", path: "/rulings" },
    { op: "remove", path: "/view/turn" },
    { op: "add", path: "/view/asked", value: [{ name: "yes", say: "Yes" }] },
  ]);
  source.say("table", { number: 9 });
  assert.deepEqual(
    seen.filter(([what]) => what === "show").map(([, shown]) => shown),
    [
      { number: 4, rulings: ["a", "b"], view: { turn: 0 } },
      { number: 5, rulings: ["c", "a"], view: { turn: 0 } },
      { number: 5, view: { asked: [{ name: "yes", say: "Yes" }] } },
      { number: 9 },
    ],
  );
});

test("after five seconds of silence the page says so and asks again", () => {
  following();
  mock.timers.tick(4_999);
  assert.deepEqual(seen, []);
  mock.timers.tick(1);
  assert.deepEqual(seen, [["lost", true]]);
  assert.equal(Source.opened.length, 2);
  assert.equal(Source.opened[0].readyState, Source.CLOSED);
});

test("whatever the table says ends the silence", () => {
  const source = following();
  mock.timers.tick(4_000);
  source.say("clock", "1");
  mock.timers.tick(4_000);
  assert.deepEqual(seen, [
    ["lost", false],
    ["clock", 1],
  ]);
});

test("a stream that was closed for good is opened again after a while", () => {
  const source = following();
  source.close();
  source.onerror();
  assert.deepEqual(seen, [["lost", true]]);
  mock.timers.tick(3_000);
  assert.equal(Source.opened.length, 2);
});

test("a page taken out of the drawer listens again", () => {
  const source = following();
  page.pagehide();
  assert.equal(source.readyState, Source.CLOSED);
  page.pageshow({ persisted: true });
  assert.equal(Source.opened.length, 2);
});
