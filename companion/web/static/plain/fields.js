// Fields to choose from: a label and a list each.

import { el } from "../draw/elements.js";

/** A line for each field {name, say, choices}; *scope* keeps their ids apart. */
export function fieldLines(fields, scope) {
  return fields.map((field, n) => {
    const id = `field-${scope}-${n}`.replace(/[^\w-]/g, "-");
    const options = field.choices.map((choice, at) => el("option", { value: at }, choice.say));
    return el("div", { class: "field-line" }, el("label", { for: id }, field.say), el("select", { id }, ...options));
  });
}

/** The value chosen in a line. */
export function chosen(line, field) {
  return field.choices[Number(line.querySelector("select").value)]?.value;
}
