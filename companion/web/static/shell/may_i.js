// May I ...? Somebody taps anything on the table, or types a few words, and is told what may be done with it.

import { el } from "../draw/elements.js";
import { worded } from "./address.js";
import { clauses } from "./clauses.js";
import { ask, close } from "./dialog.js";
import { get } from "./requests.js";
import { ruleLink } from "./rule_link.js";
import { notify } from "./sheet.js";
import { t } from "./words.js";

let style = null;
let said = null;
let bar = null;
let catcher = null;

/** Wait for a tap on the table, or for words. */
export async function begin() {
  if (bar?.isConnected) return end();
  [said] = await Promise.all([said ?? get("/may-i.json").catch(() => null), (style ??= styled())]);
  if (!said) return notify(t("not_sure"));
  bar = barOf();
  // Many places are buttons that are switched off now, and those hear no tap: it is taken above them.
  catcher = el("div", { class: "may-catcher", "aria-hidden": "true", on: { click: tapped, wheel: scrolled } });
  document.body.append(catcher, bar);
  document.documentElement.classList.add("inquiring");
  document.addEventListener("keydown", escaped);
  bar.querySelector("input").focus({ preventScroll: true });
  return undefined;
}

/** What is laid over the table catches taps only once it has its style. */
function styled() {
  return new Promise((done) => {
    const href = new URL("may_i.css", import.meta.url).pathname;
    const link = el("link", { rel: "stylesheet", href });
    link.onload = link.onerror = () => done(link);
    document.head.append(link);
  });
}

function end() {
  bar?.remove();
  catcher?.remove();
  document.documentElement.classList.remove("inquiring");
  document.removeEventListener("keydown", escaped);
  document.getElementById("may-i")?.focus({ preventScroll: true });
}

const escaped = ({ key }) => key === "Escape" && end();

function barOf() {
  const field = el("input", {
    id: "may-typed",
    maxlength: 200,
    autocomplete: "off",
    enterkeyhint: "search",
    "aria-label": said.typed,
    placeholder: said.typed,
  });
  const send = (event) => {
    event.preventDefault();
    if (field.value.trim()) question({ typed: field.value });
  };
  return el(
    "form",
    { class: "may-bar", "aria-label": said.heading, on: { submit: send } },
    el("p", {}, said.about),
    field,
    el("button", { class: "answer main", type: "submit" }, said.ask),
    el("button", { class: "quiet", type: "button", "aria-label": said.close, on: { click: end } }, "✕"),
  );
}

/** The place below a tap. */
function tapped({ clientX, clientY }) {
  const below = document.elementsFromPoint(clientX, clientY).filter((node) => node !== catcher);
  const place = below.map(placeOf).find(Boolean);
  if (place) question({ place });
}

/** What is below the catcher scrolls as before. */
function scrolled({ clientX, clientY, deltaY }) {
  for (const node of document.elementsFromPoint(clientX, clientY)) {
    const before = node.scrollTop;
    node.scrollTop += deltaY;
    if (node !== catcher && node.scrollTop !== before) return;
  }
}

/** The id of a place that a node draws; nothing for what is no place. */
export function placeOf(node) {
  const drawn = node.closest?.("[data-about], [data-cell], [data-seat]");
  const { about, cell, seat } = drawn?.dataset ?? {};
  if (about ?? cell) return (about ?? cell).split(":")[0];
  return /^\d+$/.test(seat ?? "") ? `seat-${seat}` : (seat ?? null);
}

/** Ask, and show what is answered. */
export async function question(body) {
  const found = await answered(body);
  if (!found) return notify(t("not_sure"));
  end();
  const again = el(
    "button",
    { class: "answer less", type: "button", on: { click: () => (close(), begin()) } },
    said.again,
  );
  const heading = found.holds ? `${found.place}: ${found.holds}` : (found.place ?? said.heading);
  return ask(heading, el("div", { class: "may-answer" }, ...parts(found), el("p", {}, again)));
}

export async function answered(body) {
  try {
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(worded("/may-i"), { method: "POST", headers, body: JSON.stringify(body) });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

function parts(found) {
  const { ways = [], more, now, reasons = [], asked = [], idle, past = [], parts: points = [] } = found;
  return [
    ...(found.nothing ? [el("p", {}, found.nothing)] : []),
    ...listed(said.mean, found.found, ({ place, say }) => choice(say, place)),
    ...listed(now, ways, way),
    ...(more ? [el("p", { class: "more" }, more)] : []),
    ...listed(said.why_not, reasons, sentence),
    ...listed(said.first, asked, sentence),
    ...(idle ? [el("p", {}, idle)] : []),
    ...listed(said.points, points, (part) => [part.say, " ", el("b", {}, part.points), clauses(part.because)]),
    ...listed(said.past, past, sentence),
    ...listed(said.rules, found.clauses, clause),
  ];
}

function listed(heading, items = [], shown) {
  if (!items.length) return [];
  return [el("h3", {}, heading), el("ul", {}, ...items.map((item) => el("li", {}, ...[shown(item)].flat())))];
}

const sentence = ({ say, because }) => [el("span", { class: "said" }, say), " ", clauses(because)];

/** A thing that may be done, and in one breath what it would bring. */
function way({ say, brings }) {
  if (!brings.length) return [el("b", {}, say)];
  const because = [...new Set(brings.flatMap((one) => one.because))];
  return [el("b", {}, say), el("p", {}, brings.map((one) => one.say).join(" "), " ", clauses(because))];
}

/** A clause, which leads to its paragraph in the rules. */
function clause({ id, say }) {
  const link = ruleLink(id);
  if (link.matches("a")) link.textContent = say;
  return link.matches("a") ? [link] : [say, " ", link];
}

function choice(say, place) {
  return el("button", { class: "answer", type: "button", on: { click: () => question({ place }) } }, say);
}
