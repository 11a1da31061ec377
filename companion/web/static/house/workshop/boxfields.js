// The fields of a fact: numbers, names, choices, faces, and squares to tap.

import { el } from "../../draw/elements.js";
import { t } from "../../shell/words.js";
import { cellsField, groupsField, pairsField, placeField, squaresField } from "./boxboard.js";

/** A field of a fact: its node, its name, and how to read its value. */
export function boxField(input, fact, state) {
  const kind = KINDS[input.kind] ?? text;
  const made = kind(input, fact, state);
  const label = t(`fact_${input.name}`);
  const group = made.many;
  const node = group
    ? el("fieldset", { class: "rule" }, el("legend", {}, label), made.node)
    : el("p", { class: "field" }, el("label", { for: made.node.id }, label), made.node, made.beside ?? "");
  return { name: input.name, node, value: made.value };
}

let next = 0;
const idOf = (name) => `fact-${name}-${(next += 1)}`;

function number({ name, value }) {
  const node = el("input", { id: idOf(name), type: "number", step: "any", value });
  return { node, value: () => Number(node.value) };
}

function numbers({ name, value }) {
  const each = value.map((one, place) =>
    el("input", { type: "number", step: "any", value: one, "aria-label": `${t(`fact_${name}`)} ${place + 1}` }),
  );
  return { many: true, node: el("div", { class: "row" }, ...each), value: () => each.map((one) => Number(one.value)) };
}

function text({ name, value, kind }) {
  const type = kind === "colour" ? "color" : "text";
  const node = el("input", { id: idOf(name), type, value, maxlength: 40, autocomplete: "off" });
  return { node, value: () => node.value };
}

function names({ name, value }) {
  const node = el("input", { id: idOf(name), value: value.join(", "), autocomplete: "off" });
  const parts = () => node.value.split(",").map((one) => one.trim());
  return { node, value: () => parts().filter(Boolean) };
}

/** Numbers and letters with commas between them. */
function values(input) {
  const { node, value } = names(input);
  return { node, value: () => value().map((one) => (/^-?\d+$/.test(one) ? Number(one) : one)) };
}

function choice({ name, value, choices }, fact, state) {
  const options = choices.map((one) => el("option", { value: one, selected: one === value }, state.values[one] ?? one));
  const node = el("select", { id: idOf(name) }, ...options);
  return { node, value: () => node.value };
}

/** A name out of those the box has, or another one. */
function called({ name, value, choices }, fact, state) {
  const other = el("input", { maxlength: 40, autocomplete: "off", hidden: true, "aria-label": t("fact_other") });
  const options = choices.map((one) => el("option", { value: one, selected: one === value }, state.values[one] ?? one));
  const node = el("select", { id: idOf(name) }, ...options, el("option", { value: "" }, t("fact_other")));
  node.addEventListener("change", () => {
    other.hidden = node.value !== "";
    if (!other.hidden) other.focus();
  });
  return { node, beside: other, value: () => node.value || other.value };
}

function list({ value, choices }, fact, state) {
  const chosen = new Set(value);
  const chips = choices.map((one) => {
    const chip = el(
      "button",
      { type: "button", class: "chip", "aria-pressed": chosen.has(one) },
      state.values[one] ?? one,
    );
    chip.setAttribute("aria-pressed", String(chosen.has(one)));
    chip.addEventListener("click", () => {
      if (!chosen.delete(one)) chosen.add(one);
      chip.setAttribute("aria-pressed", String(chosen.has(one)));
    });
    return chip;
  });
  return {
    many: true,
    node: el("div", { class: "chips" }, ...chips),
    value: () => choices.filter((one) => chosen.has(one)),
  };
}

function flag({ name, value }) {
  const node = el("input", { id: idOf(name), type: "checkbox", checked: value });
  return { node, value: () => node.checked };
}

/** Rows of faces: who it is, and where it looks. */
function faces({ value, choices }, fact, state) {
  const rows = value.map((row) => row.map((face) => oneFace(face, choices, state)));
  const node = el("div", {}, ...rows.map((row) => el("div", { class: "row" }, ...row.map((one) => one.node))));
  return { many: true, node, value: () => rows.map((row) => row.map((one) => one.value())) };
}

function oneFace(face, choices, state) {
  const cut = face.lastIndexOf("_");
  const who = el(
    "select",
    { "aria-label": t("fact_who") },
    ...choices.map((one) =>
      el("option", { value: one, selected: one === face.slice(0, cut) }, state.values[one] ?? one),
    ),
  );
  const way = el(
    "select",
    { "aria-label": t("fact_gaze") },
    ...["L", "R"].map((one) =>
      el("option", { value: one, selected: one === face.slice(cut + 1) }, t(`fact_looks_${one}`)),
    ),
  );
  return { node: el("span", { class: "row" }, who, way), value: () => `${who.value}_${way.value}` };
}

const KINDS = {
  number,
  count: number,
  numbers,
  text,
  called,
  colour: text,
  names,
  values,
  choice,
  list,
  flag,
  faces,
  place: placeField,
  squares: squaresField,
  pairs: pairsField,
  groups: groupsField,
  cells: cellsField,
};
