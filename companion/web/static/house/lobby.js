// The lobby: five boxes; tap the one you hold, say who plays, begin.

import { el } from "../draw/elements.js";
import { boxOf, loadBoxes } from "./boxes.js";
import { claimForm, joinForm } from "./codes.js";
import { follow, get, loadWords, post, t } from "./house.js";
import { showPlan } from "./planning.js";
import { decimals } from "../tongue.js";

const main = document.getElementById("main");
let state = null;
let leaving = false;
const NOT_KNOWN = { complaints: [], facts: {} };

const roomNamed = (name) => state.rooms.find((room) => room.name === name) ?? null;

/** The room in the address, such as /#wall; a box stays open when the page is loaded again. */
const chosenRoom = () => roomNamed(location.hash.slice(1));

function show() {
  if (state.kind === "table") return showOpenGame();
  const room = chosenRoom();
  main.replaceChildren(...(room ? [] : [...greeting(), boxes(), ...forOwner()]));
  if (room) showPlan(main, room, state, begin);
  else document.title = t("lobby_title");
  return undefined;
}

function greeting() {
  const shown = [el("h2", {}, t("lobby_heading"))];
  if (state.trouble) shown.push(el("p", { class: "note", role: "alert" }, state.trouble));
  if (!state.claimed && !state.owner) shown.push(claimForm(refresh));
  if (state.hall) shown.push(hallNote(state.hall));
  const last = state.lasts[state.latest];
  if (last && !state.hall) shown.push(again(last));
  return shown;
}

/** The event night this table takes part in, and the game that waits. */
function hallNote({ title, table, offer }) {
  const waits = offer ? t("hall_round", offer) : t("hall_no_offer");
  const link = el("a", { class: offer ? "big" : "", href: "/house/hall" }, offer ? t("hall_open") : t("hall_heading"));
  return el("p", { class: "note row" }, t("hall_part", { title, table }), " ", waits, " ", link);
}

function again(plan) {
  const names = plan.people.map((person) => person.name).join(", ");
  const title = roomNamed(plan.room)?.title ?? plan.room;
  const label = el("span", {}, t("again", { title }), el("small", {}, names));
  const go = () => post("/house/rematch", { room: plan.room });
  return el("button", { class: "again", type: "button", on: { click: go } }, boxOf(plan.room), label);
}

function boxes() {
  return el("ul", { class: "boxes" }, ...state.rooms.map(boxCard));
}

function boxCard(room) {
  const people = t(room.least === room.most ? "people_exactly" : "people_range", room);
  const link = el(
    "a",
    { class: "room", href: `#${room.name}` },
    boxOf(room.name),
    el("strong", {}, room.title),
    el("span", {}, room.about),
    el("small", {}, people),
    el("ul", { class: "senses" }, ...Object.values(room.senses).map((text) => el("li", {}, text))),
  );
  const rehearse = el("button", { type: "button", class: "quiet", on: { click: () => watch(room) } }, t("rehearse"));
  return el("li", {}, link, rehearse);
}

/** A rehearsal for somebody who only wants to look. */
function watch(room) {
  const names = ["Anna", "Ben", "Carla", "David", "Emma", "Farid"].slice(0, Math.max(2, room.least));
  const people = names.map((name) => ({ name }));
  begin({ room: room.name, people, rehearsal: { seed: 7, speed: 1 } });
}

async function begin(plan) {
  leaving = true; // the house says that a game is open before it has answered
  const answer = await post("/house/begin", plan);
  leaving = answer.kind === "accepted";
  if (leaving) location.assign(answer.to);
  else refresh();
}

function showOpenGame() {
  if (location.pathname === "/") return location.reload();
  const { title, people, over, outcome } = state.game;
  const leave = el("button", { type: "button", on: { click: () => post("/house/leave") } }, t("leave"));
  main.replaceChildren(
    el("h2", {}, over ? outcome : t("open_game", { title })),
    el("p", {}, people.join(", ")),
    el("p", { class: "row" }, el("a", { class: "big", href: "/" }, t("to_table")), leave),
    joinForm(),
    ...forOwner(),
  );
  return undefined;
}

/** How the machine is, and what the screens show: for the owner alone. */
function forOwner() {
  if (!state.owner) return [];
  const { complaints, facts } = state.machine;
  const said = complaints.length
    ? complaints.map((text) => el("span", { class: "wrong" }, text))
    : [el("span", {}, wellLine(facts))];
  const ways = [
    el("a", { href: "/screen/choose" }, t("to_screens")),
    el("a", { href: "/settings" }, t("nav_settings")),
    el("a", { href: "/house/hall" }, t("hall_heading")),
  ];
  return [el("p", { class: "health" }, ...said, ...ways)];
}

function wellLine({ free_mb: free, celsius }) {
  const facts = [];
  if (free !== undefined) facts.push(t("health_free", { free: decimals(free / 1000, free < 10_000 ? 1 : 0) }));
  if (celsius) facts.push(`${Math.round(celsius)} °C`);
  return [t("machine_well"), ...facts].join(" ");
}

async function refresh() {
  if (leaving) return;
  const now = await get("/house/state");
  if (now.owner) now.machine = await get("/settings/machine.json").catch(() => NOT_KNOWN);
  state = now;
  await loadBoxes(state.rooms.map((room) => room.name));
  show();
}

await loadWords();
addEventListener("hashchange", () => state && show());
follow(refresh);
