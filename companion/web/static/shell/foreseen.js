// What a move would bring, asked of the table and shown before the move is made.

import { el } from "../draw/elements.js";
import { worded } from "./address.js";
import { seat } from "./role.js";
import { t } from "./words.js";
import { clauses } from "./clauses.js";
import { ask, close } from "./dialog.js";

/** Show what a move would bring and let *act* do it; at once where there is nothing to say. At the table's page only a
 * mistake is worth a word. */
export async function ahead(meant, act) {
  const found = await asked(meant);
  if (found?.kind !== "foreseen" || (seat === null && !found.better)) return act();
  return new Promise((done) => show(found, () => done(act())));
}

async function asked(body) {
  try {
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(worded("/preview"), { method: "POST", headers, body: JSON.stringify(body) });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

function show({ sentences, better }, act) {
  const line = ({ say, because }) => el("li", {}, el("span", { class: "said" }, say), " ", clauses(because));
  const go = () => {
    close();
    act();
  };
  ask(
    t("foreseen"),
    el("ul", { class: "foreseen" }, ...sentences.map(line)),
    ...(better ? [instead(better)] : []),
    el(
      "div",
      { class: "choices" },
      el("button", { class: "answer main", type: "button", data: { foreseen: "do" }, on: { click: go } }, t("do_it")),
      el("button", { class: "answer less", type: "button", on: { click: close } }, t("another_choice")),
    ),
  );
}

/** A better idea, with its reason; nobody has to follow it. */
function instead({ say, reason, because }) {
  return el(
    "section",
    { class: "better" },
    el("h3", {}, t("better_idea")),
    el("p", {}, el("b", {}, say), " ", el("span", {}, reason), " ", clauses(because)),
  );
}
