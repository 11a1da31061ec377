// The page in words: headings, one status, one log, and buttons for everything. It offers what the drawn page offers.

import { el } from "../draw/elements.js";
import { keep, once } from "../draw/keep.js";
import { showBelonging } from "../shell/head.js";
import { points, setPeople, showResult } from "../shell/people.js";
import { showPhones } from "../shell/phones.js";
import { watchMistakes } from "../shell/foresee.js";
import { furnished } from "../shell/room.js";
import { showRulings } from "../shell/rulings.js";
import { notify } from "../shell/sheet.js";
import { address, worded } from "../shell/address.js";
import { setClock } from "../table/clock.js";
import { setMay } from "../table/may.js";
import { setBase } from "../table/moment.js";
import { role } from "../shell/role.js";
import { follow } from "../table/stream.js";
import { noun, setWords, t } from "../shell/words.js";
import { Board } from "./board.js";
import { openCommands } from "./commands.js";
import { showEntries } from "./entries.js";
import { openInquiry } from "./inquiry.js";
import { asked, News } from "./news.js";
import { showQuestions } from "./questions.js";
import { say } from "./said.js";

const at = (id) => document.getElementById(id);
const root = document.documentElement;
const NOTHING = { number: -1, headline: "", board: [], entries: [], forms: {} };

async function loadWords() {
  const path = worded("/words.json");
  const found = await fetch(`${path}${path.includes("?") ? "&" : "?"}view=words`);
  setWords(await found.json());
}

async function loadMenu() {
  if (root.dataset.house === undefined) return null;
  const { openMenu } = await import("../house/menu.js");
  return openMenu();
}

/** Show the newest snapshot with its words; one at a time, so that what arrives meanwhile is said together. */
class Shower {
  constructor(here) {
    this.here = here;
    this.news = new News();
    this.board = new Board(at("board"));
    this.waiting = null;
    this.busy = false;
  }

  async take(snapshot) {
    this.waiting = snapshot;
    if (this.busy) return;
    this.busy = true;
    while (this.waiting) {
      const next = this.waiting;
      this.waiting = null;
      const plain = await told(this.here.plain);
      if (!this.waiting) this.show(next, plain);
    }
    this.busy = false;
  }

  show(snapshot, plain) {
    if (snapshot.room !== root.dataset.room) return location.reload();
    showBelonging(snapshot);
    if (snapshot.role !== role) return null;
    const { here } = this;
    Object.assign(here, { snapshot, plain });
    setBase(snapshot.number);
    setMay(snapshot);
    watchMistakes(snapshot);
    setPeople(snapshot.view.seats);
    const status = snapshot.light ? [] : asked(snapshot, plain.headline);
    showBesides(snapshot, here);
    once(at("status"), status, () => status.map((one) => el("p", {}, one)));
    at("eye").textContent = snapshot.seeing.quiet;
    showQuestions(at("questions"), snapshot, plain.forms);
    showEntries(at("entries"), snapshot.light ? [] : plain.entries);
    showSeats(at("seats"), snapshot.view);
    this.board.show(plain.board, snapshot);
    showResult(at("result"), snapshot);
    showRulings(at("rulings"), here);
    if (at("phones")) showPhones(at("phones"), snapshot);
    here.menu?.show(snapshot);
    here.instruments.show(snapshot);
    root.dataset.number = snapshot.number;
    root.classList.add("shown");
    return say(this.news.of(snapshot, plain.headline));
  }
}

/** What only some games need: play that nobody follows, a lesson, advice. Other pages never load it. */
async function showBesides(snapshot, here) {
  const newest = () => here.snapshot ?? snapshot;
  if (snapshot.light || here.lit) (await (here.lit ??= import("../shell/light.js"))).showLight(newest());
  if (snapshot.tutorial || here.taught) (await (here.taught ??= import("../shell/tutorial.js"))).showTutorial(newest());
  if (snapshot.advice || here.advising) (await (here.advising ??= import("../shell/advice.js"))).showAdvice(newest());
}

/** The table in words, or what it was before where it cannot be reached. */
async function told(before) {
  try {
    const found = await fetch(address("/plain.json"));
    return found.ok ? await found.json() : before;
  } catch {
    return before;
  }
}

function showSeats(box, { seats, score, turn, outcome }) {
  const lines = seats.map((seat, n) => ({
    n,
    say: t("plain_seat", {
      player: seat.name,
      colour: noun(seat.colour),
      points: points(score[n]),
      turn: !outcome && n === turn,
    }),
    parts: score[n].parts.map((part) => t("plain_part", { say: part.say, points: points(part) })),
  }));
  keep(
    box,
    lines,
    (line) => String(line.n),
    (line) => el("li", {}, line.say, el("ul", {}, ...line.parts.map((part) => el("li", {}, part)))),
  );
}

/** The instruments of a room that has some, in words. */
class Instruments {
  constructor(here) {
    this.here = here;
    this.opened = Promise.resolve(null);
    if (root.dataset.instruments !== undefined)
      this.opened = import(`../rooms/${root.dataset.room}/plain.js`).then(({ open }) => open(at("instruments")));
  }

  async gauge(name, shows) {
    const room = await this.opened;
    room?.gauge(name, shows, this.here);
    if (this.here.snapshot) room?.show(this.here.snapshot, this.here);
  }

  async show(snapshot) {
    (await this.opened)?.show(snapshot, this.here);
  }
}

async function begin() {
  await loadWords();
  const nowhere = { board: el("div"), seats: el("div"), notes: el("div") };
  const here = { snapshot: null, plain: NOTHING, room: furnished(null, nowhere) };
  openCommands(at("command"), at("commands"), here);
  openInquiry(at("may"));
  here.menu = await loadMenu();
  here.instruments = new Instruments(here);
  const shower = new Shower(here);
  follow({
    clock: setClock,
    lost: (is) => (at("lost").hidden = !is),
    gauge: (name, shows) => here.instruments.gauge(name, shows),
    closed: () => location.assign(here.menu?.goal ?? "/"),
    show: (snapshot) => shower.take(snapshot),
  });
}

begin().catch((error) => {
  console.error(error);
  notify(String(error.message ?? error));
});
