// The dice: thrown by tapping their faces or drawing a finger across them, and shown until they are used.

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

/** A throw: a column for each die, one tap each; or all with one stroke, or typed. The last one says it. */
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
  const keypad = el("div", { class: "keypad" }, ...columns.map((one) => one.node));
  stroked(keypad, columns, (faces) => {
    const [name] = Object.keys(faces);
    Object.assign(given, faces);
    if (name === undefined) for (const one of columns) one.mark(given);
    else give({ name }, faces[name]);
  });
  return [keypad, el("p", { class: "hint typing" }, t("sphinx_type"))];
}

/** A finger drawn across: each die shows the face it begins or ends on, or on which it crosses the middle of its column. */
function stroked(keypad, columns, finish) {
  let last = null;
  let faces = {};
  const rectOf = ({ node }) => node.getBoundingClientRect();
  const cross = (column, y) => {
    const face = column.faceAt(y);
    if (face === undefined) return;
    faces[column.name] = face;
    if (Object.keys(faces).length > 1) for (const one of columns) one.mark(faces);
  };
  const touch = ({ clientX: x, clientY: y }) => {
    const column = columns.find((one) => x >= rectOf(one).left && x <= rectOf(one).right);
    if (column) cross(column, y);
  };
  keypad.addEventListener("pointerdown", (event) => {
    faces = {};
    last = event;
    touch(event);
  });
  keypad.addEventListener("pointermove", (event) => {
    if (!last) return;
    const [x, y] = [event.clientX - last.clientX, event.clientY - last.clientY];
    for (const column of columns) {
      const { left, right } = rectOf(column);
      const part = ((left + right) / 2 - last.clientX) / x;
      if (part > 0 && part <= 1) cross(column, last.clientY + part * y);
    }
    last = event;
  });
  const end = (event) => {
    if (last && event.type === "pointerup") touch(event);
    last = null;
    if (Object.keys(faces).length > 1) finish(event.type === "pointerup" ? faces : {});
  };
  for (const kind of ["pointerup", "pointercancel"]) keypad.addEventListener(kind, end);
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
  const faceAt = (y) => field.choices[picks.findIndex((one) => isAcross(one.getBoundingClientRect(), y))];
  mark({});
  return { name: field.name, node, mark, faceAt };
}

const isAcross = ({ top, bottom }, y) => y >= top && y <= bottom;

function pick(face, act) {
  const node = el(
    "button",
    { type: "button", class: "pick", role: "radio", data: { value: String(face) }, "aria-label": dieName(face) },
    die(face),
  );
  node.addEventListener("click", act);
  return node;
}
