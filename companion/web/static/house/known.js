// How much is known of a box, and the way to the questions.

import { el } from "../draw/elements.js";

/** A line such as "31 of 44 facts of this box are guesses"; *t* says it in the words of the page. */
export function knownLine({ name, known }, t, mayAnswer) {
  if (!known.guesses) return el("p", { class: "known" }, t("box_known", known));
  if (!mayAnswer) return el("p", { class: "known" }, t("box_guesses", known));
  const show = el("a", { href: `/workshop/box#${name}` }, t("box_show", known));
  return el("p", { class: "known" }, t("box_guesses", known), " ", show);
}
