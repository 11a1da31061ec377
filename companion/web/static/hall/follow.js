// Everybody's page: the clock, the round, one's own place, every table as it goes.

import { el } from "../draw/elements.js";
import { askAgain, byPlace, pointsOf, resultList, seatingList, standingsTable, tableCard, whyHere } from "./cards.js";
import { say } from "../house/house.js";
import { clockNode, field, follow, loadWords, post, refill, t } from "./hall.js";

const main = document.getElementById("main");
const ME = "hall-me";
const parts = {
  top: el("section", { class: "row" }),
  mine: el("section", { "aria-live": "polite" }),
  round: el("section"),
  tables: el("section"),
  results: el("section"),
};
let night = null;

const me = () => {
  try {
    return localStorage.getItem(ME) ?? "";
  } catch {
    return "";
  }
};

function chooseMe(id) {
  try {
    localStorage.setItem(ME, id);
  } catch {
    /* a private window forgets, and that is its right */
  }
  showMine();
  showRound();
}

function whoAmI(evening) {
  const names = Object.entries(evening.names).sort((a, b) => a[1].localeCompare(b[1]));
  if (!names.length) return [];
  const options = [["", t("me_nobody")], ...names].map(([id, name]) =>
    el("option", { value: id, selected: id === me() }, name),
  );
  const select = el("select", { id: "me", on: { change: (event) => chooseMe(event.target.value) } }, ...options);
  return [el("p", { class: "field" }, el("label", { for: "me" }, t("me")), select)];
}

/** Somebody who is not on the list yet, while the organiser lets people enter themselves. */
function joining(evening) {
  if (!evening.door || me()) return [];
  const name = field("own-name", t("join_name"), { maxlength: 60 });
  const submit = async (event) => {
    event.preventDefault();
    const typed = name.input.value;
    document.activeElement.blur();
    const answer = await post("/act/join", { name: typed });
    if (answer.kind === "accepted") say(t("joined"));
  };
  return [el("form", { class: "claim", on: { submit } }, name.node, el("button", {}, t("join_do")))];
}

/** Where I sit in a round; *next* says that it has been announced while another one is played. */
function placeIn(round, next) {
  const table = round.tables.find((one) => one.people.some((person) => person.id === me()));
  const number = table && table.people.findIndex((person) => person.id === me()) + 1;
  const said = table ? t("my_table", { place: table.place, game: table.title, number }) : t("me_waiting");
  const text = next ? t("my_next", { number: round.number, said }) : said;
  const key = next ? "next" : "now";
  return [
    el("p", { class: table ? "note mine" : "note", data: { key } }, text),
    table ? whyHere(me(), Number(table.task.split(":")[0])) : null,
  ];
}

function myTable({ round, playing, standings, taken_back: back }) {
  const gone = back ? [el("p", { class: "note", data: { key: "back" } }, t("taken_back", { number: back }))] : [];
  if (!me() || !round) return gone;
  const counted = standings.some((row) => row.id === me()) ? [pointsOf(me())] : [];
  const now = playing ? [...placeIn(playing, false), ...placeIn(round, true)] : placeIn(round, false);
  return [...gone, ...now, ...counted];
}

function heading({ format, round, playing, planned }) {
  if (format === "free") return t("format_free");
  const now = playing ?? round;
  return now ? t("round_of", { number: now.number, all: planned }) : t("not_yet");
}

const showMine = () =>
  refill(parts.mine, [...myTable(night.evening), ...whoAmI(night.evening), ...joining(night.evening)]);

function showRound() {
  const { round, playing } = night.evening;
  const lists = (playing ? [playing, round] : [round])
    .filter(Boolean)
    .flatMap((one) => [
      el("h2", {}, playing ? t("seating_of", { number: one.number }) : t("seating")),
      seatingList(one, me()),
    ]);
  refill(parts.round, lists);
}

let told = null;

function show(now) {
  night = now;
  const { evening, tables } = now;
  document.title = evening.title;
  const clock = now.left === null ? [] : [clockNode(now, { role: "timer" })];
  refill(parts.top, [el("h2", {}, heading(evening)), ...clock]);
  showMine();
  if (told && told !== evening) askAgain(parts.mine);
  told = evening;
  showRound();
  const cards = byPlace(tables.values()).map((table) => tableCard(table));
  refill(parts.tables, cards.length ? [el("h2", {}, t("tables")), el("ul", { class: "tables" }, ...cards)] : []);
  refill(parts.results, [el("h2", {}, t("results")), standingsTable(evening.standings), resultList(evening.results)]);
}

await loadWords();
main.replaceChildren(...Object.values(parts));
follow(show);
