// At an event night: the time left of the round, a button for the referee and whether everybody agrees with the result,
// on the table's page and on every seat's.

import { el } from "../draw/elements.js";
import { once } from "../draw/keep.js";
import { ask, close } from "../shell/dialog.js";
import { notify } from "../shell/sheet.js";
import { isAsked, question } from "./agreement.js";

const EVERY = 4000;
const REASONS = ["help", "rules", "part"];

/** The button, kept up to date. *m* says labels, *get* and *send* speak with the house. */
export function callButton(m, get, send) {
  const button = el("button", { id: "call", class: "quiet", type: "button" }, m("referee"));
  const left = el("span", { id: "round-left", role: "timer" });
  const call = async (why) => {
    close();
    const answer = await send("/house/hall/call", { why });
    if (answer.kind === "accepted") notify(m("called"));
    await look();
  };
  const choices = () =>
    REASONS.map((why) =>
      el(
        "button",
        reason(() => call(why)),
        m(`call_${why}`),
      ),
    );
  button.addEventListener("click", () => ask(m("referee"), el("div", { class: "choices" }, ...choices())));
  const asked = el("section", { id: "agree", hidden: true });
  const judge = async (told) => {
    await send("/house/hall/result", told);
    await look();
  };
  const look = async () => {
    if (document.hidden) return;
    const state = await get("/house/hall.json").catch(() => null);
    if (!state?.joined) return;
    show(state, { button, left, m });
    asked.hidden = !isAsked(state);
    once(asked, asked.hidden || state.agree, () => (asked.hidden ? [] : question(state.agree, m, judge)));
  };
  look();
  setInterval(look, EVERY);
  return [asked, el("p", { id: "evening" }, left, button)];
}

const reason = (click) => ({ class: "answer", type: "button", on: { click } });

function show({ left: seconds, coming, waiting }, { button, left, m }) {
  const minutes = seconds === null || seconds === undefined ? null : Math.max(0, Math.ceil(seconds / 60));
  once(left, minutes, () => [minutes === null ? "" : m("round_left", { minutes })]);
  const label = coming ? m("coming", { name: coming }) : m(waiting ? "calling" : "referee");
  once(button, label, () => [label]);
}
