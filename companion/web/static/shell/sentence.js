// A sentence with places for values, written as in companion/words/sentence.py.

import { CATEGORIES, pluralCategory } from "./plurals.js";

/** What a language knows of its nouns, plurals, small words and decimals; this is English. */
export const ENGLISH = { nouns: {}, plural: { one: "n = 1" }, and: "and", or: "or", decimal: ".", before: {} };
const SOUNDS = { y: /^(h?i(?![aeo])|y(?![aeiou]))/i, o: /^(h?o|8|11\b)/i };

/** Fill the places of a sentence. */
export function fill(text, values = {}, grammar = ENGLISH) {
  let said = "";
  let rest = text;
  for (let open = rest.indexOf("{"); open >= 0; open = rest.indexOf("{")) {
    const end = closing(rest, open);
    said += rest.slice(0, open) + place(rest.slice(open + 1, end), values, grammar);
    rest = rest.slice(end + 1);
  }
  return said + rest;
}

/** A form of a noun: "the ibis". */
export function nounForm(name, form, { nouns }) {
  const forms = nouns[name] ?? nouns["*"] ?? {};
  return (forms[form] ?? "*").replace("*", String(name).replaceAll("_", " "));
}

function place(inside, values, grammar) {
  const [, name, sign = "", rest = ""] = /^([\w.]+)\s*([:|?])?(.*)$/s.exec(inside) ?? [null, inside];
  const value = name.split(".").reduce((within, part) => within?.[part], values) ?? "";
  if (sign === "|") return fill(counted(rest, amount(value), grammar), values, grammar);
  if (sign === "?") return fill(chosen(rest, String(value)), values, grammar);
  if (rest === "#") return String(amount(value));
  const either = /^or\b/.test(rest);
  const texts = [value].flat().map((one) => worded(one, either ? rest.slice(3) : rest, grammar));
  return several(texts, either ? grammar.or : grammar.and, grammar.before ?? {});
}

function counted(texts, count, grammar) {
  const named = bars(texts).map(categorised);
  if (named.length === 2 && !named[0][0]) named[0][0] = "one";
  const category = pluralCategory(count, grammar.plural);
  const [, said] = named.slice(0, -1).find(([name]) => name === category) ?? named.at(-1);
  return said.replaceAll("#", count);
}

/** The plural category before a text, and the text. */
function categorised(text) {
  const [name, ...rest] = text.split(":");
  return rest.length && CATEGORIES.includes(name) ? [name, rest.join(":")] : ["", text];
}

function chosen(texts, value) {
  const known = Object.fromEntries(bars(texts).map((text) => cut(text, ":")));
  return known[value] ?? known["*"] ?? "";
}

const amount = (value) => (Array.isArray(value) ? value.length : Number(value));

function worded(value, form, grammar) {
  if (typeof value === "number") return String(value).replace(".", grammar.decimal ?? ".");
  return typeof value === "string" && form ? nounForm(value, form, grammar) : String(value);
}

/** One, two and three. */
function several(texts, link, before) {
  if (texts.length < 2) return texts.join("");
  const soft = before[link] && SOUNDS[link]?.test(texts.at(-1)) ? before[link] : link;
  return `${texts.slice(0, -1).join(", ")} ${soft} ${texts.at(-1)}`;
}

function closing(text, open) {
  let depth = 0;
  for (let n = open; n < text.length; n += 1) {
    depth += { "{": 1, "}": -1 }[text[n]] ?? 0;
    if (depth === 0) return n;
  }
  return text.length;
}

/** Cut at the bars that are not inside braces. */
function bars(text) {
  const parts = [""];
  let depth = 0;
  for (const letter of text) {
    depth += { "{": 1, "}": -1 }[letter] ?? 0;
    if (letter === "|" && depth === 0) parts.push("");
    else parts[parts.length - 1] += letter;
  }
  return parts;
}

const cut = (text, at) => [text.slice(0, text.indexOf(at)).trim(), text.slice(text.indexOf(at) + 1)];
