// The shell: loads words, art and the room, then shows every snapshot that arrives.

import { el } from "../draw/elements.js";
import { loadSigns } from "../draw/signs.js";
import { setClock } from "../table/clock.js";
import { setMay } from "../table/may.js";
import { setBase } from "../table/moment.js";
import { role, seat } from "./role.js";
import { follow } from "../table/stream.js";
import { loadWords, t } from "./words.js";
import { tagged } from "./cell_tags.js";
import { celebrate, newMoment } from "./great_moments.js";
import { showBelonging, showHead, showPicture } from "./head.js";
import { setPeople, showResult } from "./people.js";
import { watchMistakes } from "./foresee.js";
import { held } from "./press_guard.js";
import { showQuestions } from "./questions.js";
import { furnished } from "./room.js";
import { showRulings } from "./rulings.js";
import { notify } from "./sheet.js";

const at = (id) => document.getElementById(id);
const root = document.documentElement;
/** Letters from which on a name needs a line of the people's strip to itself. */
const LONG_NAME = 13;
/** Milliseconds that a table has to be at rest before its screen is kept on. */
const BEFORE_AWAKE = 1_500;

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
  watchMistakes(snapshot);
  setPeople(snapshot.view.seats);
  at("seats").classList.toggle(
    "long",
    snapshot.view.seats.some(({ name }) => name.length > LONG_NAME),
  );
  if (root.dataset.phase !== snapshot.view.phase) root.dataset.phase = snapshot.view.phase ?? "";
  room.show(snapshot, here);
  room.showSeats(at("seats"), snapshot);
  showResult(at("result"), snapshot, room.resultFoot);
  showHead(snapshot, room.headline(snapshot));
  showQuestions(at("questions"), here);
  showRulings(at("rulings"), here);
  showBesides(snapshot, here);
  here.tag(snapshot);
  mark(snapshot);
  here.phones?.showPhones(at("phones"), snapshot);
  showPicture();
  here.menu?.show(snapshot);
  const moment = newMoment(snapshot);
  if (moment) celebrate(moment);
  clearTimeout(here.waking);
  here.waking = setTimeout(() => stayAwake(snapshot), BEFORE_AWAKE);
  nudge(snapshot);
  root.dataset.shown = snapshot.number;
}

/** Tell beginners what they need now; pages of people who know the game never load this. */
async function teach(snapshot, here) {
  here.taught ??= import("./tutorial.js");
  (await here.taught).showTutorial(here.snapshot ?? snapshot);
}

/** The screen stays on while a game is played; no page waits for that. */
async function stayAwake({ view }) {
  (await import("./awake.js")).keepAwake(!view.outcome);
}

/** What only some games need. */
function showBesides(snapshot, here) {
  if (snapshot.tutorial || here.taught) teach(snapshot, here);
  if (snapshot.light || here.lit) playLight(snapshot, here);
  if (snapshot.advice || here.advising) advise(snapshot, here);
}

/** Ideas for whoever wants them; pages of people who don't never load this. */
async function advise(snapshot, here) {
  here.advising ??= import("./advice.js");
  (await here.advising).showAdvice(here.snapshot ?? snapshot);
}

/** People play on their table alone; pages of games that are followed never load this. */
async function playLight(snapshot, here) {
  here.lit ??= import("./light.js");
  (await here.lit).showLight(here.snapshot ?? snapshot);
}

/** What the style of the page depends on, in one place: rules that look for it themselves are slow. */
function mark({ questions, view }) {
  const { classList } = root;
  classList.toggle("asking", questions.length > 0);
  classList.toggle("over", Boolean(view.outcome));
  classList.toggle("alerting", at("alerts").childElementCount > 0);
  classList.toggle("newsy", at("quiet").textContent !== "");
  classList.add("shown");
}

let mine = false;

/** A seat's phone shakes when it is that seat's turn, or something is asked of it alone. */
function nudge({ questions, view }) {
  const now = seat !== null && (questions.some(({ to }) => to === role) || (!view.outcome && view.turn === seat));
  if (now && !mine && root.dataset.shown !== undefined) navigator.vibrate?.(200);
  mine = now;
}

/** On a phone, a button leads back to the open question while that is out of sight. */
function pointToQuestion(questions, button) {
  const seen = new IntersectionObserver(([{ isIntersecting }]) => {
    button.hidden = isIntersecting || !questions.querySelector(".question:not(.theirs)");
  });
  seen.observe(questions);
  button.addEventListener("click", (event) => {
    event.preventDefault();
    questions.scrollIntoView({ block: "center", behavior: "smooth" });
  });
}

/** "May I ...?" comes when somebody wants to ask. */
function mayButton() {
  const ask = async () => (await import("./may_i.js")).begin();
  return el("button", { id: "may-i", type: "button", class: "quiet", on: { click: ask } }, t("may_i"));
}

async function begin() {
  const [module] = await Promise.all([loadRoom(), loadWords()]);
  await loadSigns("/art.svg", module?.SIGNS);
  const here = {
    snapshot: null,
    room: furnished(module, { board: at("room"), seats: at("seats"), notes: at("notes") }),
    tag: tagged(at("room")),
  };
  if (!root.classList.contains("projector")) at("state").append(el("span", { id: "game-ways" }, mayButton()));
  [here.menu, here.phones] = await Promise.all([loadMenu(), at("phones") && import("./phones.js")]);
  follow({
    clock: setClock,
    lost: (is) => (at("lost").hidden = !is),
    gauge: (name, shows) => here.room.gauge(name, shows, here),
    closed: () => location.assign(here.menu?.goal ?? "/"),
    show: held(
      (snapshot) => show(snapshot, here),
      () => (root.dataset.number = root.dataset.shown),
    ),
  });
  pointToQuestion(at("questions"), at("to-question"));
}

begin().catch((error) => {
  console.error(error);
  notify(String(error.message ?? error));
});
