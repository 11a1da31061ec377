// A game to watch: each move with what happens, why, and what a camera sees; it can rest, go back, and go faster.

import { el } from "../draw/elements.js";
import { get } from "../shell/requests.js";
import { t } from "../shell/words.js";
import { openPictures } from "./position_picture.js";
import "./house.js";

const main = document.getElementById("main");
const { room: roomName, view } = document.documentElement.dataset;
/** Milliseconds somebody needs to look at a picture, and to read a word. */
const LOOK_MS = 1500;
const WORD_MS = 240;
const SPEEDS = [0.5, 1, 2];
const [{ steps, title }, picture] = await Promise.all([
  get(`/rules/${roomName}/show.json`),
  openPictures(roomName, view),
]);
const state = { at: 0, playing: false, speed: 1, timer: 0 };

const words = ({ said, why }) => [...said, ...why].join(" ").split(/\s+/).length;
/** How long a step stays, at the usual speed. */
export const lasts = (step) => LOOK_MS + WORD_MS * words(step);

const place = el("div", { class: "shown-position" });
const told = el("div", { class: "told", "aria-live": "polite" });
const bar = el("progress", { max: steps.length - 1, value: 0, "aria-label": t("show_where") });
const rest = button("", () => (state.playing ? pause() : play()), "answer main");
const back = button(t("show_back"), () => go(state.at - 1));
const next = button(t("show_next"), () => go(state.at + 1));
const pace = el("span", { class: "speeds", role: "group", "aria-label": t("show_speed") });

function button(text, act, cls = "answer") {
  return el("button", { type: "button", class: cls, on: { click: act } }, text);
}

function go(number) {
  state.at = Math.min(Math.max(number, 0), steps.length - 1);
  show();
  if (state.playing) wait();
}

function play() {
  if (state.at === steps.length - 1) state.at = 0;
  state.playing = true;
  show();
  wait();
}

function pause() {
  state.playing = false;
  clearTimeout(state.timer);
  show();
}

function wait() {
  clearTimeout(state.timer);
  if (state.at === steps.length - 1) return pause();
  state.timer = setTimeout(() => go(state.at + 1), lasts(steps[state.at]) / state.speed);
  return undefined;
}

function show() {
  const step = steps[state.at];
  bar.value = state.at;
  back.disabled = state.at === 0;
  next.disabled = state.at === steps.length - 1;
  rest.textContent = t(state.playing ? "show_pause" : "show_play");
  const lines = (cls, said) => said.map((say) => el("p", { class: cls }, say));
  told.replaceChildren(
    ...(step.after ? [el("p", { class: "later" }, t("show_later", { moves: step.after }))] : []),
    ...lines("said", step.said),
    ...lines("why", step.why),
    ...(step.sees ? [el("p", { class: "sees" }, step.sees)] : []),
  );
  place.replaceChildren(picture(step));
  for (const [n, speed] of SPEEDS.entries())
    pace.children[n].setAttribute("aria-pressed", String(speed === state.speed));
}

function faster(speed) {
  state.speed = speed;
  show();
  if (state.playing) wait();
}

document.title = t("show_title", { title });
main.classList.add("rules", "demonstration");
pace.append(...SPEEDS.map((speed) => button(`×${speed}`, () => faster(speed), "quiet")));
main.replaceChildren(
  el("p", {}, el("a", { href: `/rules/${roomName}` }, t("rules"))),
  el("h2", {}, t("show_title", { title })),
  bar,
  el("div", { class: "row ways" }, back, rest, next, pace),
  el("div", { class: "scene" }, place, told),
);
show();
document.documentElement.dataset.shown = "demonstration";
