// The dice: thrown by tapping their faces, and shown until they are used.

import { el } from "../../draw/elements.js";
import { once } from "../../draw/keep.js";
import { reply } from "../../shell/answers.js";
import { noun, t } from "../../shell/words.js";
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

/** A throw: a column for each die, one tap each; or all of them typed. The last one says it. */
export function throwForm(question) {
  const given = {};
  const columns = question.fields.map((field) => dieColumn(field, give));
  function give(field, face) {
    given[field.name] = face;
    for (const one of columns) one.mark(given);
    if (question.fields.every((one) => given[one.name] !== undefined)) reply(question, { fields: given });
  }
  addEventListener("keydown", function type(event) {
    if (columns.every((one) => !one.node.isConnected)) removeEventListener("keydown", type);
    else typed(question.fields, given, give, event);
  });
  return [
    el("div", { class: "keypad" }, ...columns.map((one) => one.node)),
    el("p", { class: "hint typing" }, t("sphinx_type")),
  ];
}

/** A digit is the next die that has no face yet; S is the snake. */
function typed(fields, given, give, { key, target, ctrlKey, altKey, metaKey }) {
  const elsewhere = document.querySelector("dialog[open]") || target.matches?.("input, select, textarea");
  if (ctrlKey || altKey || metaKey || elsewhere) return;
  const next = fields.find((field) => given[field.name] === undefined);
  const face = key.toLowerCase() === "s" ? SNAKE : key;
  const known = next?.choices.find((choice) => String(choice) === face);
  if (known !== undefined) give(next, known);
}

/** One die: its faces below each other. */
function dieColumn(field, give) {
  const label = noun(field.name);
  const picks = field.choices.map((face) => pick(face, () => give(field, face)));
  const node = el(
    "div",
    { class: "dice-row", role: "radiogroup", "aria-label": label, data: { die: field.name } },
    el("span", { class: "label field" }, label),
    ...picks,
  );
  const mark = (given) =>
    picks.forEach((button, n) => button.setAttribute("aria-checked", String(given[field.name] === field.choices[n])));
  mark({});
  return { node, mark };
}

function pick(face, act) {
  const node = el(
    "button",
    { type: "button", class: "pick", role: "radio", data: { value: String(face) }, "aria-label": dieName(face) },
    die(face),
  );
  node.addEventListener("click", act);
  return node;
}
