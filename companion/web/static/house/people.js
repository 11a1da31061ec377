// The people: games, wins, points and streaks; per room, and head to head.

import { el } from "../draw/elements.js";
import { decimals } from "../tongue.js";
import { get, loadWords, t } from "./house.js";

const main = document.getElementById("main");

const mean = (tally) => (tally.games ? decimals(tally.points / tally.games, 1) : "–");

function table(heads, rows) {
  return el(
    "table",
    {},
    el("thead", {}, el("tr", {}, ...heads.map((text) => el("th", { scope: "col" }, text)))),
    el("tbody", {}, ...rows),
  );
}

function row(name, ...values) {
  return el("tr", {}, el("th", { scope: "row" }, name), ...values.map((value) => el("td", {}, String(value))));
}

function person(standing, rooms) {
  const { name, total, longest, streak } = standing;
  const href = `/shelf?person=${encodeURIComponent(name)}`;
  const each = Object.entries(standing.rooms).map(([room, tally]) =>
    row(rooms[room] ?? room, tally.games, tally.wins, mean(tally), tally.best ?? "–"),
  );
  const versus = standing.versus.map((one) => row(one.other, one.games, one.ahead, one.behind));
  return el(
    "article",
    { class: "person" },
    el("h3", { dir: "auto" }, name),
    el("p", {}, t("person_line", { games: total.games, wins: total.wins, streak, longest })),
    history(standing.results),
    table([t("room"), t("games"), t("wins"), t("mean"), t("best")], each),
    versus.length ? table([t("against"), t("games"), t("ahead"), t("behind")], versus) : "",
    el("p", {}, el("a", { href }, t("their_games"))),
  );
}

/** The last games as small marks: won, or the place. */
function history(results) {
  const marks = results
    .slice(-20)
    .map((one) => el("li", { class: one.won ? "won" : "", title: `${one.points}` }, one.won ? "★" : String(one.place)));
  return el("ol", { class: "history", "aria-label": t("last_games") }, ...marks);
}

await loadWords();
document.title = t("people_title");
const { people, rooms, reading } = await get("/people.json");
main.replaceChildren(
  el("h2", {}, t("people_heading")),
  ...(reading ? [el("p", { role: "status" }, t("shelf_reading", { reading }))] : []),
  people.length
    ? el("div", { class: "persons" }, ...people.map((one) => person(one, rooms)))
    : el("p", {}, t("people_empty")),
);
