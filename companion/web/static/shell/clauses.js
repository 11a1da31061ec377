// Why: one quiet mark behind a sentence; a tap shows the clauses it rests on, each with its words.

import { el } from "../draw/elements.js";
import { bookTexts, clauseTexts, t } from "./words.js";
import { ask } from "./dialog.js";
import { ruleLink } from "./rule_link.js";
import { notify } from "./sheet.js";

/** The clauses of a refusal: the first one it breaks, and those its sentence names besides. */
export function named({ clause, say }) {
  const own = new Set(clause.split("-"));
  const others = say.match(/\b[A-Z]+(-[A-Z]+)*-\d+\b/g) ?? [];
  return [...new Set([clause, ...others.filter((other) => other.split("-").some((part) => own.has(part)))])];
}

/** The mark that opens the clauses; nothing where there are none. */
export function clauses(ids) {
  const known = ids.filter(Boolean);
  if (!known.length) return el("span", { class: "clauses" });
  const mark = el(
    "button",
    {
      class: "clause",
      type: "button",
      title: known.join(", "),
      "aria-label": `${t("why")} ${known.join(", ")}`,
      data: { clauses: known.join(" ") },
      on: { click: () => open(known) },
    },
    el("span", { class: "unseen" }, known.join(" ")),
  );
  return el("span", { class: "clauses" }, mark);
}

async function open(ids) {
  const [texts, book] = await Promise.all([clauseTexts(ids), bookTexts(ids)]);
  if (ids.length === 1 && !book[0]) notify(texts[0], ids[0]);
  else ask(t("why_heading"), ...ids.flatMap((id, n) => explained(id, texts[n], book[n])));
}

/** A clause in the reader's language, and beside it what the rulebook says, in the book's own. */
function explained(id, text, quote) {
  const clause = el("p", { class: "clause-of" }, text, " ", ruleLink(id));
  return quote
    ? [clause, el("blockquote", {}, el("small", {}, t("book_says")), el("q", { lang: quote.lang }, quote.say))]
    : [clause];
}
