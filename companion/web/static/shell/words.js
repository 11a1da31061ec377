// What the page itself says. Sentences about the game arrive already worded.

import { ENGLISH, fill, nounForm } from "./sentence.js";
import { worded } from "./address.js";
import { get } from "./requests.js";

const NONE = { page: {}, nouns: {}, clauses: {}, letters: {}, grammar: ENGLISH };
let words = NONE;

export async function loadWords(path = "/words.json") {
  setWords(await get(path));
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

/** The words of clauses, fetched when somebody asks for the first time. */
export async function clauseTexts(ids) {
  if (!Object.keys(words.clauses).length) {
    const found = await fetch(worded("/clauses.json")).catch(() => null);
    if (found?.ok) words = { ...words, clauses: await found.json() };
  }
  return ids.map((id) => words.clauses[id] ?? t("clause_unknown"));
}

/** What the owner's own rulebook says behind these clauses: {lang, say}, or nothing. */
export async function bookTexts(ids) {
  const found = await fetch(worded("/rulebook.json")).catch(() => null);
  const book = found?.ok ? await found.json() : {};
  return ids.map((id) => book[id]);
}
