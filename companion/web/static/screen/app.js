// The screen: what a whole hall looks at. It shows the table, or what the house chose, and never acts.

import { setPeople } from "../shell/people.js";
import { furnished } from "../shell/room.js";
import { setMay } from "../table/may.js";
import { setBase } from "../table/moment.js";
import { follow } from "../table/stream.js";
import { loadWords } from "../words.js";
import { fitted } from "./fit.js";
import { heard } from "./heard.js";
import { sentenceOf } from "./sentence.js";
import { showOther, shows } from "./views.js";

const at = (id) => document.getElementById(id);
const root = document.documentElement;
const { room: roomName, drawn, house } = root.dataset;
const NOTHING = { moves: "none", answers: "none", words: "none", left: false, past: false };
const fit = fitted(at("stage"), at("room"));
const here = { snapshot: null, room: null, state: { shows: "table", words: {} } };

async function loadArt(signs) {
  const only = signs ? `?signs=${signs.join(",")}` : "";
  const text = await (await fetch(`/art.svg${only}`)).text();
  const art = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  art.setAttribute("class", "unseen");
  document.body.prepend(document.adoptNode(art));
}

function show(snapshot) {
  if (snapshot.room !== roomName) return location.reload();
  const { room } = here;
  here.snapshot = { ...snapshot, may: NOTHING };
  setBase(snapshot.number);
  setMay(here.snapshot);
  setPeople(snapshot.view.seats);
  root.dataset.phase = snapshot.view.phase ?? "";
  room.show(here.snapshot, here);
  room.showSeats(at("seats"), here.snapshot);
  at("seats").dataset.count = snapshot.view.seats.length;
  at("sentence").textContent = sentenceOf(snapshot);
  refresh();
  root.dataset.number = snapshot.number;
  return undefined;
}

/** Show what was chosen: the table, or something else over the whole screen. */
function refresh() {
  const view = shows(here.state.shows, here.snapshot);
  root.dataset.view = view;
  for (const id of ["stage", "seats"]) at(id).hidden = view !== "table";
  at("other").hidden = view === "table";
  at("turn").textContent = showOther(at("other"), view, here) ?? here.room?.headline(here.snapshot) ?? "";
  at("sentence").hidden = view !== "table";
  fit();
}

async function look() {
  const state = await (await fetch("/screen/state")).json();
  if (here.state.game !== undefined && here.state.game !== state.game) return location.reload();
  here.state = state;
  refresh();
  return undefined;
}

async function begin() {
  if (roomName) {
    const [module] = await Promise.all([
      drawn === undefined ? null : import(`../rooms/${roomName}/index.js`),
      loadWords(),
    ]);
    await loadArt(module?.SIGNS);
    here.room = furnished(module, { board: at("room"), seats: at("seats"), notes: at("notes") });
    follow({
      clock: () => {},
      lost: (is) => (at("lost").hidden = !is),
      gauge: (name, shown) => here.room.gauge(name, shown, here),
      show,
      closed: () => location.reload(),
    });
  }
  if (house !== undefined) heard("/house/events", "house", look);
}

begin().catch((error) => {
  console.error(error);
  setTimeout(() => location.reload(), 5000);
});
