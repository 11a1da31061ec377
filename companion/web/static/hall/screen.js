// A screen of the hall: its number in the address, what it shows told from the desk.

import { el } from "../draw/elements.js";
import { byName, byPlace, playingCard, podium, resultNode, seatingList, tableCard } from "./cards.js";
import { play } from "../shell/sounds.js";
import { loadWords, t } from "../shell/words.js";
import { atTheEnd, clockNode, follow, host, unreached } from "./hall.js";

const main = document.getElementById("main");
const number = new URLSearchParams(location.search).get("n") ?? "1";
const PAGE_SECONDS = 9;
const MOST_RESULTS = 24;

const roundOf = ({ format, planned }, round) =>
  format === "free" ? t("format_free") : t("round_of", { number: round.number, all: planned });

/** Words alone, in the middle. */
const said = (...texts) => texts.map((text) => el("p", { class: "centre" }, text));
const list = (kind, items) => ({ kind, items });
const itemsOf = (node) => [...node.children];

/** How a phone gets here, or why none does. */
function way({ evening }) {
  const at = host(evening);
  if (!at) return [unreached(evening)];
  return [
    ...said(t("follow_how")),
    el("img", { class: "code", src: "/code.svg", alt: t("follow_code"), width: 400, height: 400 }),
    ...said(at),
  ];
}

/** The round that is shown before it begins: while one is played and the next announced, the next. */
function announced({ evening }) {
  const { playing, round, title, taken_back: back } = evening;
  const gone = back ? said(t("taken_back", { number: back })) : [];
  if (!round) return { head: title, above: gone };
  return { head: playing ? t("announced", { number: round.number }) : roundOf(evening, round), above: gone, round };
}

/** Who sits where, by table. */
function seating(night) {
  const { head, above, round } = announced(night);
  if (!round) return { head, above: above.length ? above : said(t("not_yet")), rest: way(night) };
  return { head, above, ...list("sittings", itemsOf(seatingList(round))), columns: 2 };
}

/** Who sits where, by name: everybody looks for their own. */
function names(night) {
  const { head, above, round } = announced(night);
  if (!round) return seating(night);
  const seats = round.tables.flatMap((one) => one.people.map(({ name }) => [name, t("table", one)]));
  const rest = round.waiting.map(({ name }) => [name, t("waits_short")]);
  const items = [...seats, ...rest]
    .sort((a, b) => byName(a[0], b[0]))
    .map(([name, where]) => el("li", { class: "seat" }, el("bdi", {}, name), el("strong", {}, where)));
  return { head, above, ...list("by-name", items), columns: 4 };
}

const ranked = (rows) => ({ ...list("ranking", rows.map(rankLine)), columns: 3 });
const rankLine = (row) =>
  el("li", { class: "seat" }, el("small", {}, `${row.rank}.`), el("bdi", {}, row.name), el("strong", {}, row.points));

function standings({ evening }) {
  if (!evening.standings.length) return { head: t("standings"), above: said(t("no_results")) };
  return { head: t("standings"), ...ranked(evening.standings) };
}

function results({ evening }) {
  const latest = evening.results.slice(-MOST_RESULTS).reverse();
  if (!latest.length) return { head: t("results"), above: said(t("no_results")) };
  return { head: t("results"), ...list("results", latest.map(resultNode)), columns: 2 };
}

function clock(night) {
  const { evening, left } = night;
  const now = evening.playing ?? evening.round;
  const head = now ? roundOf(evening, now) : evening.title;
  if (left === null) return { head, above: said(t(now ? "round_soon" : "not_yet")), alone: true };
  const stands = evening.running ? [] : said(t("clock_stands"));
  return { head, above: [clockNode(night, { class: "clock huge", role: "timer" }), ...stands], alone: true };
}

/** One table large, with the people of its sitting. */
function table(night) {
  const { evening, tables } = night;
  const wanted = evening.screens[number]?.table;
  const found = byPlace(tables.values()).find((one) => !wanted || one.table === wanted);
  if (!found) return { head: evening.title, above: said(t("no_table")) };
  const now = evening.playing ?? evening.round;
  const sitting = now?.tables.find((one) => one.table === found.table);
  const card = sitting
    ? playingCard(sitting, tables, "", "h2")
    : tableCard({ ...found, title: found.title ?? t("table_free") }, found, "h2");
  return { head: evening.title, above: [el("ul", { class: "tables one" }, card)] };
}

/** The night is over: the best three, and everybody else. */
function ended({ evening }) {
  const rest = evening.standings.filter((row) => row.rank > 3);
  return { head: t("night_over"), above: [podium(evening.standings)], ...(rest.length ? ranked(rest) : {}) };
}

const phones = (night) => ({ head: night.evening.title, above: way(night) });

const views = { seating, names, clock, standings, results, table, follow: phones };
const UNTIL_THE_END = ["seating", "names", "clock", "table"];

function viewOf(night) {
  const shows = night.evening.screens[number]?.shows ?? "seating";
  const made = night.evening.over && UNTIL_THE_END.includes(shows) ? ended : (views[shows] ?? seating);
  return { shows: made === ended ? "ended" : shows, ...made(night) };
}

// As large as it can be read, in as few columns as it fits; what does not fit comes page by page.

const SIZES = [1.5, 1.25, 1, 0.82, 0.68];
let turning = 0;

const isTooLarge = ({ scrollHeight: high, clientHeight, scrollWidth: wide, clientWidth }) =>
  high > clientHeight + 1 || wide > clientWidth + 1;

/** A list in so many parts, the first ones as long as each other. */
const cut = (items, count) => {
  const each = Math.ceil(items.length / count);
  return Array.from({ length: Math.ceil(items.length / each) }, (_, n) => items.slice(n * each, (n + 1) * each));
};

/** Show these items in so many columns, filled from the top down; whether they fit. */
function lay(body, kind, items, columns) {
  body.replaceChildren(...cut(items, columns).map((column) => el("ol", { class: kind }, ...column)));
  return !isTooLarge(main) && !isTooLarge(body);
}

const LONG = 120;
const TRIES = SIZES.flatMap((size) => [1, 2, 3, 4].map((columns) => ({ size, columns })));

/** The fewest pages, and on them the largest letters in the fewest columns, in which everything fits. */
function arranged(body, { kind, items, columns: most }) {
  const fits = (pages, { size, columns }) => {
    main.style.fontSize = `${size}em`;
    return columns <= most && pages.every((page) => lay(body, kind, page, columns));
  };
  for (let count = fewest(items, fits); count < items.length; count += 1) {
    const pages = cut(items, count);
    const found = TRIES.find((one) => fits(pages, one));
    if (found) return { pages, columns: found.columns };
  }
  return { pages: items.map((one) => [one]), columns: 1 };
}

/** How many pages a long list needs at least, by its first page alone. */
function fewest(items, fits) {
  let [least, most] = [1, items.length > LONG ? items.length : 1];
  while (least < most) {
    const count = Math.floor((least + most) / 2);
    const first = cut(items, count).slice(0, 1);
    if (TRIES.some((one) => fits(first, one))) most = count;
    else least = count + 1;
  }
  return least;
}

function showPages(body, view, mark) {
  const { pages, columns } = arranged(body, view);
  let page = 0;
  const turn = () => {
    lay(body, view.kind, pages[page], columns);
    if (pages.length > 1) mark.textContent = t("screen_page", { page: page + 1, count: pages.length });
    page = (page + 1) % pages.length;
  };
  turn();
  if (pages.length > 1) turning = setInterval(turn, PAGE_SECONDS * 1000);
}

let shown = "";
/** What would look different: while it is the same, nothing is laid out anew. */
function written({ shows, head, above = [], rest = [], items = [] }, night) {
  const texts = [...above, ...rest, ...items].map((one) => (one.matches(".clock") ? "" : one.textContent));
  return JSON.stringify([shows, head, night.left === null, innerWidth, innerHeight, texts]);
}

function show(night) {
  const view = viewOf(night);
  const { head, above = [], rest = [], items, alone } = view;
  const now = written(view, night);
  if (now === shown) return;
  shown = now;
  document.documentElement.dataset.shows = view.shows;
  const mark = el("span", { class: "page" });
  const timer = alone || night.left === null ? null : clockNode(night, { role: "timer" });
  const badge = el("small", { class: "badge" }, mark, t("screen", { number }));
  const body = el("div", { class: "columns" });
  main.style.fontSize = "";
  const top = el("header", { class: "top" }, el("h1", {}, head), timer);
  main.replaceChildren(top, ...above, ...(items ? [body] : []), ...rest, badge);
  clearInterval(turning);
  if (items) showPages(body, view, mark);
}

await loadWords();
const night = follow(show);
atTheEnd(night, () => play("gong"));
addEventListener("resize", () => night.evening && show(night));
