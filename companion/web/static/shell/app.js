// The shell: loads words, art and the room, then shows every snapshot that arrives.

import { setClock } from "../table/clock.js";
import { setMay } from "../table/may.js";
import { setBase } from "../table/moment.js";
import { role } from "../table/role.js";
import { follow } from "../table/stream.js";
import { loadWords } from "../words.js";
import { showBelonging, showHead, showPicture } from "./head.js";
import { setPeople, showResult } from "./people.js";
import { showQuestions } from "./questions.js";
import { furnished } from "./room.js";
import { showRulings } from "./rulings.js";
import { notify } from "./sheet.js";

const at = (id) => document.getElementById(id);
const root = document.documentElement;

async function loadArt(signs) {
  const only = signs ? `?signs=${signs.join(",")}` : "";
  const text = await (await fetch(`/art.svg${only}`)).text();
  const art = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  art.setAttribute("class", "unseen");
  art.setAttribute("aria-hidden", "true");
  document.body.prepend(document.adoptNode(art));
}

function loadRoom() {
  const { room, drawn } = root.dataset;
  return drawn === undefined ? null : import(`../rooms/${room}/index.js`);
}

/** The menu around a game, for a table that stands in a house. */
async function loadMenu() {
  if (root.dataset.house === undefined || root.classList.contains("projector")) return null;
  const { openMenu } = await import("../house/menu.js");
  return openMenu();
}

/** Show a snapshot in every place of the page; *here* is what later taps refer to. */
function show(snapshot, here) {
  if (snapshot.room !== root.dataset.room) return location.reload();
  showBelonging(snapshot);
  if (snapshot.role !== role) return;
  const { room } = here;
  here.snapshot = snapshot;
  setBase(snapshot.number);
  setMay(snapshot);
  setPeople(snapshot.view.seats);
  root.dataset.phase = snapshot.view.phase ?? "";
  room.show(snapshot, here);
  room.showSeats(at("seats"), snapshot);
  showResult(at("result"), snapshot, room.resultFoot);
  showHead(snapshot, room.headline(snapshot));
  showQuestions(at("questions"), here);
  showRulings(at("rulings"), here);
  here.phones?.showPhones(at("phones"), snapshot);
  showPicture();
  here.menu?.show(snapshot);
  root.dataset.number = snapshot.number;
}

async function begin() {
  const [module] = await Promise.all([loadRoom(), loadWords()]);
  await loadArt(module?.SIGNS);
  const here = {
    snapshot: null,
    room: furnished(module, { board: at("room"), seats: at("seats"), notes: at("notes") }),
  };
  [here.menu, here.phones] = await Promise.all([loadMenu(), at("phones") && import("./phones.js")]);
  follow({
    clock: setClock,
    lost: (is) => (at("lost").hidden = !is),
    gauge: (name, shows) => here.room.gauge(name, shows, here),
    show: (snapshot) => show(snapshot, here),
  });
}

begin().catch((error) => {
  console.error(error);
  notify(String(error.message ?? error));
});
