// A race: one button per seat; a phone has its own, and what everybody may say. A tap is a press of that seat's button.

import { el } from "../draw/elements.js";
import { seconds } from "../table/clock.js";
import { seat as mine } from "./role.js";
import { t } from "./words.js";
import { post } from "./acts.js";
import { option } from "./answers.js";

const LATE = 10;
const TICK = 250;

export function race(question, here) {
  const isHere = ({ name }) => mine === null || name.endsWith(`:${mine}`) || !name.includes(":");
  const choices = question.options.filter(isHere);
  return [
    countdown(question, here),
    el("div", { class: "choices race" }, ...choices.map((choice) => button(question, choice, here))),
  ];
}

function button(question, choice, here) {
  const seat = Number(choice.name.split(":")[1]);
  if (Number.isNaN(seat)) return option(question, choice, "less");
  return el(
    "button",
    {
      class: "answer found",
      type: "button",
      data: { option: choice.name, colour: here.snapshot.view.seats[seat]?.colour },
      on: { click: () => post("/press", { seat, turn: here.snapshot.turn }) },
    },
    choice.say,
  );
}

function countdown(question, here) {
  if (!question.seconds) return el("p", { class: "countdown" });
  const shown = el("p", { class: "countdown", role: "timer" });
  const tick = () => {
    const left = Math.max(0, Math.ceil(secondsLeft(question, here.room.begun(here.snapshot))));
    shown.textContent = t("seconds_left", { seconds: left });
    shown.classList.toggle("late", left <= LATE);
    if (shown.isConnected) setTimeout(tick, TICK);
  };
  setTimeout(tick, 0);
  return shown;
}

let asked = null;
let since = 0;

/** Counted by the table's clock from when the race had *begun*, otherwise from when this page first showed it. */
export function secondsLeft(question, begun) {
  const now = seconds();
  if (now !== null && begun !== undefined) return begun + question.seconds - now;
  if (question.id !== asked) [asked, since] = [question.id, performance.now()];
  return question.seconds - (performance.now() - since) / 1000;
}
