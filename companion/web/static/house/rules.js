// The rules of a room: the goal, a turn in pictures, every clause by topic, and a search through all of it.

import { el } from "../draw/elements.js";
import { get } from "../shell/requests.js";
import { t } from "../shell/words.js";
import { openPictures } from "./position_picture.js";
import { folded, matches } from "./rule_search.js";
import "./house.js";

const main = document.getElementById("main");
const { room: roomName, view } = document.documentElement.dataset;
const [found, picture] = await Promise.all([get(`/rules/${roomName}/guide.json`), openPictures(roomName, view)]);
const { rules, pictures } = found;

function goal() {
  return el(
    "section",
    { id: "the-goal", "aria-labelledby": "goal-heading" },
    el("h3", { id: "goal-heading" }, t("rules_goal")),
    el("p", { class: "lead" }, rules.goal),
    el("figure", { class: "wide" }, picture(pictures.goal)),
  );
}

function turn() {
  const step = (say, n) => el("li", {}, el("figure", {}, picture(pictures.turn[n]), el("figcaption", {}, say)));
  return el(
    "section",
    { id: "a-turn", "aria-labelledby": "turn-heading" },
    el("h3", { id: "turn-heading" }, t("rules_turn")),
    el("ol", { class: "steps" }, ...rules.turn.map(step)),
  );
}

const slug = (n) => `topic-${n + 1}`;

function contents() {
  const link = ({ heading }, n) => el("li", {}, el("a", { href: `#${slug(n)}` }, heading));
  return el("nav", { class: "topics", "aria-label": t("rules_topics") }, el("ul", {}, ...rules.topics.map(link)));
}

function topic({ heading, off, clauses }, n) {
  return el(
    "section",
    { class: off ? "topic off" : "topic", id: slug(n) },
    el("h3", {}, heading),
    off ? el("p", { class: "note" }, t("rules_off")) : null,
    el("ul", { class: "clauses-of" }, ...clauses.map(clause)),
  );
}

function clause({ id, say, house }) {
  const shown = pictures.examples[id];
  return el(
    "li",
    { class: shown ? "with-picture" : null, id, tabindex: "-1" },
    el("p", {}, say, " ", el("a", { class: "anchor", href: `#${id}`, "aria-label": t("rules_link") }, "#")),
    ...house.map(houseRule),
    shown ? example(shown) : null,
  );
}

function houseRule({ say, is, changed }) {
  const mark = changed ? [el("b", { class: "changed" }, t("rules_changed")), " "] : [];
  return el("p", { class: changed ? "house-rule is-changed" : "house-rule" }, ...mark, `${say} `, el("b", {}, is));
}

/** A drawn example, and what the table said when it was played. */
function example(shown) {
  const said = el("figcaption", {}, el("b", {}, t("rules_so")), " ", shown.said.join(" "));
  return el("figure", {}, picture(shown), said);
}

function search(parts) {
  const input = el("input", { type: "search", id: "rules-search", autocomplete: "off", enterkeyhint: "search" });
  const count = el("p", { class: "count", role: "status" });
  const lines = parts.flatMap((part) =>
    [...part.querySelectorAll("li[id]")].map((line) => ({ part, line, text: folded(line.textContent) })),
  );
  const look = () => {
    const wanted = folded(input.value).split(/\s+/).filter(Boolean);
    const left = lines.filter(({ line, text }) => {
      line.hidden = !matches(text, wanted);
      return !line.hidden;
    });
    for (const part of parts) part.hidden = !left.some((one) => one.part === part);
    main.classList.toggle("searching", wanted.length > 0);
    const { length } = left;
    count.textContent = wanted.length ? t(length ? "rules_found" : "rules_none", { count: length }) : "";
  };
  input.addEventListener("input", look);
  const clear = () => {
    input.value = "";
    look();
  };
  const box = el(
    "search",
    {},
    el("label", { for: "rules-search" }, t("rules_search")),
    input,
    el("button", { type: "button", class: "print", on: { click: () => print() } }, t("rules_print")),
    count,
  );
  return { box, clear };
}

/** Go to the clause or topic of the address, and mark it. */
function arrive(clear) {
  const wanted = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (const before of document.querySelectorAll(".arrived")) before.classList.remove("arrived");
  if (!wanted || !main.contains(wanted)) return;
  clear();
  if (wanted.matches("li")) wanted.classList.add("arrived");
  wanted.scrollIntoView({ block: "center" });
  wanted.focus({ preventScroll: true });
}

document.title = t("rules_title", { title: rules.title });
const topics = rules.topics.map(topic);
const { box, clear } = search(topics);
main.replaceChildren(
  el("h2", {}, t("rules_heading", { title: rules.title })),
  el("p", {}, el("a", { class: "to-demonstration", href: `/rules/${roomName}/show` }, t("show_game"))),
  box,
  goal(),
  turn(),
  el("p", { class: "in-force" }, t(rules.open ? "rules_this_game" : "rules_usual")),
  contents(),
  el("div", { class: "all" }, ...topics),
);
main.classList.add("rules");
addEventListener("hashchange", () => arrive(clear));
arrive(clear);
document.documentElement.dataset.shown = "rules";
