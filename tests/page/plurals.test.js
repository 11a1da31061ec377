import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { script } from "./page.js";

const { pluralCategory } = await script("shell/plurals.js");
const { ENGLISH, fill } = await script("shell/sentence.js");
const TABLE = JSON.parse(readFileSync(new URL("../../companion/words/plurals.json", import.meta.url), "utf8"));
const COUNTS = [...Array(1201).keys(), -1, -3, 9_999, 1_000_000, 1_000_001, 2_000_000];

for (const [language, rules] of Object.entries(TABLE)) {
  test(`${language} counts as the engine's own table of the CLDR says`, () => {
    const known = new Intl.PluralRules(language);
    assert.equal(known.resolvedOptions().locale, language);
    for (const count of COUNTS) assert.equal(pluralCategory(count, rules), known.select(count), count);
  });
}

test("a Polish sentence has three forms, and the last is for all the others", () => {
  const polish = { ...ENGLISH, plural: TABLE.pl };
  const text = "{n|one:# kamień|few:# kamienie|# kamieni}";
  assert.deepEqual(
    [0, 1, 2, 5, 12, 21, 22, 112, 122].map((n) => fill(text, { n }, polish)),
    [
      "0 kamieni",
      "1 kamień",
      "2 kamienie",
      "5 kamieni",
      "12 kamieni",
      "21 kamieni",
      "22 kamienie",
      "112 kamieni",
      "122 kamienie",
    ],
  );
});

test("a text is a category only where it says so", () => {
  assert.equal(fill("{n|few stones: #|ones}", { n: 1 }), "few stones: 1");
  assert.equal(fill("{n|few stones: #|ones}", { n: 2 }), "ones");
  assert.equal(fill("{n|one:#: a stone|#: stones}", { n: 1 }), "1: a stone");
});
