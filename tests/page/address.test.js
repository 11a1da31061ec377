import assert from "node:assert/strict";
import { test } from "node:test";
import { openAs, script } from "./page.js";

openAs("table", { search: "?lang=de&projector" });
const { address, worded } = await script("shell/address.js");

test("the public page asks as the table, whoever has joined in this browser", () => {
  assert.equal(address("/events"), "/events?as=table&lang=de");
});

test("words are asked for in the language of the page alone", () => {
  assert.equal(worded("/words.json"), "/words.json?lang=de");
});
