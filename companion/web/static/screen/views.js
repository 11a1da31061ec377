// What the screen shows besides the table: the lobby with its code, the result, the time.

import { el } from "../draw/elements.js";
import { once } from "../draw/keep.js";
import { pawn, points, ranked } from "../shell/people.js";

const TICK = 1_000;
let ticking = 0;

/** What is really shown: a missing table shows the lobby. */
export function shows(chosen, snapshot) {
  if (chosen === "clock" || chosen === "lobby") return chosen;
  if (!snapshot) return document.documentElement.dataset.room ? "table" : "lobby";
  return chosen;
}

/** Fill the place of everything but the table; gives the headline for it, or null at the table. */
export function showOther(box, view, here) {
  clearInterval(ticking);
  if (view === "table") return null;
  return { lobby, result, clock }[view](box, here);
}

function lobby(box, { state }) {
  const { words, rooms = {} } = state;
  once(box, ["lobby", state], () => [
    el("ul", { class: "titles" }, ...Object.values(rooms).map((title) => el("li", {}, title))),
    ...(state.phones ? [el("img", { class: "qr", src: "/screen/code.svg", alt: words.join ?? "" })] : []),
    el("p", { class: "join" }, words.join ?? ""),
  ]);
  return words.lobby ?? "";
}

function result(box, { snapshot, state }) {
  showPlaces(box, snapshot);
  return snapshot.view.outcome?.say ?? state.words.result_so_far ?? "";
}

/** The people in the order of their points, the winner large. */
export function showPlaces(box, { view: { outcome, score, seats } }) {
  const lines = outcome ? ranked(score) : [...score].sort((one, other) => other.low - one.low || one.seat - other.seat);
  once(box, ["places", outcome, lines], () => [
    el("ol", { class: "places" }, ...lines.map((line) => place(line, seats[line.seat]))),
  ]);
}

function place(line, seat) {
  return el(
    "li",
    { class: line.rank === 1 ? "first" : null, data: { colour: seat.colour } },
    pawn(seat),
    el("span", { class: "who", dir: "auto" }, seat.name),
    el("strong", {}, points(line)),
  );
}

function clock(box, { state }) {
  once(box, ["clock"], () => [el("p", { class: "time", role: "timer" })]);
  const shown = box.firstChild;
  const tick = () =>
    (shown.textContent = new Date().toLocaleTimeString(document.documentElement.lang, {
      hour: "2-digit",
      minute: "2-digit",
    }));
  tick();
  ticking = setInterval(tick, TICK);
  return state.words.clock ?? "";
}
