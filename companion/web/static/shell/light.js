// A light game: people play on their table alone. Whose turn it is, the next one, and the count at the end.

import { el } from "../draw/elements.js";
import { once } from "../draw/keep.js";
import { seconds } from "../table/clock.js";
import { base } from "../table/moment.js";
import { post } from "./acts.js";
import { ask, close } from "./dialog.js";
import { pawn } from "./people.js";
import { post as request } from "./requests.js";
import { notify } from "./sheet.js";
import { t } from "./words.js";

const A_SECOND = 1000;
let box = null;
let began = 0;

/** Show a game nobody follows in place of its board; nothing where the moves are followed. */
export function showLight(snapshot) {
  const { light, view } = snapshot;
  document.documentElement.classList.toggle("light", Boolean(light));
  box ??= placed();
  box.hidden = !light;
  if (!light) return;
  began = light.at;
  once(box, [light.seat, light.turns, view.seats, view.variants, snapshot.hosted], () => shown(snapshot));
  tick();
}

function placed() {
  const style = el("link", { rel: "stylesheet", href: new URL("light.css", import.meta.url).pathname });
  document.head.append(style);
  const section = el("section", { id: "light", hidden: true, "aria-live": "polite" });
  const board = document.getElementById("room");
  if (board) board.prepend(section);
  else document.getElementById("status").after(section);
  setInterval(tick, A_SECOND);
  return section;
}

function shown(snapshot) {
  const { light, view } = snapshot;
  const player = view.seats[light.seat].name;
  const order = view.seats.map((one, n) =>
    el("li", { class: n === light.seat ? "on-turn" : "" }, pawn(one), el("span", { dir: "auto" }, one.name)),
  );
  const next = el(
    "button",
    { class: "answer main", type: "button", on: { click: () => pass(light.turns) } },
    t("light_next"),
  );
  const counting = button(t("light_count"), () => count(snapshot));
  const follow = light.turns
    ? [button(t("light_from"), () => goOn(snapshot))]
    : [button(t("light_follow"), () => house("/house/light", { on: false }))];
  return [
    el("h2", {}, t("turn_of", { player })),
    el("p", { class: "clock", "aria-live": "off" }),
    el("ol", { class: "order" }, ...order),
    el("div", { class: "choices" }, next),
    ...search(view.variants?.seconds),
    el("p", { class: "hint" }, t("light_about")),
    el("div", { class: "choices" }, counting, ...follow),
  ];
}

const button = (text, act) => el("button", { class: "answer", type: "button", on: { click: act } }, text);

/** How long this turn has taken. */
function tick() {
  const node = box?.querySelector(".clock");
  const now = seconds();
  if (!node || now === null) return;
  const played = Math.max(0, Math.floor(now - began));
  const time = `${Math.floor(played / 60)}:${String(played % 60).padStart(2, "0")}`;
  node.textContent = t("light_clock", { time });
}

/** The search of a curse, where the house has given it a time. */
function search(most) {
  if (!most) return [];
  const node = button(t("light_search", { seconds: most }), () => {
    const until = performance.now() + most * A_SECOND;
    const left = () => Math.max(0, Math.ceil((until - performance.now()) / A_SECOND));
    const each = setInterval(() => {
      node.textContent = t("light_search", { seconds: left() });
      if (!left()) clearInterval(each);
    }, A_SECOND / 4);
  });
  return [el("div", { class: "choices" }, node)];
}

const house = (path, body) => request(path, body, { say: notify, quiet: ["accepted"], lost: () => ({ kind: "lost" }) });
const pass = (turns) => house("/house/pass", { turns });

/** Ask how the game ended, as the room counts it. */
async function count(snapshot) {
  const { countAtEnd } = await import(`../rooms/${document.documentElement.dataset.room}/at_end.js`);
  countAtEnd(snapshot, send);
}

/** Ask how the game stands: from there it is followed. A pyramid is told like a finished one. */
async function goOn(snapshot) {
  const { room } = document.documentElement.dataset;
  const { goOnFrom } = await import(`../rooms/${room}/stands.js`);
  goOnFrom(snapshot, send);
}

/** Say how the game ended or stands; a game that goes on from there is followed. */
async function send(move) {
  const answer = await post("/move", { move: { type: "CountAtEnd", ...move }, base: base() });
  if (answer.kind === "accepted") close();
  return answer;
}

/** Where nothing is counted but who has won. */
export function askWhoWon({ view }, tell) {
  const names = view.seats.map(({ name }, seat) => button(name, () => tell({ seat })));
  ask(t("light_who_won"), el("div", { class: "choices" }, ...names));
}
