// Everybody's page: the clock, the round, one's own place, every table as it goes.

import { el } from "../draw/elements.js";
import {
  askAgain,
  playingCard,
  podium,
  pointsOf,
  resultNode,
  seatingPages,
  sortedNames,
  standingsPages,
  standingsTable,
  tableText,
  waiting,
  whyHere,
} from "./cards.js";
import { ownGame } from "./own_game.js";
import { ownName } from "./own_name.js";
import { paged, picker } from "./paged.js";
import { loadWords, t } from "../shell/words.js";
import { atTheEnd, clockNode, field, follow, post, refill } from "./hall.js";

const main = document.getElementById("main");
const ME = "hall-me";
const FEW = 10;
const CARDS = 24;
const parts = {
  top: el("section", { class: "row", id: "top" }),
  mine: el("section", { id: "mine", "aria-live": "polite" }),
  round: el("section", { id: "round" }),
  standings: el("section", { id: "standings" }),
  results: el("section", { id: "results" }),
};
let night = null;

/** Who this phone is tonight: another night at the same address knows other people. */
function me() {
  try {
    const [of, who] = JSON.parse(localStorage.getItem(ME) ?? "[]");
    return of === night.evening.night ? who : "";
  } catch {
    return "";
  }
}

function chooseMe(id) {
  try {
    localStorage.setItem(ME, JSON.stringify([night.evening.night, id]));
  } catch {
    /* a private window forgets, and that is its right */
  }
  show(night);
}

function whoAmI(evening) {
  const names = sortedNames(evening.names);
  if (!names.length) return [];
  return [picker("me", t("me"), [["", t("me_nobody")], ...names], me(), chooseMe)];
}

/** Somebody who is not on the list yet, while the organiser lets people enter themselves. */
function joining(evening) {
  if (!evening.door || evening.over || me()) return [];
  const name = field("own-name", t(evening.full ? "join_full" : "join_name"), { maxlength: 60 });
  const submit = async (event) => {
    event.preventDefault();
    const typed = name.input.value;
    document.activeElement.blur();
    const answer = await post("/act/join", { name: typed });
    if (answer.kind === "accepted") chooseMe(answer.who);
  };
  return [el("form", { class: "claim", on: { submit } }, name.node, el("button", {}, t("join_do")))];
}

/** The clock of a table that has more or less time than the others. */
function ownClock(table, next) {
  if (!table?.extra || next) return null;
  const key = `clock ${table.task} ${table.extra}`;
  return el("p", { class: "row", data: { key } }, t("own_clock"), clockNode(night, {}, table.extra));
}

/** Where I sit in a round; *next* says that it has been announced while another one is played. */
function placeIn(round, next) {
  const table = round.tables.find((one) => one.people.some((person) => person.id === me()));
  const number = table && table.people.findIndex((person) => person.id === me()) + 1;
  const waits = round.waiting.some((person) => person.id === me()) ? t("me_waiting") : t("me_not_in");
  const said = table ? t("my_table", { place: table.place, game: table.title, number }) : waits;
  const text = next ? t("my_next", { number: round.number, said }) : said;
  const key = next ? "next" : "now";
  return [
    el("p", { class: table ? "note mine" : "note", data: { key } }, text),
    ownClock(table, next),
    table ? whyHere(me(), Number(table.task.split(":")[0])) : null,
  ];
}

/** Why nobody is at this phone yet, or not any more; nothing for somebody who plays tonight. */
function stranger({ round, names, asking, full }, gone) {
  if (!me()) return round ? gone : [...gone, el("p", { class: "about" }, t("stay_here"))];
  if (asking[me()]) return [...gone, noteOf("asking", t(full ? "me_full" : "me_asking"))];
  return names[me()] ? null : [...gone, noteOf("unknown", t("me_unknown"))];
}

const noteOf = (key, text) => el("p", { class: "note", data: { key } }, text);

/** My own night: my table, my game, my points, and whether I am on the list at all. */
function myNight(evening) {
  const { round, playing, names, over, taken_back: back } = evening;
  const gone = back ? [noteOf("back", t("taken_back", { number: back }))] : [];
  const none = stranger(evening, gone);
  if (none) return none;
  const greeting = el("h2", { class: "who" }, el("bdi", {}, names[me()]));
  if (!round) return [greeting, ...gone, noteOf("soon", t("me_soon"))];
  const seats = playing ? [...placeIn(playing, false), ...placeIn(round, true)] : placeIn(round, false);
  return [greeting, ...gone, ...(over ? [] : [...seats, ...ownGame(evening, me())]), ...myPoints(evening)];
}

function myPoints({ standings: rows }) {
  const row = rows.find((one) => one.id === me());
  if (!row) return [];
  const { rank, points } = row;
  return [el("p", { class: "rank" }, t("my_rank", { rank, all: rows.length, points })), pointsOf(me())];
}

function heading({ format, round, playing, planned, over }) {
  if (over) return t("night_over");
  if (format === "free") return t("format_free");
  const now = playing ?? round;
  return now ? t("round_of", { number: now.number, all: planned }) : t("not_yet");
}

/** Every table of the round with its people and how it stands; and who sits where next. */
function rounds({ playing, round, over }) {
  if (over || !round) return [];
  const now = playing ?? round;
  const again = () => show(night);
  const mine = (table) => table.people.some((person) => person.id === me());
  const first = [...now.tables.filter(mine), ...now.tables.filter((table) => !mine(table))];
  const cards = paged("tables", first, {
    text: tableText,
    make: (those) => el("ul", { class: "tables" }, ...those.map((table) => playingCard(table, night.tables, me()))),
    changed: again,
    size: CARDS,
  });
  const next = playing
    ? [el("h2", {}, t("seating_of", { number: round.number })), ...seatingPages("find-next", round, again, me())]
    : [];
  return [
    el("h2", {}, playing ? t("seating_of", { number: now.number }) : t("seating")),
    ...cards,
    now.waiting.length ? el("p", { class: "about" }, waiting(now)) : null,
    ...next,
  ];
}

function ranking({ standings: rows, over, ties }) {
  if (!rows.length) return [];
  const best = over ? [podium(rows)] : [];
  const rest = rows.slice(FEW);
  const others = standingsPages("find-person", rest, () => show(night), me());
  return [
    el("h2", {}, t("standings")),
    ...best,
    standingsTable(rows.slice(0, FEW), me()),
    rest.length
      ? el("details", { id: "all-standings" }, el("summary", {}, t("all_people", { count: rows.length })), ...others)
      : null,
    el("p", { class: "about" }, ties),
  ];
}

/** The latest round that has results, and the others behind a word. */
function results({ results: all, round }) {
  if (!round || !all.length) return [];
  const last = all.filter((one) => one.round === all.at(-1)?.round);
  const before = all.filter((one) => !last.includes(one));
  const earlier = el(
    "details",
    { id: "earlier" },
    el("summary", {}, t("earlier_results")),
    ...listOf("before", before),
  );
  return [el("h2", {}, t("results")), ...listOf("last", last), before.length ? earlier : null];
}

/** Results by pages, newest first. */
const listOf = (id, those) =>
  paged(`results-${id}`, [...those].reverse(), {
    text: ({ place, title, places }) => tableText({ place, title, people: places }),
    make: (shown) => el("ol", { class: "results" }, ...shown.map(resultNode)),
    changed: () => show(night),
    size: CARDS,
    find: `find-${id}`,
  });

let told = null;
let seat = "";

/** Vibrate when a round is announced, or the table of whoever holds this phone changes. */
function buzz({ round }) {
  const mine = round?.tables.find((one) => one.people.some((person) => person.id === me()));
  const now = mine ? `${me()} ${mine.task}` : "";
  if (told && now && now !== seat) navigator.vibrate?.([150, 80, 150]);
  seat = now;
}

function show(now) {
  night = now;
  const { evening } = now;
  document.title = evening.title;
  buzz(evening);
  const clock = now.left === null ? [] : [clockNode(now, { role: "timer" })];
  refill(parts.top, [el("h2", {}, heading(evening)), ...clock]);
  const name = evening.names[me()] ? [ownName(me(), () => show(night))] : [];
  refill(parts.mine, [...myNight(evening), ...whoAmI(evening), ...joining(evening), ...name]);
  if (told && told !== evening) askAgain(parts.mine);
  told = evening;
  refill(parts.round, rounds(evening));
  refill(parts.standings, ranking(evening));
  refill(parts.results, results(evening));
  for (const part of Object.values(parts)) part.hidden = !part.childNodes.length;
}

await loadWords();
main.replaceChildren(...Object.values(parts));
atTheEnd(follow(show), () => navigator.vibrate?.(600));
