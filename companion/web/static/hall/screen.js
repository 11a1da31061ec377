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
  el("header", { class: "top" }, el("h1", {}, text), night.left === null ? null : clockNode(night, { role: "timer" }));

const roundOf = ({ format, planned }, round) =>
  format === "free" ? t("format_free") : t("round_of", { number: round.number, all: planned });

/** Who sits where; while a round is being played and the next one is announced, the next one. */
function seating(night) {
  const { evening } = night;
  const { playing, round, title, taken_back: back } = evening;
  const gone = back ? [el("p", { class: "centre" }, t("taken_back", { number: back }))] : [];
  if (!round) return [top(night, title), ...(back ? gone : [el("p", { class: "centre" }, t("not_yet"))]), ...way()];
  const head = playing ? t("announced", { number: round.number }) : roundOf(evening, round);
  return [top(night, head), ...gone, seatingList(round)];
}

const clockTitle = (evening) => {
  const now = evening.playing ?? evening.round;
  return now ? roundOf(evening, now) : evening.title;
};

const views = {
  seating,
  clock: (night) => [el("h1", {}, clockTitle(night.evening)), clockNode(night, { class: "clock huge", role: "timer" })],
  standings: (night) => [
    top(night, t("standings")),
    standingsTable(night.evening.standings) || el("p", { class: "centre" }, t("no_results")),
  ],
  results: (night) => [top(night, t("results")), resultList(night.evening.results.slice(-12))],
  table: (night) => {
    const wanted = night.evening.screens[number]?.table;
    const found = byPlace(night.tables.values()).find((one) => !wanted || one.table === wanted);
    const card = found ? [el("ul", { class: "tables one" }, tableCard(found, [], "h2"))] : [];
    return [top(night, night.evening.title), ...card];
  },
  follow: (night) => [top(night, night.evening.title), ...way()],
};

/** How a phone gets here. */
function way() {
  return [
    el("p", { class: "centre" }, t("follow_how")),
    el("img", { class: "code", src: "/code.svg", alt: t("follow_code"), width: 400, height: 400 }),
    el("p", { class: "centre" }, location.host),
  ];
}

const SIZES = [1.7, 1.45, 1.2, 1];

/** As large as it can be read: letters grow while all of it still fits. */
function grow() {
  for (const size of SIZES) {
    main.style.fontSize = `${size}em`;
    if (main.scrollHeight <= main.clientHeight && main.scrollWidth <= main.clientWidth) return;
  }
}

function show(night) {
  const now = night.evening.screens[number]?.shows ?? "seating";
  document.documentElement.dataset.shows = now;
  const badge = el("small", { class: "badge" }, t("screen", { number }));
  const above = main.scrollTop;
  main.replaceChildren(...(views[now] ?? views.seating)(night), badge);
  if (["seating", "standings", "results"].includes(now) && night.evening.round) grow();
  else main.style.fontSize = "";
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
