// Clause tags: small, and a tap shows what the clause says.

import { el } from "../draw/elements.js";
import { clauseText, isClause } from "../words.js";
import { notify } from "./sheet.js";

/** The clauses of a refusal: the first one it breaks, and those its sentence names besides. */
export function named({ clause, say }) {
  const others = (say.match(/\b[A-Z]+(-[A-Z]+)*-\d+\b/g) ?? []).filter(isClause);
  return [...new Set([clause, ...others])];
}

export function clauses(ids) {
  const row = el("span", { class: "clauses" });
  for (const id of ids.filter(Boolean)) {
    row.append(el("button", { class: "clause", type: "button", on: { click: () => notify(clauseText(id), id) } }, id));
  }
  return row;
}
