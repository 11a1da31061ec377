import assert from "node:assert/strict";
import { test } from "node:test";

import { changed } from "../../companion/web/static/table/changes.js";

test("a sentence that was on the page is put where the change points at it", () => {
  const old = { b: [{ say: "Nobody stands in it." }], a: ["KHEOPS-62", "KHEOPS-70"] };
  const made = ["again", ["with", { c: ["be", ["\ue1003", "\ue1000", "\ue1004"]] }, []], ["said twice"]];
  assert.deepEqual(changed(old, made), {
    ...old,
    c: ["Nobody stands in it.", ["KHEOPS-62", "KHEOPS-70"], "said twice"],
  });
});

test("many cells get another tile at once, and the others stay", () => {
  const old = [
    { id: 1, tile: null },
    { id: 2, tile: null },
    { id: 3, tile: null },
  ];
  const made = [
    "of",
    [
      ["keep", 0, 1],
      ["over", 1, "tile", ["rows", ["face"], [["a"], ["b"]]]],
    ],
  ];
  assert.deepEqual(changed(old, made), [old[0], { id: 2, tile: { face: "a" } }, { id: 3, tile: { face: "b" } }]);
});

test("new rows follow those that stay", () => {
  const made = [
    "of",
    [
      ["keep", 0, 1],
      ["all", ["rows", ["n"], [[2], [3]]]],
    ],
  ];
  assert.deepEqual(changed([{ n: 1 }, { n: 9 }], made), [{ n: 1 }, { n: 2 }, { n: 3 }]);
});
