// The shelf: every game ever played here, newest first.

import { el } from "../draw/elements.js";
import { patch } from "../draw/patch.js";
import { boxOf, loadBoxes, nothingYet } from "./boxes.js";
import { get } from "../shell/requests.js";
import { loadWords, t } from "../shell/words.js";
import { ended, follow, post } from "./house.js";
import { picking, send } from "./sending.js";

const main = document.getElementById("main");
const filters = { room: "", person: new URLSearchParams(location.search).get("person") ?? "" };
const shown = { games: [], count: 0 };
let state = null;

async function load(from = 0) {
  const query = new URLSearchParams({ from, ...filters });
  const answer = await get(`/shelf/games.json?${query}`);
  shown.games = from ? [...shown.games, ...answer.games] : answer.games;
  shown.count = answer.count;
  const rooms = answer.count
    ? answer.games.map((game) => game.room).filter(Boolean)
    : state.rooms.map(({ name }) => name);
  await loadBoxes([...new Set(rooms)]);
  show(answer.reading);
  if (answer.reading) setTimeout(() => load(0), 1500);
}

function show(reading) {
  const more = shown.games.length < shown.count;
  const next = () => load(shown.games.length);
  const bare = !shown.count && !reading && !filters.room && !filters.person;
  const count = el(
    "p",
    { role: "status" },
    t("shelf_count", { count: shown.count }),
    reading ? t("shelf_reading", { reading }) : "",
  );
  patch(main, [
    el("h2", {}, t("shelf_heading")),
    ...(bare ? [nothingYet(t("shelf_empty"))] : [chooser(), count, cards()]),
    state.owner ? picking(t("import_game"), ".jsonl", bring) : "",
    state.owner && shown.count ? el("p", {}, el("a", { href: "/shelf/archive.zip", download: "" }, t("archive"))) : "",
    more ? el("button", { type: "button", on: { click: next } }, t("shelf_more")) : "",
  ]);
}

const cards = () => el("ol", { class: "cards" }, ...shown.games.map(card));

function chooser() {
  const rooms = [{ name: "", title: t("all_rooms") }, ...state.rooms];
  const select = el(
    "select",
    { "aria-label": t("room"), on: { change: (event) => choose("room", event.target.value) } },
    ...rooms.map(({ name, title }) => el("option", { value: name, selected: name === filters.room }, title)),
  );
  const person = el("input", {
    type: "search",
    value: filters.person,
    placeholder: t("person"),
    "aria-label": t("person"),
    on: { change: (event) => choose("person", event.target.value) },
  });
  return el("p", { class: "row" }, select, person);
}

function choose(name, value) {
  filters[name] = value;
  load(0);
}

const day = (text) =>
  text ? new Date(text).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" }) : "";

function card(game) {
  const names = game.people.map((person, seat) =>
    el(
      "span",
      { class: game.winners.includes(seat) ? "winner" : "" },
      `${person.name} ${person.low === person.high ? person.low : `${person.low}–${person.high}`}`,
    ),
  );
  const href = game.trouble ? null : `/shelf/${encodeURIComponent(game.game)}`;
  const head = el(
    "strong",
    {},
    game.title || game.game,
    game.rehearsed ? el("small", {}, t("rehearsed")) : "",
    mark(game),
  );
  const body = el(
    href ? "a" : "div",
    { class: "card", href },
    boxOf(game.room),
    el("span", { class: "what" }, head, el("small", {}, day(game.begun)), el("span", { class: "names" }, ...names)),
    el("span", { class: "how" }, game.said || standing(game)),
  );
  return el("li", { data: { key: game.game } }, body, actions(game));
}

const mark = ({ light }) => (light ? el("small", { class: "light-game" }, t("card_light")) : "");

function standing(game) {
  if (game.open) return t("card_open");
  if (game.ended !== null) return ended(game);
  return game.over ? t("card_over", { moves: game.moves }) : t("card_left", { moves: game.moves });
}

function actions(game) {
  const buttons = [];
  if (mayGoOn(game)) {
    const text = t(game.trouble ? "continue_damaged" : "continue");
    buttons.push(el("button", { type: "button", on: { click: () => resume(game) } }, text));
  }
  if (state.owner && !game.open) {
    buttons.push(el("button", { type: "button", class: "quiet", on: { click: () => remove(game) } }, t("delete")));
  }
  return el("span", { class: "row" }, ...buttons);
}

/** Whether a game can be opened at the table; a damaged one too, for what can be saved of it. */
function mayGoOn({ over, ended: early, trouble, open }) {
  return state.kind === "lobby" && !over && early === null && !open && ["", "damaged"].includes(trouble);
}

async function bring(file) {
  const answer = await send(`/shelf/import?name=${encodeURIComponent(file.name)}`, file);
  if (answer.kind === "accepted") load(0);
}

async function resume(game) {
  const answer = await post("/house/resume", { game: game.game });
  if (answer.kind === "accepted") location.assign("/");
}

async function remove(game) {
  if (!confirm(t("delete_really"))) return;
  await post("/shelf/delete", { game: game.game });
  load(0);
}

await loadWords("/house/words.json");
document.title = t("shelf_title");
follow(async () => {
  state = await get("/house/state");
  load(0);
});
