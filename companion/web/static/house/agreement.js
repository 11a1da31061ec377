// The result of the game just played at an event night, and whether everybody at the table agrees with it.

import { el } from "../draw/elements.js";

/** The places, and the question; what was said, once somebody has. *t* says labels, *judge* sends the answer. */
export function agreement({ task, places, said }, t, judge) {
  const rows = places.map((one) => el("li", { dir: "auto" }, t("hall_place", one)));
  const head = [el("h3", {}, t("hall_result")), el("ol", { class: "places" }, ...rows)];
  if (said) return el("div", { class: "step" }, ...head, el("p", { role: "status" }, t(`hall_said_${said}`)));
  const button = (label, agreed) =>
    el("button", { type: "button", class: "answer", on: { click: () => judge({ agreed, task }) } }, t(label));
  return el(
    "div",
    { class: "step", data: { key: `agree ${task}` } },
    ...head,
    el("p", {}, t("hall_agree")),
    el("p", { class: "row" }, button("hall_yes", true), button("hall_no", false)),
  );
}

/** Whether somebody at this page is asked, or told what was said. */
export const isAsked = ({ agree, may_judge }) => Boolean(agree && (may_judge || agree.said));
