// Advice for whoever wants it: a few ideas for this turn, each with its reason. Loaded only where somebody does.

import { el } from "../draw/elements.js";
import { once } from "../draw/keep.js";
import { address } from "./address.js";
import { clauses } from "./clauses.js";
import { post } from "./requests.js";
import { seat } from "./role.js";
import { t } from "./words.js";

let box = null;
let asked = -1;

/** Fetch and show the ideas for a snapshot; nothing where nobody decides anything. */
export async function showAdvice(snapshot) {
  box ??= placed();
  const { advice = [], number } = snapshot;
  if (!advice.length) return hide();
  box.wanting = advice;
  if (asked === number && box.dataset.of === String(advice)) return undefined;
  asked = number;
  box.dataset.of = String(advice);
  const found = await fetched();
  return asked === number ? fill(found, snapshot.view.seats) : undefined;
}

function fill(found, people) {
  if (!found?.ideas.length) return hide();
  box.hidden = false;
  const name = seat === null ? people[found.seat]?.name : "";
  return once(box.querySelector(".ideas"), [found.ideas, name], () => shown(found.ideas, name));
}

function hide() {
  box.hidden = true;
  if (!box.wanting?.length) asked = -1;
}

/** The ideas as they are now, for a page that reads them aloud too; null where they cannot be had. */
export async function fetched() {
  try {
    const answer = await fetch(address("/advice.json"));
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

function placed() {
  const style = el("link", { rel: "stylesheet", href: new URL("tutorial.css", import.meta.url).pathname });
  document.head.append(style);
  const section = el(
    "section",
    { id: "advice", hidden: true, "aria-label": t("advice") },
    el("div", { class: "ideas", "aria-live": "polite", tabindex: "-1" }),
    el("button", { type: "button", class: "quiet", on: { click: () => end(section.wanting) } }, t("advice_off")),
  );
  const ask = document.getElementById("ask");
  if (ask) ask.append(section);
  else document.getElementById("questions").closest("section").after(section);
  return section;
}

function shown(ideas, name) {
  const heading = name ? t("advice_for", { names: name }) : t("advice");
  return [el("h2", { dir: "auto" }, heading), el("ol", {}, ...ideas.map((one) => el("li", {}, ...idea(one))))];
}

/** An idea with its reason, which leads to its clause. */
export function idea({ say, reason, because }) {
  return [el("b", {}, say), el("p", {}, el("span", {}, reason), " ", clauses(because))];
}

function end(seats) {
  return post("/house/advice", { seats, on: false }, { say: () => {}, lost: () => ({ kind: "lost" }) });
}
