// How a game nobody followed stands now: the fields of a form, the same in every room.

import { el } from "../draw/elements.js";
import { ask } from "./dialog.js";
import { t } from "./words.js";

/** A number to type. */
export const number = (value, most, least = 0) =>
  el("input", { type: "number", min: least, max: most, value, required: true, inputmode: "numeric" });

/** Something to choose: pairs of a value and its words. */
export const select = (choices, chosen = "") =>
  el("select", {}, ...choices.map(([value, say]) => el("option", { value, selected: value === chosen }, say)));

export const tick = (checked = false) => el("input", { type: "checkbox", checked });

export const labelled = (say, field) => el("label", {}, say, field);

export const group = (legend, ...nodes) => el("fieldset", {}, el("legend", { dir: "auto" }, legend), ...nodes);

/** Many small lines beside each other. */
export const grid = (...lines) => el("div", { class: "many-fields" }, ...lines);

export const line = (...nodes) => el("div", { class: "purse" }, ...nodes);

/** The form, with whose turn it is; *read* says what was filled in when it is sent. */
export function askStanding({ light, view }, nodes, read, tell) {
  const turn = select(
    view.seats.map(({ name }, seat) => [String(seat), name]),
    String(light.seat),
  );
  const send = (event) => {
    event.preventDefault();
    tell({ type: "GoOnFrom", seat: Number(turn.value), ...read() });
  };
  const done = el("button", { class: "answer main", type: "submit" }, t("light_stands"));
  const whose = group(t("light_whose"), labelled("", turn));
  turn.setAttribute("aria-label", t("light_whose"));
  const form = el("form", { class: "at-end", on: { submit: send } }, ...nodes, whose, done);
  ask(t("light_from"), el("p", {}, t("light_from_about")), form);
}
