import assert from "node:assert/strict";
import { test } from "node:test";
import { script } from "./page.js";

const { base, begin, begun, setBase } = await script("table/moment.js");

test("what is picked in a dialog is meant for the table at which it was opened", () => {
  setBase(7);
  begin();
  setBase(9);
  assert.equal(base(), 9);
  assert.equal(begun(), 7);
});
