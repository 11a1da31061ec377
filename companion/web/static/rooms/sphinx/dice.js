// The dice: thrown by tapping their faces, and shown until they are used.

import { el } from "../../draw/elements.js";
import { once } from "../../draw/keep.js";
import { reply } from "../../shell/answers.js";
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

/** A throw: two dice that are alike in one tap, the others one each; or all of them typed. The last one says it. */
export function throwForm(question) {
  const given = {};
  const rows = grouped(question.fields).map((fields) => (fields.length > 1 ? pairRow : dieRow)(fields, give));
  function give(fields, faces) {
    fields.forEach((field, n) => (given[field.name] = faces[n]));
    for (const one of rows) one.mark(given);
    if (question.fields.every((one) => given[one.name] !== undefined)) reply(question, { fields: given });
  }
  addEventListener("keydown", function type(event) {
    if (rows.every((one) => !one.node.isConnected)) removeEventListener("keydown", type);
    else typed(question.fields, given, give, event);
  });
  return [...rows.map((one) => one.node), el("p", { class: "hint typing" }, t("sphinx_type"))];
}

/** The dice in their order, two neighbours that are alike together. */
function grouped(fields) {
  const alike = (one, other) => other !== undefined && String(one.choices) === String(other.choices);
  const [first, ...rest] = fields;
  if (first === undefined) return [];
  return alike(first, rest[0]) ? [[first, rest[0]], ...grouped(rest.slice(1))] : [[first], ...grouped(rest)];
}

/** A digit is the next die that has no face yet; S is the snake. */
function typed(fields, given, give, { key, target, ctrlKey, altKey, metaKey }) {
  const elsewhere = document.querySelector("dialog[open]") || target.matches?.("input, select, textarea");
  if (ctrlKey || altKey || metaKey || elsewhere) return;
  const next = fields.find((field) => given[field.name] === undefined);
  const face = key.toLowerCase() === "s" ? SNAKE : key;
  const known = next?.choices.find((choice) => String(choice) === face);
  if (known !== undefined) give([next], [known]);
}

function dieRow([field], give) {
  const label = noun(field.name);
  const picks = field.choices.map((face) => pick([face], dieName(face), () => give([field], [face])));
  return row(label, "", picks, (given, { faces }) => given[field.name] === faces[0]);
}

/** Two dice that are alike: it does not matter which of them shows what. */
function pairRow(fields, give) {
  const label = fields.map((field) => noun(field.name)).join(" + ");
  const [{ choices }] = fields;
  const pairs = choices.flatMap((one, n) => choices.slice(n).map((other) => [one, other]));
  const picks = pairs.map((faces) => pick(faces, faces.map(dieName).join(" + "), () => give(fields, faces)));
  return row(label, " pairs", picks, (given, { faces }) => {
    const shown = fields.map((field) => given[field.name]);
    return String(shown) === String(faces) || String(shown.reverse()) === String(faces);
  });
}

function pick(faces, name, act) {
  const node = el(
    "button",
    { type: "button", class: "pick", role: "radio", data: { value: faces.join("-") }, "aria-label": name },
    ...faces.map((face) => die(face)),
  );
  node.addEventListener("click", act);
  return { node, faces };
}

function row(label, extra, picks, isChosen) {
  const node = el(
    "div",
    { class: `row dice-row${extra}`, role: "radiogroup", "aria-label": label },
    el("span", { class: "label field" }, label),
    el("span", { class: "picks" }, ...picks.map((one) => one.node)),
  );
  const mark = (given) => {
    for (const one of picks) one.node.setAttribute("aria-checked", String(isChosen(given, one)));
  };
  mark({});
  return { node, mark };
}
