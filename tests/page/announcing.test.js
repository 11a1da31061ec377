import assert from "node:assert/strict";
import { test } from "node:test";
import { script } from "./page.js";

const said = [];
globalThis.document = {
  getElementById: () => ({
    set textContent(text) {
      said.push(text);
    },
  }),
};
const { announce } = await script("shell/announcing.js");

test("a ruling and the turn it brings are one announcement, the ruling first", async () => {
  announce("turn", "Ben’s turn");
  announce("ruling", "Anna builds a pair.");
  await Promise.resolve();
  announce("turn", "Anna’s turn");
  await Promise.resolve();
  assert.deepEqual(said, ["Anna builds a pair. Ben’s turn", "Anna’s turn"]);
});
