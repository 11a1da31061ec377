// Clause tags: small, and a tap tells what the clause says.

import { tell } from "./acts.js";
import { el } from "./dom.js";
import { clauseText } from "./words.js";

export function clauses(ids) {
  const row = el("span", { class: "clauses" });
  for (const id of ids.filter(Boolean)) {
    row.append(el("button", { class: "clause", type: "button", on: { click: () => tell(clauseText(id), id) } }, id));
  }
  return row;
}
