// The lobby: five boxes; tap the one you hold, say who plays, begin.

import { el } from "../draw/elements.js";
import { patch } from "../draw/patch.js";
import { boxOf, loadBoxes } from "./boxes.js";
import { claimForm, joinForm } from "./codes.js";
import { get } from "../shell/requests.js";
import { loadWords, t } from "../shell/words.js";
import { follow, post } from "./house.js";
import { showPlan } from "./planning.js";
import { decimals } from "../shell/tongue.js";
import { knownLine } from "./known.js";

const main = document.getElementById("main");
let state = null;
let leaving = false;
/** The room whose plan is open: what is filled in there stays, whatever the house hears meanwhile. */
let planned = "";
const NOT_KNOWN = { complaints: [], facts: {} };

const roomNamed = (name) => state.rooms.find((room) => room.name === name) ?? null;

/** The room in the address, such as /#wall; a box stays open when the page is loaded again. */
const chosenRoom = () => roomNamed(location.hash.slice(1));

function show() {
  if (state.kind === "table") return showOpenGame();
  const room = chosenRoom();
  if (!room) {
    document.title = t("lobby_title");
    patch(main, [...greeting(), boxes(), ...forOwner()]);
  } else if (room.name !== planned) {
    main.replaceChildren();
    showPlan(main, room, state, begin);
  }
  planned = room?.name ?? "";
  return undefined;
}

/** What this is, what went wrong, the game that was left, the last table again; then the boxes. */
function greeting() {
  const shown = [el("p", { class: "what-is" }, t("what_is"))];
  if (state.trouble) shown.push(el("p", { class: "note", role: "alert" }, state.trouble));
  if (!state.claimed && !state.owner) shown.push(claimForm(refresh));
  if (state.hall) return [...shown, hallNote(state.hall), el("h2", {}, t("lobby_heading"))];
  const last = state.lasts[state.latest];
  const ways = [...(state.left ? [goOn(state.left)] : []), ...(last ? [again(last)] : [])];
  if (ways.length) shown.push(el("div", { class: "ways" }, ...ways));
  return [...shown, el("h2", {}, t("lobby_heading"))];
}

/** The game that was left, to go on with. */
function goOn({ game, room, people, moves }) {
  const label = el(
    "span",
    {},
    t("go_on_with", { title: titleOf(room) }),
    el("small", { dir: "auto" }, people.join(", ")),
    el("small", {}, t("card_left", { moves })),
  );
  const go = async () => {
    const answer = await post("/house/resume", { game });
    if (answer.kind === "accepted") location.assign("/");
  };
  return el("button", { class: "again go-on", type: "button", on: { click: go } }, boxOf(room), label);
}

const titleOf = (room) => roomNamed(room)?.title ?? room;

/** The event night this table takes part in, and the game that waits. */
function hallNote({ title, table, offer }) {
  const waits = offer ? t("hall_round", offer) : t("hall_no_offer");
  const link = el("a", { class: offer ? "big" : "", href: "/house/hall" }, offer ? t("hall_open") : t("hall_heading"));
  return el("p", { class: "note row" }, t("hall_part", { title, table }), " ", waits, " ", link);
}

function again(plan) {
  const names = plan.people.map((person) => person.name).join(", ");
  const label = el("span", {}, t("again", { title: titleOf(plan.room) }), el("small", { dir: "auto" }, names));
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
  const rules = el("a", { class: "quiet", href: `/rules/${room.name}` }, t("rules"));
  return el("li", {}, link, el("p", { class: "under" }, rehearse, rules), knownLine(room, t, state.owner));
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
  planned = "";
  patch(main, [
    el("h2", {}, over ? outcome : t("open_game", { title })),
    el("p", {}, people.join(", ")),
    el("p", { class: "row" }, el("a", { class: "big", href: "/" }, t("to_table")), leave),
    joinForm(),
    ...forOwner(),
  ]);
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

await loadWords("/house/words.json");
addEventListener("hashchange", () => state && show());
follow(refresh);
