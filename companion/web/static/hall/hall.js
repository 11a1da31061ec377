// What every page of the hall shares: its words, its stream, its clock, and how it asks for things.

import { el } from "../draw/elements.js";
import { fill } from "../sentence.js";
import { keepTongue } from "../tongue.js";

const SILENCE = 6000;
const chosen = new URLSearchParams(location.search).get("lang");
let words = {};
let grammar;
let closing = 0;

const tongue = document.getElementById("tongue");
if (tongue) keepTongue(tongue);

const address = (path) => {
  if (!chosen) return path;
  return `${path}${path.includes("?") ? "&" : "?"}lang=${encodeURIComponent(chosen)}`;
};

export async function get(path) {
  const answer = await fetch(address(path));
  if (!answer.ok) throw Object.assign(new Error(`${path}: ${answer.status}`), { code: answer.status });
  return answer.json();
}

export async function loadWords() {
  const { page, nouns, grammar: rules } = await get("/words.json");
  words = page;
  grammar = { nouns, ...rules };
}

/** A label: t("round", {number: 2}). */
export const t = (key, values = {}) => fill(words[key] ?? key, values, grammar);

export function say(text) {
  const box = document.getElementById("said");
  clearTimeout(closing);
  box.replaceChildren(el("span", {}, text));
  box.hidden = false;
  closing = setTimeout(() => (box.hidden = true), 9000);
}

/** Send something; a refusal is said at the foot of the page. */
export async function post(path, body = {}) {
  document.body.classList.add("busy");
  try {
    const answer = await fetch(address(path), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const told = await answer.json();
    if (told.say) say(told.say);
    return told;
  } catch {
    say(t("not_sent"));
    return { kind: "lost" };
  } finally {
    document.body.classList.remove("busy");
  }
}

/** The night as it is now: {evening, tables}. *changed* is called with it after every change. */
export function follow(changed) {
  const night = { evening: null, tables: new Map(), left: null, at: 0, number: 0 };
  let source = null;
  let silence = 0;
  let due = 0;
  const lost = (is) => (document.getElementById("lost").hidden = !is);
  const alive = () => {
    lost(false);
    clearTimeout(silence);
    silence = setTimeout(() => {
      lost(true);
      open();
    }, SILENCE);
  };
  const soon = () => {
    if (!due) {
      due = requestAnimationFrame(() => {
        due = 0;
        if (night.evening) changed(night);
      });
    }
  };
  const open = () => {
    source?.close();
    source = new EventSource(address("/events"));
    source.addEventListener("clock", (event) => {
      alive();
      night.left = event.data ? Number(event.data) : null;
      night.at = performance.now();
    });
    source.addEventListener("table", (event) => {
      alive();
      const table = JSON.parse(event.data);
      night.tables.set(table.table, table);
      soon();
    });
    source.addEventListener("desk", (event) => {
      night.number = Number(event.data);
      soon();
    });
    source.addEventListener("evening", (event) => {
      alive();
      night.evening = JSON.parse(event.data);
      soon();
    });
    source.onerror = () => {
      lost(true);
      if (source.readyState === EventSource.CLOSED) setTimeout(open, 3000);
    };
  };
  open();
  addEventListener("pagehide", () => source?.close());
  return night;
}

/** Seconds left of the round for everybody, or for one table; null while there is no clock. */
export function left(night, table = "") {
  const { evening, at } = night;
  if (!evening || night.left === null) return null;
  const gone = evening.running ? (performance.now() - at) / 1000 : 0;
  return night.left + (evening.extra[table] ?? 0) - gone;
}

/** 75 becomes 1:15; past the end it says so with a minus. */
export function clockText(seconds) {
  if (seconds === null) return "–";
  const whole = Math.ceil(Math.abs(seconds));
  const sign = seconds < 0 && whole > 0 ? "−" : "";
  return `${sign}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** A clock that goes on by itself. */
export function clockNode(night, props = {}) {
  const node = el("span", { class: "clock", ...props }, clockText(left(night)));
  const tick = setInterval(() => {
    if (!node.isConnected) clearInterval(tick);
    else node.textContent = clockText(left(night));
  }, 500);
  return node;
}

export const button = (label, act, props = {}) => el("button", { type: "button", ...props, on: { click: act } }, label);

/** A field with its label. */
export function field(id, label, props = {}) {
  const input = el("input", { id, autocomplete: "off", ...props });
  return { input, node: el("p", { class: "field" }, el("label", { for: id }, label), input) };
}

/** A list to choose from; *options* are pairs of value and label. */
export function choice(id, label, options, now, act) {
  const select = el(
    "select",
    { id, on: { change: (event) => act(event.target.value) } },
    ...options.map(([value, text]) => el("option", { value, selected: value === now }, text)),
  );
  return el("p", { class: "field" }, el("label", { for: id }, label), select);
}

/** The code of organiser or referee. */
export function claimForm(done) {
  const code = field("code", t("claim"), { autocapitalize: "characters", maxlength: 12 });
  const name = field("name", t("claim_name"), { maxlength: 24 });
  const submit = async (event) => {
    event.preventDefault();
    const answer = await post("/claim", { code: code.input.value, name: name.input.value });
    if (answer.kind === "accepted") done();
  };
  return el("form", { class: "claim", on: { submit } }, code.node, name.node, el("button", {}, t("claim_do")));
}

export const points = (seat) => {
  if (seat.low === null || seat.low === undefined) return "";
  return seat.low === seat.high ? `${seat.low}` : `${seat.low}–${seat.high}`;
};
