// Tables, rounds and results as everybody sees them.

import { classes, el } from "../draw/elements.js";
import { get, points, t } from "./hall.js";

/** One table: what is played there, who sits there, how it stands. */
export function tableCard(table, more = [], heading = "h3") {
  const seats = table.seats.map((seat) =>
    el(
      "li",
      { data: { colour: seat.colour } },
      el("span", { class: "swatch", "aria-hidden": "true" }),
      el("span", { class: seat.rank === 1 ? "winner" : "", dir: "auto" }, seat.name),
      el("strong", {}, points(seat)),
    ),
  );
  return el(
    "li",
    { class: classes("table", !table.lives && "gone"), data: { table: table.table, key: table.table } },
    el(heading, {}, t("table", { place: table.place }), " ", el("small", {}, table.title ?? "")),
    ...marks(table).map((text) => el("p", { class: "wrong" }, text)),
    el("ul", { class: "seats" }, ...seats),
    el("p", { class: "said" }, table.over || table.said || (table.room ? "" : t("table_free"))),
    ...more,
  );
}

function marks(table) {
  const found = [];
  if (!table.lives) found.push(t("table_lost"));
  if (table.clash) found.push(t("table_clash"));
  if (table.forked) found.push(t("table_forked"));
  if (table.paused) found.push(t("table_paused"));
  if (table.held) found.push(t("table_held"));
  return found;
}

/** Who sits where in the round. */
export function seatingList(round, mine = "") {
  const rows = round.tables.map((table) =>
    el(
      "li",
      { class: classes("sitting", table.people.some((one) => one.id === mine) && "mine"), data: { key: table.place } },
      el("strong", {}, t("table", { place: table.place })),
      el("span", {}, table.title),
      el("span", { dir: "auto" }, table.people.map((one) => one.name).join(", ")),
    ),
  );
  const waiting = round.waiting.length
    ? [el("li", { class: "sitting" }, t("waiting", { names: round.waiting.map((one) => one.name).join(", ") }))]
    : [];
  return el("ol", { class: "sittings" }, ...rows, ...waiting);
}

/** Results, newest first. */
export function resultList(results, more = () => []) {
  const rows = [...results]
    .reverse()
    .map((result) =>
      el(
        "li",
        { class: classes("result", result.status), data: { task: result.task, key: result.task } },
        el(
          "strong",
          {},
          t("result_of", { number: result.round, place: result.place }),
          " ",
          el("small", {}, result.title),
        ),
        el(
          "ol",
          { class: "places" },
          ...result.places.map((one) =>
            el("li", { dir: "auto" }, `${one.place}. ${one.name}${one.score === null ? "" : ` (${one.score})`}`),
          ),
        ),
        el("small", {}, t(`status_${result.status}`)),
        ...more(result),
      ),
    );
  return rows.length ? el("ol", { class: "results" }, ...rows) : el("p", {}, t("no_results"));
}

export const byPlace = (tables) =>
  [...tables].sort((a, b) => a.place.localeCompare(b.place, undefined, { numeric: true }));

/** Everybody's points so far. */
export function standingsTable(standings) {
  if (!standings.length) return "";
  const rows = standings.map((row) =>
    el(
      "tr",
      { data: { key: row.id } },
      el("th", { scope: "row", dir: "auto" }, `${row.rank}. ${row.name}`),
      el("td", {}, row.points),
      el("td", {}, String(row.games)),
      el("td", {}, String(row.wins)),
    ),
  );
  const heads = ["person_name", "points", "games", "wins"].map((key) => el("th", { scope: "col" }, t(key)));
  return el("table", { class: "standings" }, el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...rows));
}

/** A round of the plan, as the list of a published one wants it. */
export function planned(round, names, boxes) {
  const known = new Map(boxes.map((box) => [box.id, box]));
  const person = (id) => ({ id, name: names[id] ?? id });
  return {
    number: round.number,
    waiting: round.waiting.map(person),
    tables: round.tables.map((table) => ({
      place: known.get(table.box)?.place ?? table.box,
      title: known.get(table.box)?.title ?? table.game,
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
    list.replaceChildren(...found.map((line) => el("li", {}, line)));
  };
  node.addEventListener("toggle", node.ask);
  return node;
}

/** The night has gone on: whatever is unfolded in a part is asked for again. */
export const askAgain = (part) => part.querySelectorAll("details.lines").forEach((one) => one.ask());

/** The papers of the night, as far as there is anything to print. */
export function papersRow(evening) {
  const names = [];
  if (evening.round) names.push("seating", "cards");
  if (evening.standings.length) names.push("standings", "certificates");
  const links = names.map((name) => el("a", { class: "chip", href: `/papers/${name}.pdf` }, t(`paper_${name}`)));
  return links.length ? el("p", { class: "row" }, ...links) : null;
}
