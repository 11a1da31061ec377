// What the page itself says. Sentences about the game arrive already worded.

import { fill, nounForm } from "./sentence.js";
import { worded } from "./table/address.js";

const NONE = { page: {}, nouns: {}, clauses: {}, letters: {}, grammar: { one: [1], and: "and", or: "or" } };
let words = NONE;

export async function loadWords() {
  setWords(await (await fetch(worded("/words.json"))).json());
}

/** Speak with these words from now on. */
export function setWords(given) {
  words = { ...NONE, ...given };
}

/** A label of the page: t("turn_of", {player: "Ada"}). */
export function t(key, values = {}) {
  return speak(words.page[key] ?? key, values);
}

/** A sentence of this page's language, with its places filled. */
export function speak(text, values = {}) {
  return fill(text, values, { nouns: words.nouns, ...words.grammar });
}

export function noun(name) {
  return nounForm(name, "one", words);
}

/** The letter of a colour, for those who see colours alike. */
export function initial(colour) {
  return words.letters[colour] ?? noun(colour)[0].toUpperCase();
}

export function isClause(id) {
  return id in words.clauses;
}

export function clauseText(id) {
  return words.clauses[id] ?? t("clause_unknown");
}
