import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { openAs, script } from "./page.js";

openAs("seat-0");
const { newName, send, settle } = await script("table/receipts.js");
const { setClock } = await script("table/clock.js");

const pause = () => Promise.resolve();
let asked = [];

function answering(...answers) {
  globalThis.fetch = (where, how) => {
    asked.push([where, how]);
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer instanceof Error) return Promise.reject(answer);
    return Promise.resolve({ status: answer.status ?? 200, json: () => Promise.resolve(answer) });
  };
}

beforeEach(() => {
  asked = [];
});

test("an act is sent under its name, and not after its time by the table's clock", async () => {
  answering({ kind: "accepted" });
  await send("/move", { base: 3 }, "abc");
  setClock(100);
  assert.deepEqual(await send("/move", { base: 3 }, "abc"), { kind: "accepted" });
  const [[, before], [where, how]] = asked;
  assert.equal(where, "/move");
  assert.equal(how.method, "POST");
  assert.equal(how.body, '{"base":3}');
  assert.equal(how.headers["X-Act"], "abc");
  assert.equal(before.headers["X-Until"], undefined);
  assert.ok(Math.abs(Number(how.headers["X-Until"]) - 108) < 1);
});

test("an act nobody answered is asked about until the table says what became of it", async () => {
  answering(new Error("no way through"), { kind: "pending" }, { kind: "accepted" });
  assert.deepEqual(await settle("abc", pause), { kind: "accepted" });
  assert.deepEqual(
    asked.map(([where]) => where),
    ["/acts/abc", "/acts/abc", "/acts/abc"],
  );
});

test("an act the table has never heard of is lost", async () => {
  answering({ status: 404 });
  assert.deepEqual(await settle("abc", pause), { kind: "lost" });
});

test("a table that stays silent is given up in the end", async () => {
  answering(new Error("no way through"));
  assert.equal(await settle("abc", pause), null);
  assert.equal(asked.length, 120);
});

test("no two acts have the same name", () => {
  const names = new Set(Array.from({ length: 500 }, newName));
  assert.equal(names.size, 500);
  assert.match([...names][0], /^[0-9a-f]{24}$/);
});
