// The way from a clause to its paragraph on the page of the rules, where a house has one.

import { el } from "../draw/elements.js";
import { t } from "./words.js";

/** A link to the paragraph of a clause; its number alone where there is no such page. */
export function ruleLink(clause) {
  const { house, page, room } = document.documentElement.dataset;
  if (house === undefined && page === undefined) return el("b", {}, clause);
  return el("a", { class: "to-rules", href: `/rules/${room}#${clause}` }, t("read_rules"));
}
