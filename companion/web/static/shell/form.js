// A form: each field a row of things to pick, then one button.

import { el } from "../draw/elements.js";
import { t } from "./words.js";
import { reply } from "./answers.js";

const SHORT = 5;

export function form(question, here) {
  const given = { ...here.room.known(question) };
  const send = () => reply(question, { fields: given });
  const done = el("button", { class: "answer main", type: "button", on: { click: send } }, t("turn_over"));
  const check = () => {
    done.disabled = question.fields.some((field) => given[field.name] === undefined);
  };
  const rows = question.fields.map((field) =>
    row(field, here.room, given[field.name], (value) => {
      given[field.name] = value;
      check();
    }),
  );
  check();
  return [...rows, el("div", { class: "choices" }, done)];
}

/** One field as a row; the room draws its label and its choices. */
export function row(field, room, chosen, pick) {
  const label = room.fieldLabel(field);
  return pickRow(
    {
      label,
      face: [...room.fieldFace(field), room.fieldName?.(field) ?? label],
      extra: field.choices.length < SHORT ? " short" : "",
    },
    field.choices.map((value) => ({ value, face: room.choiceFace(field, value), data: { animal: value } })),
    chosen,
    pick,
  );
}

/** A row of choices {value, name, face, data}, of which one is picked. */
export function pickRow({ label, face = [label], extra = "" }, choices, chosen, pick) {
  const buttons = choices.map(({ value, name = null, face: drawn, data = {} }) =>
    el(
      "button",
      {
        type: "button",
        class: "pick",
        role: "radio",
        data: { value: String(value), ...data },
        "aria-label": name,
        "aria-checked": String(value === chosen),
        on: { click: () => choose(value) },
      },
      ...drawn,
    ),
  );
  function choose(value) {
    buttons.forEach((button, n) => button.setAttribute("aria-checked", String(choices[n].value === value)));
    pick(value);
  }
  return el(
    "div",
    { class: `row${extra}`, role: "radiogroup", "aria-label": label },
    el("span", { class: "label field" }, ...face),
    el("span", { class: "picks" }, ...buttons),
  );
}
