import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { patched } from "../../companion/web/static/table/json_patch.js";

const CASES = JSON.parse(readFileSync(new URL("json_patch_cases.json", import.meta.url), "utf8"));

for (const { what, doc, patch, becomes, fails } of CASES) {
  test(what, () => {
    const before = JSON.stringify(doc);
    if (fails) assert.throws(() => patched(doc, patch));
    else assert.deepEqual(patched(doc, patch), becomes);
    assert.equal(JSON.stringify(doc), before);
  });
}

test("a key that means something to scripts is a key like any other", () => {
  const shown = patched({}, JSON.parse('[{ "op": "add", "path": "/__proto__", "value": { "own": 1 } }]'));
  assert.equal(Object.getPrototypeOf(shown), Object.prototype);
  assert.equal(JSON.stringify(shown), '{"__proto__":{"own":1}}');
});

test("what a patch leaves alone stays the same object", () => {
  const old = { rulings: [{ n: 1 }, { n: 2 }], view: { turn: 0 } };
  const shown = patched(old, [
    { op: "remove", path: "/rulings/1" },
    { op: "add", path: "/rulings/0", value: { n: 3 } },
  ]);
  assert.deepEqual(shown.rulings, [{ n: 3 }, { n: 1 }]);
  assert.equal(shown.view, old.view);
  assert.equal(shown.rulings[1], old.rulings[0]);
});
