// The dice: thrown by tapping their faces, and shown until they are used.

import { el, once } from "../dom.js";
import { reply } from "../questions.js";
import { noun, t } from "../words.js";
import { die, dieName } from "./sphinx_faces.js";

/** What is left of the throw, large enough for the far end of the table. */
export function showDice(box, { view }) {
  box.hidden = view.phase !== "play";
  once(box, [view.dice, view.phase], () => {
    if (view.dice === null) return [el("p", { class: "hint" }, t("sphinx_not_thrown"))];
    if (!view.dice.length) return [el("p", { class: "hint" }, t("sphinx_all_used"))];
    return view.dice.map((face) => die(face));
  });
}

/** One row of big faces per die, then one button. */
export function throwForm(question) {
  const given = {};
  const done = el(
    "button",
    { class: "answer main", type: "button", disabled: true, on: { click: () => reply(question, { fields: given }) } },
    t("sphinx_these_dice"),
  );
  const rows = question.fields.map((field) =>
    pickRow(noun(field.name), field.choices, (choice) => [die(choice)], dieName, (choice) => {
      given[field.name] = choice;
      done.disabled = question.fields.some((one) => given[one.name] === undefined);
    }),
  );
  return [...rows, el("div", { class: "choices" }, done)];
}

/** A row of things to pick one of; returns the row. */
export function pickRow(label, choices, face, nameOf, pick, chosen = undefined) {
  const buttons = choices.map((choice) =>
    el(
      "button",
      {
        type: "button",
        class: "pick",
        role: "radio",
        data: { value: String(choice) },
        "aria-label": nameOf(choice),
        "aria-checked": String(choice === chosen),
        on: {
          click: () => {
            buttons.forEach((button, n) => button.setAttribute("aria-checked", String(choices[n] === choice)));
            pick(choice);
          },
        },
      },
      ...face(choice),
    ),
  );
  return el("div", { class: "row dice-row", role: "radiogroup", "aria-label": label }, el("span", { class: "label field" }, label), el("span", { class: "picks" }, ...buttons));
}
