// Everybody's page: the clock, the round, one's own place, every table as it goes.

import { el } from "../draw/elements.js";
import { byPlace, pointsOf, resultList, seatingList, standingsTable, tableCard, whyHere } from "./cards.js";
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

function myTable(evening) {
  const round = evening.round;
  const table = round?.tables.find((one) => one.people.some((person) => person.id === me()));
  if (!me() || !round) return [];
  const counted = evening.standings.some((row) => row.id === me()) ? [pointsOf(me())] : [];
  if (!table) return [el("p", { class: "note" }, t("me_waiting")), ...counted];
  const number = table.people.findIndex((person) => person.id === me()) + 1;
  const said = t("my_table", { place: table.place, game: table.title, number });
  return [el("p", { class: "note mine" }, said), whyHere(me(), Number(table.task.split(":")[0])), ...counted];
}

function heading({ format, round, planned }) {
  if (format === "free") return t("format_free");
  return round ? t("round_of", { number: round.number, all: planned }) : t("not_yet");
}

const showMine = () =>
  refill(parts.mine, ...myTable(night.evening), ...whoAmI(night.evening), ...joining(night.evening));

function showRound() {
  const { round } = night.evening;
  parts.round.replaceChildren(...(round ? [el("h2", {}, t("seating")), seatingList(round, me())] : []));
}

function show(now) {
  night = now;
  const { evening, tables } = now;
  document.title = evening.title;
  const clock = now.left === null ? [] : [clockNode(now, { role: "timer" })];
  parts.top.replaceChildren(el("h2", {}, heading(evening)), ...clock);
  if (!parts.mine.contains(document.activeElement)) showMine();
  showRound();
  const cards = byPlace(tables.values()).map((table) => tableCard(table));
  parts.tables.replaceChildren(
    ...(cards.length ? [el("h2", {}, t("tables")), el("ul", { class: "tables" }, ...cards)] : []),
  );
  parts.results.replaceChildren(
    el("h2", {}, t("results")),
    standingsTable(evening.standings),
    resultList(evening.results),
  );
}

parts.mine.addEventListener("focusout", ({ relatedTarget }) => {
  if (night?.evening && !parts.mine.contains(relatedTarget)) showMine();
});

await loadWords();
main.replaceChildren(...Object.values(parts));
follow(show);
