// Answering: one button, and the reply it sends.

import { el, named } from "../draw/elements.js";
import { base } from "../table/moment.js";
import { t } from "../words.js";
import { post } from "./acts.js";

/** Answer a question. *since* is the table at which the answer was begun, where that takes several taps. */
export function reply(question, body, { say, since = base() } = {}) {
  return post("/answer", { question: question.id, base: question.style === "race" ? null : since, ...body }, say);
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
