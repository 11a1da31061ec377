// Whether everybody at the table agrees with the result of the game just played at an event night.

import { el } from "../draw/elements.js";

/** The result in words, where the page does not show it anyway. */
export const result = ({ places }, t) => [
  el("h3", {}, t("hall_result")),
  el("ol", { class: "places" }, ...places.map((one) => el("li", { dir: "auto" }, t("hall_place", one)))),
];

/** The question; what was said, once somebody has. *t* says labels, *judge* sends the answer. */
export function question({ task, said }, t, judge) {
  if (said) return [el("p", { role: "status" }, t(`hall_said_${said}`))];
  const button = (label, agreed) =>
    el("button", { type: "button", class: "answer", on: { click: () => judge({ agreed, task }) } }, t(label));
  return [el("p", {}, t("hall_agree")), el("p", { class: "row" }, button("hall_yes", true), button("hall_no", false))];
}

/** Whether somebody at this page is asked, or told what was said. */
export const isAsked = ({ agree, may_judge }) => Boolean(agree && (may_judge || agree.said));
