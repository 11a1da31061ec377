// A screen of the hall: its number in the address, what it shows told from the desk.

import { el } from "../draw/elements.js";
import { byPlace, resultList, seatingList, standingsTable, tableCard } from "./cards.js";
import { clockNode, follow, loadWords, t } from "./hall.js";

const main = document.getElementById("main");
const number = new URLSearchParams(location.search).get("n") ?? "1";
const still = matchMedia("(prefers-reduced-motion: reduce)");
const PIXELS_A_SECOND = 28;
let shows = "";
let forwards = 1;

/** The head of every screen: what is shown, and the clock of the round while it runs. */
const top = (night, text) =>
  el("header", { class: "top" }, el("h2", {}, text), night.left === null ? null : clockNode(night, { role: "timer" }));

const roundOf = ({ format, round, planned }) =>
  format === "free" ? t("format_free") : t("round_of", { number: round.number, all: planned });

const views = {
  seating: (night) =>
    night.evening.round
      ? [top(night, roundOf(night.evening)), seatingList(night.evening.round)]
      : [top(night, night.evening.title), el("p", {}, t("not_yet"))],
  clock: (night) => [
    el("h2", {}, night.evening.round ? roundOf(night.evening) : night.evening.title),
    clockNode(night, { class: "clock huge", role: "timer" }),
  ],
  standings: (night) => [top(night, t("standings")), standingsTable(night.evening.standings)],
  results: (night) => [top(night, t("results")), resultList(night.evening.results.slice(-12))],
  table: (night) => {
    const wanted = night.evening.screens[number]?.table;
    const found = byPlace(night.tables.values()).find((one) => !wanted || one.table === wanted);
    const card = found ? [el("ul", { class: "tables one" }, tableCard(found))] : [];
    return [top(night, night.evening.title), ...card];
  },
  follow: (night) => [
    top(night, night.evening.title),
    el("p", { class: "centre" }, t("follow_how")),
    el("img", { class: "code", src: "/code.svg", alt: t("follow_code") }),
    el("p", { class: "centre" }, location.host),
  ],
};

function show(night) {
  const now = night.evening.screens[number]?.shows ?? "seating";
  document.documentElement.dataset.shows = now;
  const badge = el("small", { class: "badge" }, t("screen", { number }));
  const above = main.scrollTop;
  main.replaceChildren(...(views[now] ?? views.seating)(night), badge);
  main.scrollTop = now === shows ? above : 0;
  shows = now;
}

/** Long lists go up and down by themselves, at the pace people read. */
let before = performance.now();
let at = 0;
function roll(now) {
  const most = main.scrollHeight - main.clientHeight;
  if (most > 4 && !still.matches) {
    at = Math.min(most, Math.max(0, at + (forwards * PIXELS_A_SECOND * (now - before)) / 1000));
    if (at >= most) forwards = -1;
    if (at <= 0) forwards = 1;
    main.scrollTop = at;
  }
  before = now;
  requestAnimationFrame(roll);
}

await loadWords();
follow(show);
requestAnimationFrame(roll);
