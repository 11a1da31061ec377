// Answering: one button, and the reply it sends.

import { el, named } from "../draw/elements.js";
import { base } from "../table/moment.js";
import { t } from "./words.js";
import { post } from "./acts.js";
import { foresee } from "./foresee.js";

/** Answer a question. *since* is the table at which the answer was begun, where that takes several taps. A seat sees
 * first what its answer would bring, unless the button has *shown* it. */
export function reply(question, body, { say, since = base(), shown = false } = {}) {
  const answer = { question: question.id, base: question.style === "race" ? null : since, ...body };
  const act = () => post("/answer", answer, say);
  return shown || answer.base === null ? act() : foresee(answer, act);
}

/** The button of an answer, with its words or with what a room draws on it. */
export function option(question, choice, extra = "", face = null) {
  const button = el(
    "button",
    {
      class: `answer ${extra}${choice.advised ? " advised" : ""}`,
      type: "button",
      data: { option: choice.name },
      on: { click: () => reply(question, { option: choice.name }) },
    },
    ...(face ?? [choice.say]).flatMap((part) => [part, " "]),
    choice.advised ? el("small", {}, t("advised")) : null,
  );
  return face ? named(button, choice.say) : button;
}
