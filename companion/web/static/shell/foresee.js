// Looking ahead: on a seat's phone the table says what a move would bring before it is made.

import { el } from "../draw/elements.js";
import { worded } from "../table/address.js";
import { seat } from "../table/role.js";
import { t } from "../words.js";
import { clauses } from "./clauses.js";
import { ask, close } from "./dialog.js";

/** Show what a move, or an answer, would bring and let *act* do it; the table's page and the referee's do it at once. */
export async function foresee(meant, act) {
  const found = seat === null ? null : await asked(meant);
  if (found?.kind !== "foreseen") return act();
  return new Promise((done) => show(found.sentences, () => done(act())));
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

function show(sentences, act) {
  const line = ({ say, because }) => el("li", {}, el("span", { class: "said" }, say), " ", clauses(because));
  const go = () => {
    close();
    act();
  };
  ask(
    t("foreseen"),
    el("ul", { class: "foreseen" }, ...sentences.map(line)),
    el(
      "div",
      { class: "choices" },
      el("button", { class: "answer main", type: "button", data: { foreseen: "do" }, on: { click: go } }, t("do_it")),
      el("button", { class: "answer less", type: "button", on: { click: close } }, t("another_choice")),
    ),
  );
}
