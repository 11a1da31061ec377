// The people: games, wins, points and streaks; per room, and head to head.

import "./house.js";
import { el } from "../draw/elements.js";
import { loadBoxes, nothingYet } from "./boxes.js";
import { decimals } from "../shell/tongue.js";
import { get } from "../shell/requests.js";
import { loadWords, t } from "../shell/words.js";

const main = document.getElementById("main");
const READ_AGAIN = 1_500;

function mean({ games, points }) {
  if (!games) return "–";
  return points % games ? decimals(points / games, 1) : String(points / games);
}

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
    ...(total.light ? [el("p", {}, el("small", {}, t("person_light", { light: total.light })))] : []),
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

await loadWords("/house/words.json");
document.title = t("people_title");

/** Everybody who is known by now; while games are still being read, they are asked for again. */
async function show() {
  const { people, rooms, reading } = await get("/people.json");
  if (!people.length) await loadBoxes((await get("/house/state")).rooms.map(({ name }) => name));
  main.replaceChildren(
    el("h2", {}, t("people_heading")),
    ...(reading ? [el("p", { role: "status" }, t("shelf_reading", { reading }))] : []),
    people.length
      ? el("div", { class: "persons" }, ...people.map((one) => person(one, rooms)))
      : nothingYet(t("people_empty")),
  );
  if (reading) setTimeout(show, READ_AGAIN);
}

await show();
