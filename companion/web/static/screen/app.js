// The screen: what a whole hall looks at. It shows the table, or what the house chose, and never acts.

import { setPeople } from "../shell/people.js";
import { tagged } from "../shell/cell_tags.js";
import { celebrate, newMoment } from "../shell/great_moments.js";
import { furnished } from "../shell/room.js";
import { listen } from "../shell/event_stream.js";
import { setMay } from "../table/may.js";
import { setBase } from "../table/moment.js";
import { follow } from "../table/stream.js";
import { loadWords } from "../shell/words.js";
import { fitted } from "./fit.js";
import { showMoment } from "./moments.js";
import { sentenceOf } from "./sentence.js";
import { showOther, showPlaces, shows } from "./views.js";

const at = (id) => document.getElementById(id);
const root = document.documentElement;
const { room: roomName, drawn, house } = root.dataset;
const NOTHING = { moves: "none", answers: "none", words: "none", left: false, past: false };
const fit = fitted(at("stage"), at("room"));
const tag = tagged(at("room"));
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
  const { outcome } = snapshot.view;
  if (outcome) showPlaces(at("seats"), snapshot);
  else room.showSeats(at("seats"), here.snapshot);
  at("seats").dataset.count = snapshot.view.seats.length;
  at("sentence").textContent = sentenceOf(snapshot);
  refresh();
  tag(here.snapshot);
  const moment = newMoment(snapshot);
  if (moment) {
    showMoment(at("moment"), moment);
    celebrate(moment);
  }
  root.dataset.number = snapshot.number;
  root.classList.add("shown");
  return undefined;
}

/** Show what was chosen: the table, or something else over the whole screen. */
function refresh() {
  const view = shows(here.state.shows, here.snapshot);
  root.dataset.view = view;
  for (const id of ["stage", "seats"]) at(id).hidden = view !== "table";
  at("other").hidden = view === "table";
  const headline = here.snapshot ? (here.snapshot.view.outcome?.say ?? here.room.headline(here.snapshot)) : "";
  at("turn").textContent = showOther(at("other"), view, here) ?? headline;
  at("badge").textContent = here.state.rehearsed ? here.state.words.rehearsal : "";
  at("sentence").hidden = view !== "table" || Boolean(here.snapshot?.view.outcome);
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
  if (house !== undefined) listen("/house/events", { clock: () => {}, house: look }, () => {});
}

begin().catch((error) => {
  console.error(error);
  setTimeout(() => location.reload(), 5000);
});
