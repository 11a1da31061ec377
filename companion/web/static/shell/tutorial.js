// The first game: what somebody new to it is told now. Loaded only where somebody is.

import { el } from "../draw/elements.js";
import { keep } from "../draw/keep.js";
import { post } from "./requests.js";
import { seat } from "./role.js";
import { t } from "./words.js";

const at = (id) => document.getElementById(id);
let box = null;
/** The picture of what the game is about, drawn once. */
const picture = el("figure", { class: "laid-out", hidden: true });

/** Show the tips of a snapshot above what is asked; nothing where nobody is taught, and when the game is over. */
export function showTutorial({ tutorial, view }) {
  box ??= placed();
  const tips = tutorial?.tips ?? [];
  box.hidden = !tips.length || Boolean(view.outcome);
  if (box.hidden) return;
  box.know = tutorial.seats;
  keep(box.querySelector(".tips"), itemsOf(tips, view.seats), (item) => item.key, shown);
  if (picture.isConnected && picture.hidden && document.documentElement.dataset.drawn !== undefined) drawGoal(view);
}

/** What is shown: each tip by itself, and what comes before the first move as one. */
function itemsOf(tips, people) {
  const opening = tips.filter((one) => one.opening).map((one) => one.say);
  const now = tips.filter((one) => !one.opening);
  const items = now.map((one) => ({ key: one.topic, say: one.say, names: addressed(one.seats, people) }));
  return opening.length ? [...items, { key: "opening", lines: opening }] : items;
}

/** Whom a tip is for, on a page of several people. */
function addressed(seats, people) {
  const everybody = seat !== null || seats.length === people.length;
  return everybody ? [] : seats.map((n) => people[n].name);
}

function placed() {
  const style = el("link", { rel: "stylesheet", href: new URL("tutorial.css", import.meta.url).pathname });
  const pieces = el("link", { rel: "stylesheet", href: new URL("../draw/laid_out.css", import.meta.url).pathname });
  document.head.append(style, pieces);
  const known = el(
    "button",
    { type: "button", class: "quiet", on: { click: () => know(section.know) } },
    t(seat === null ? "tutorial_know_all" : "tutorial_know"),
  );
  const section = el(
    "section",
    { id: "tutorial", hidden: true, "aria-label": t("tutorial") },
    el("header", {}, el("h2", {}, t("tutorial")), known),
    el("div", { class: "tips", "aria-live": "polite", tabindex: "-1" }),
  );
  const ask = at("ask");
  if (ask) ask.prepend(section);
  else at("questions").closest("section").before(section);
  return section;
}

function shown({ say, names, lines }) {
  if (lines) return opened(lines);
  const whom = names.length ? [el("b", { dir: "auto" }, `${names.join(", ")}: `)] : [];
  return el("p", { class: "tip" }, ...whom, say);
}

/** The goal, a picture, and three things to know. */
function opened([goal, ...things]) {
  const lines = things.map((say) => el("li", {}, say));
  return el("div", { class: "tip opening" }, el("p", { class: "goal" }, goal), picture, el("ol", {}, ...lines));
}

async function drawGoal(view) {
  picture.hidden = false;
  const { goalPicture } = await import(`../rooms/${document.documentElement.dataset.room}/setup.js`);
  const drawn = el("div", { class: "laid-pieces", "aria-hidden": "true" }, ...goalPicture(view));
  picture.replaceChildren(drawn, el("figcaption", { class: "unseen" }, t("tutorial_picture")));
}

/** Whoever knows the game says so once, and is told nothing more. */
function know(seats) {
  const body = { seats, on: false };
  return post("/house/tutorial", body, { say: () => {}, lost: () => ({ kind: "lost" }) });
}
