// The menu around a game: pause, phones, another hand, the end; and what comes after it.

import { el } from "../draw/elements.js";
import { once } from "../draw/keep.js";
import { notify } from "../shell/sheet.js";
import { knownLine } from "./known.js";
import { get, post } from "../shell/requests.js";
import { role, seat as ownSeat } from "../shell/role.js";
import { soundButton } from "../shell/sound_switch.js";
import { speak } from "../shell/words.js";

const UNDO_MS = 61000;
let words = {};

/** A label of the menu. */
export const m = (key, values = {}) => speak(words[key] ?? key, values);
export { get };

export const send = (path, body = {}) =>
  post(path, body, { say: (text) => notify(text), quiet: ["accepted"], lost: () => ({ kind: "lost" }) });

export const button = (text, act, cls = "answer", extra = {}) =>
  el("button", { class: cls, type: "button", on: { click: act }, ...extra }, text);

/** Put the menu into the head of the page. */
export async function openMenu() {
  const found = await get("/house/menu.json");
  if (!found.open) return null;
  ({ words } = found);
  if (found.laying !== null && role === "table") location.replace("/house/setup");
  const menu = new Menu(found);
  const state = document.getElementById("state");
  const ways = document.getElementById("game-ways") ?? state.appendChild(el("span", { id: "game-ways" }));
  ways.append(rulesLink(), soundButton(m("sound_on"), m("sound_off")), menu.button);
  if (found.rehearsed) {
    const { rehearsalStrip } = await import("./rehearsal.js");
    const { strip, show } = rehearsalStrip(found);
    (document.getElementById("side") ?? document.querySelector("main")).prepend(strip);
    menu.rehearse = show;
  }
  if (found.known.guesses && !found.rehearsed) {
    const { room } = document.documentElement.dataset;
    (document.getElementById("side") ?? document.querySelector("main")).append(
      knownLine({ name: room, known: found.known }, m, found.owner),
    );
  }
  document.querySelector("main").before(menu.after, ...(await callings(found)));
  return menu;
}

/** The rules of this game, one tap away. */
function rulesLink() {
  const { room } = document.documentElement.dataset;
  return el("a", { id: "to-rules", class: "quiet", href: `/rules/${room}` }, m("rules"));
}

/** What an event night adds; at home nothing of it is loaded. */
const callings = async ({ hall }) => (hall ? (await import("./calling.js")).callButton(m, get, send) : []);

class Menu {
  constructor(found) {
    const name = ownSeat === null ? "" : found.seats[ownSeat]?.name;
    const label = name ? m("game_of", { name }) : m("game");
    this.button = button(label, () => this.open(), "quiet", { id: "game-menu", dir: "auto" });
    this.after = el("nav", { id: "after", class: "choices", hidden: true, "aria-label": m("game") });
    this.here = null;
    this.found = found;
    /** Where this page goes when the game is closed, whoever hears of it first. */
    this.goal = "/";
    /** What a rehearsal shows of a newer table. */
    this.rehearse = () => {};
    /** Whether the game has been over since this page came: then what was found is still true. */
    this.isNew = true;
  }

  /** A newer table: say who has come, and offer what comes next when it is over. */
  show(snapshot) {
    const { hosted, view } = snapshot;
    if (!hosted) return;
    this.rehearse(snapshot);
    const come = hosted.here.filter((seat) => this.here !== null && !this.here.includes(seat) && seat !== ownSeat);
    for (const seat of come) notify(m("phone_here", { name: view.seats[seat].name }));
    if (come.length) this.refreshPhones?.();
    this.here = hosted.here;
    const over = Boolean(view.outcome) || hosted.ended;
    this.after.hidden = !over;
    if (over && !this.offered) this.offer();
    if (!over) this.offered = this.isNew = false;
  }

  /** Offer at once what was known when the page came, so that nothing moves a moment later; then what is true now. */
  async offer() {
    this.offered = true;
    this.fill(this.found);
    if (!this.isNew) this.fill(await get("/house/menu.json"));
  }

  fill(found) {
    const { game, may, next, tonight, reopens } = found;
    if (found.open) once(this.after, { game, may, next, tonight, reopens }, () => this.waysOn(found));
    clearTimeout(this.closing);
    if (reopens) this.closing = setTimeout(async () => this.fill(await get("/house/menu.json")), UNDO_MS);
  }

  /** What comes after a game. */
  waysOn(found) {
    const result = el("a", { class: "answer main", href: `/shelf/${encodeURIComponent(found.game)}` }, m("result"));
    if (found.reopens) return [el("span", {}, m("ended_undo")), this.undo(), result];
    if (found.of_night) return [result, el("a", { class: "answer", href: "/house/hall" }, m("hall_heading"))];
    if (!found.may.leave) return [result];
    const again = button(m("rematch"), () => this.go("/house/rematch"));
    const others = found.next.map(({ room, title }) => button(title, () => this.next(room)));
    const lobby = button(m("lobby"), () => this.go("/house/leave"));
    const learn = found.tonight ? [el("a", { class: "answer", href: found.tonight }, m("tonight"))] : [];
    return [result, ...learn, again, ...(others.length ? [el("span", {}, m("same_people")), ...others] : []), lobby];
  }

  /** Ended by mistake: for a minute it can go on. */
  undo() {
    return button(m("undo_end"), () => this.go("/house/reopen"), "answer main", { id: "undo-end" });
  }

  async go(path, body) {
    const answer = await send(path, body);
    if (answer.kind === "accepted") location.assign("/");
  }

  /** The same people at another box: its page has them filled in. */
  async next(room) {
    this.goal = `/house#${room}`;
    const answer = await send("/house/leave");
    if (answer.kind === "accepted") location.assign(this.goal);
    else this.goal = "/";
  }

  /** What can be done about the game; the dialogs come when somebody wants them. */
  async open() {
    const found = await get("/house/menu.json");
    if (!found.open) return location.assign("/");
    const { Dialogs } = await import("./dialogs.js");
    return new Dialogs(this).open(found);
  }
}
