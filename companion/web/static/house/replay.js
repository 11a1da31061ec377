// A replay: the table at any moment of a game, forwards and back, with every ruling and its reason.

import { el } from "../draw/elements.js";
import { keepLines } from "../draw/keep.js";
import { loadSigns } from "../draw/signs.js";
import { ask, close } from "../shell/dialog.js";
import { showResult } from "../shell/people.js";
import { furnished } from "../shell/room.js";
import { showRulings } from "../shell/rulings.js";
import { notify } from "../shell/sheet.js";
import { setMay } from "../table/may.js";
import { get, post } from "../shell/requests.js";
import { boardText } from "../plain/board.js";
import { setWords, t } from "../shell/words.js";

const at = (id) => document.getElementById(id);
const { game, room: roomName, view } = document.documentElement.dataset;
const PACE = 900;
const KEPT = 40;

class Replay {
  constructor(room, { moments, seats }) {
    this.here = { snapshot: null, room };
    this.moments = moments;
    this.seats = seats;
    this.number = 0;
    this.playing = 0;
    this.sheets = new Map();
    at("scrub").max = String(moments.length - 1);
  }

  /** Go to a moment; when taps outrun the card, the last one counts. */
  async go(number) {
    this.number = Math.min(Math.max(number, 0), this.moments.length - 1);
    const wanted = this.number;
    at("scrub").value = String(wanted);
    at("where").textContent = `${wanted} / ${this.moments.length - 1}`;
    this.say();
    const sheet = await this.sheet(wanted);
    if (wanted === this.number) this.show(sheet);
  }

  async sheet(number) {
    if (!this.sheets.has(number)) {
      if (this.sheets.size > KEPT) this.sheets.clear();
      this.sheets.set(number, await get(`/shelf/${encodeURIComponent(game)}/at/${number}`));
    }
    return this.sheets.get(number);
  }

  say() {
    const moment = this.moments[this.number];
    at("now").textContent = moment.say || t("replay_opening");
    history.replaceState(null, "", `#${this.number}`);
  }

  show(snapshot) {
    const { room } = this.here;
    this.here.snapshot = snapshot;
    setMay(snapshot);
    if (snapshot.plain) showInWords(snapshot.plain);
    else room.show(snapshot, this.here);
    room.showSeats(at("seats"), snapshot);
    showResult(at("result"), snapshot, room.resultFoot);
    showRulings(at("rulings"), this.here);
    at("turn").textContent = snapshot.plain?.headline ?? room.headline(snapshot);
    document.documentElement.dataset.number = String(this.number);
    document.documentElement.classList.add("shown");
  }

  toggle() {
    if (this.playing) return this.stop();
    if (this.number === this.moments.length - 1) this.go(0);
    at("play").setAttribute("aria-pressed", "true");
    this.playing = setInterval(() => {
      if (this.number >= this.moments.length - 1) this.stop();
      else this.go(this.number + 1);
    }, PACE);
    return undefined;
  }

  stop() {
    clearInterval(this.playing);
    this.playing = 0;
    at("play").setAttribute("aria-pressed", "false");
  }
}

/** The board as a list to read. */
function showInWords({ board }) {
  const lines = boardText(board).split("\n");
  const list = at("room").querySelector("ul") ?? at("room").appendChild(el("ul", {}));
  keepLines(list, lines);
}

const [steps, words, module] = await Promise.all([
  get(`/shelf/${encodeURIComponent(game)}/replay.json`),
  get(`/house/words/${roomName}.json`),
  view === "words" ? null : import(`../rooms/${roomName}/index.js`),
]);
setWords(words);

if (module) await loadSigns("/house/art.svg", module.SIGNS);
const replay = new Replay(furnished(module, { board: at("room"), seats: at("seats"), notes: at("notes") }), steps);
const taps = {
  first: () => replay.go(0),
  back: () => replay.go(replay.number - 1),
  play: () => replay.toggle(),
  on: () => replay.go(replay.number + 1),
  last: () => replay.go(replay.moments.length - 1),
};
/** Play on from the moment that is shown: as somebody, or watching. */
function whatIf() {
  replay.stop();
  const go = async (hands) => {
    close();
    const body = { game, moment: replay.number, by_hand: hands };
    const lost = () => ({ kind: "lost" });
    const { kind, say } = await post("/shelf/what-if", body, { say: () => {}, lost });
    if (kind === "accepted") location.assign("/");
    else notify(say ?? t("not_sent"));
  };
  const choice = (text, act) => el("button", { type: "button", class: "answer", on: { click: act } }, text);
  ask(
    t("what_if"),
    el("p", {}, t("what_if_about")),
    el(
      "div",
      { class: "choices" },
      choice(t("what_if_watch"), () => go([])),
      ...steps.seats.map(({ name }, seat) => choice(t("what_if_as", { player: name }), () => go([seat]))),
      choice(t("what_if_no"), close),
    ),
  );
}

at("whatif").addEventListener("click", whatIf);
for (const [id, act] of Object.entries(taps)) at(id).addEventListener("click", act);
at("scrub").addEventListener("input", (event) => {
  replay.stop();
  replay.go(Number(event.target.value));
});
addEventListener("keydown", (event) => {
  if (event.target.matches("input, button")) return;
  if (event.key === "ArrowLeft") taps.back();
  if (event.key === "ArrowRight") taps.on();
});
replay.go(Number(location.hash.slice(1)) || 0);
