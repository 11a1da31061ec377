// Tables, rounds and results as everybody sees them.

import { classes, el } from "../draw/elements.js";
import { keepLines } from "../draw/keep.js";
import { get } from "../shell/requests.js";
import { t } from "../shell/words.js";
import { isolated, listed, points } from "./hall.js";
import { paged } from "./paged.js";

/** One table: what is played there, who sits there, how it stands. *live* is what it tells itself. */
export function tableCard({ place, title, seats, mine = false }, live, heading = "h3") {
  const rows = seats.map(seatNode);
  const said = live?.over || live?.said;
  return el(
    "li",
    { class: classes("table", live && !live.lives && "gone", mine && "mine"), data: { key: place } },
    el(heading, {}, t("table", { place }), el("small", {}, title)),
    ...marks(live).map((text) => el("p", { class: "wrong" }, text)),
    el("ul", { class: "seats" }, ...rows),
    said ? el("p", { class: "said" }, said) : null,
  );
}

const seatNode = (seat) =>
  el(
    "li",
    { data: { colour: seat.colour } },
    seat.colour ? el("span", { class: "swatch", "aria-hidden": "true" }) : null,
    el("bdi", { class: seat.rank === 1 ? "winner" : null }, seat.name),
    el("strong", {}, points(seat)),
  );

/** A table of a round with whatever its machine tells of this game. */
export function playingCard(table, tables, mine = "", heading = "h3") {
  const machine = tables.get(table.table);
  const live = machine?.task === table.task ? machine : null;
  const seats = table.people.map((person, number) => ({ ...live?.seats[number], name: person.name }));
  const lost = machine && !machine.lives ? machine : null;
  const sat = table.people.some((person) => person.id === mine);
  const told = live ?? (lost && { ...lost, said: "", over: "" });
  return tableCard({ ...table, seats, mine: sat }, told, heading);
}

function marks(live) {
  if (!live) return [];
  const found = [];
  if (!live.lives) found.push(t("table_lost"));
  if (live.clash) found.push(t("table_clash"));
  if (live.forked) found.push(t("table_forked"));
  if (live.paused) found.push(t("table_paused"));
  if (live.held) found.push(t("table_held"));
  return found;
}

/** Who has no seat in a round. */
export const waiting = (round) => t("waiting", { names: round.waiting.map((one) => isolated(one.name)).join(", ") });

/** Who sits where in a round, a page at a time where there are many tables; as nodes. */
export const seatingPages = (id, round, changed, mine = "") =>
  paged(id, round.tables, {
    text: tableText,
    make: (tables) => seatingList({ tables, waiting: [] }, mine),
    changed,
    find: id,
  }).concat(round.waiting.length ? [el("p", { class: "about", data: { key: `${id}-rest` } }, waiting(round))] : []);

/** What a table is found by: its place, its game and its people. */
export const tableText = ({ place, title, people }) =>
  [t("table", { place }), title, ...people.map(({ name }) => name)].join(" ");

/** Who sits where in the round. */
export function seatingList(round, mine = "") {
  const rows = round.tables.map((table) =>
    el(
      "li",
      { class: classes("sitting", table.people.some((one) => one.id === mine) && "mine"), data: { key: table.place } },
      el("strong", {}, t("table", { place: table.place })),
      el("span", {}, table.title),
      el("span", { class: "who" }, ...listed(table.people)),
    ),
  );
  const rest = round.waiting.length ? [el("li", { class: "sitting rest" }, waiting(round))] : [];
  return el("ol", { class: "sittings" }, ...rows, ...rest);
}

/** How sure a result is, and who looks at one that is not. */
export function statusOf(result) {
  const key = result.status === "disputed" && result.referee ? "disputed_by" : result.status;
  return t(`status_${key}`, { name: isolated(result.referee) });
}

/** Everybody's place in one game. */
export const places = (those) =>
  el(
    "ol",
    { class: "places" },
    ...those.map((one) =>
      el("li", {}, `${one.place}. `, el("bdi", {}, one.name), one.score === null ? "" : ` (${one.score})`),
    ),
  );

/** Which game a result is of. */
export const gameOf = (result) =>
  el(
    "strong",
    { class: "game" },
    t("result_of", { number: result.round, place: result.place }),
    el("small", {}, result.title),
  );

/** Results, newest first. */
export function resultList(results) {
  if (!results.length) return el("p", { class: "about" }, t("no_results"));
  return el("ol", { class: "results" }, ...[...results].reverse().map(resultNode));
}

export const resultNode = (result) =>
  el(
    "li",
    { class: classes("result", result.status), data: { key: result.task } },
    gameOf(result),
    places(result.places),
    result.status === "confirmed" ? null : el("small", {}, statusOf(result)),
  );

/** Two names in the order of a list of people: pictures before them count for nothing. */
export const byName = (one, two) => ordered.compare(letters(one), letters(two));
const ordered = new Intl.Collator();
const letters = (name) => name.replace(/^[^\p{L}\p{N}]+/u, "");

/** Ids and names of people, by name; sorted once for as long as the names are the same. */
export function sortedNames(names) {
  const known = sorted.get(names) ?? Object.entries(names).sort((a, b) => byName(a[1], b[1]));
  sorted.set(names, known);
  return known;
}
const sorted = new WeakMap();

export const byPlace = (tables) => [...tables].sort((a, b) => counted.compare(a.place, b.place));
const counted = new Intl.Collator(undefined, { numeric: true });

/** Everybody's points so far; the line of *mine* stands out. */
export function standingsTable(standings, mine = "") {
  const rows = standings.map((row) =>
    el(
      "tr",
      { class: row.id === mine ? "mine" : null, data: { key: row.id } },
      el("th", { scope: "row" }, `${row.rank}. `, el("bdi", {}, row.name)),
      el("td", {}, row.points),
      el("td", {}, String(row.games)),
      el("td", {}, String(row.wins)),
    ),
  );
  const heads = ["person_name", "points", "games", "wins"].map((key) => el("th", { scope: "col" }, t(key)));
  return el("table", { class: "standings" }, el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...rows));
}

/** Everybody's points by pages; as nodes. */
export const standingsPages = (id, standings, changed, mine = "") =>
  paged(id, standings, {
    text: (row) => row.name,
    make: (rows) => standingsTable(rows, mine),
    changed,
    find: id,
  });

/** The best three of a night that is over; who shares a place stands beside the other. */
export function podium(standings) {
  const best = standings.filter((row) => row.rank <= 3);
  const steps = best.map((row) =>
    el(
      "li",
      { data: { rank: row.rank, key: row.id } },
      el("strong", {}, String(row.rank)),
      el("bdi", {}, row.name),
      el("small", {}, t("podium_points", { points: row.points })),
    ),
  );
  return el("ol", { class: "podium" }, ...steps);
}

/** A round of the plan, as the list of a published one wants it. */
export function planned(round, names, boxes) {
  const known = new Map(boxes.map((box) => [box.id, box]));
  const person = (id) => ({ id, name: names[id] ?? "–" });
  return {
    number: round.number,
    waiting: round.waiting.map(person),
    tables: round.tables.map((table) => ({
      place: known.get(table.box)?.place ?? "–",
      title: known.get(table.box)?.title ?? "",
      people: table.people.map(person),
    })),
  };
}

/** Why somebody sits here: asked for only when it is opened. */
export const whyHere = (who, round) => lines(t("why"), `/why.json?who=${encodeURIComponent(who)}&round=${round}`);

/** Where somebody's points come from. */
export const pointsOf = (who) => lines(t("my_points"), `/points.json?who=${encodeURIComponent(who)}`);

function lines(label, path) {
  const list = el("ul", {});
  const node = el("details", { class: "lines", data: { key: path } }, el("summary", {}, label), list);
  node.ask = async () => {
    const found = node.open ? (await get(path)).lines : [];
    keepLines(list, found);
  };
  node.addEventListener("toggle", node.ask);
  return node;
}

/** The night has gone on: whatever is unfolded in a part is asked for again. */
export const askAgain = (part) => part.querySelectorAll("details.lines").forEach((one) => one.ask());

/** Some papers of the night, to be printed. */
export function papersRow(...names) {
  const links = names.map((name) => el("a", { class: "chip", href: `/papers/${name}.pdf` }, t(`paper_${name}`)));
  return el("p", { class: "row papers", data: { key: names.join() } }, ...links);
}
