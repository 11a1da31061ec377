// What the page itself says. Sentences about the game arrive already worded.

import { worded } from "./table/address.js";

let words = { page: {}, nouns: {}, clauses: {} };

export async function loadWords() {
  setWords(await (await fetch(worded("/words.json"))).json());
}

/** Speak with these words from now on. */
export function setWords(given) {
  words = given;
}

/** A label of the page: t("turn_of", {player: "Ada"}). */
export function t(key, values = {}) {
  const text = words.page[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

export function noun(name) {
  const forms = words.nouns[name] ?? words.nouns["*"];
  return (forms?.one ?? "*").replace("*", String(name).replaceAll("_", " "));
}

/** The first letter of a colour, for those who see colours alike. */
export function initial(colour) {
  return noun(colour)[0].toUpperCase();
}

export function isClause(id) {
  return id in words.clauses;
}

export function clauseText(id) {
  return words.clauses[id] ?? t("clause_unknown");
}
