// The dice: thrown by tapping their faces, and shown until they are used.

import { el } from "../../draw/elements.js";
import { once } from "../../draw/keep.js";
import { reply } from "../../shell/answers.js";
import { pickRow } from "../../shell/form.js";
import { noun, t } from "../../words.js";
import { die, dieName, SNAKE } from "./faces.js";

/** What is left of the throw, large enough for the far end of the table. */
export function showDice(box, { view }) {
  box.hidden = view.phase !== "play";
  once(box, [view.dice, view.phase], () => {
    if (view.dice === null) return [el("p", { class: "hint" }, t("sphinx_not_thrown"))];
    if (!view.dice.length) return [el("p", { class: "hint" }, t("sphinx_all_used"))];
    return view.dice.map((face) => die(face));
  });
}

/** One row of big faces per die, to tap or to type; the last one says them all. */
export function throwForm(question) {
  const given = {};
  const rows = question.fields.map((field) =>
    pickRow({ label: noun(field.name), extra: " dice-row" }, field.choices.map(dieChoice), undefined, (choice) => {
      given[field.name] = choice;
      if (question.fields.every((one) => given[one.name] !== undefined)) reply(question, { fields: given });
    }),
  );
  addEventListener("keydown", function type(event) {
    if (rows.every((one) => !one.isConnected)) removeEventListener("keydown", type);
    else typed(rows, event);
  });
  return [...rows, el("p", { class: "hint typing" }, t("sphinx_type"))];
}

/** A digit is the next die that has no face yet; S is the snake. */
function typed(rows, { key, target, ctrlKey, altKey, metaKey }) {
  const elsewhere = document.querySelector("dialog[open]") || target.matches?.("input, select, textarea");
  if (ctrlKey || altKey || metaKey || elsewhere) return;
  const next = rows.find((row) => !row.querySelector("[aria-checked='true']"));
  const face = key.toLowerCase() === "s" ? SNAKE : key;
  next?.querySelector(`.pick[data-value="${CSS.escape(face)}"]`)?.click();
}

function dieChoice(face) {
  return { value: face, name: dieName(face), face: [die(face)] };
}
