// What every page of the hall shares: its stream, its clock, and its forms.

import { el } from "../draw/elements.js";
import { patch } from "../draw/patch.js";
import { post, showLost } from "../house/house.js";
import { address } from "../shell/address.js";
import { listen } from "../shell/event_stream.js";
import { t } from "../shell/words.js";
import { patched } from "../table/json_patch.js";

export { post } from "../house/house.js";

const SOON = 30;

/** The night as it is now: {evening, tables}. *changed* is called with it after every change.
 * *drawing* says how much of a draw is done, from 0 to 1; null while nothing is drawn. */
export function follow(changed) {
  const night = { evening: null, tables: new Map(), left: null, at: 0, number: 0, drawing: null };
  let due = 0;
  const soon = () => {
    if (!due) {
      due = requestAnimationFrame(() => {
        due = 0;
        if (night.evening) changed(night);
      });
    }
  };
  const heard = {
    clock: (data) => {
      night.left = data ? Number(data) : null;
      night.at = performance.now();
    },
    table: (data) => {
      const table = JSON.parse(data);
      night.tables.set(table.table, table);
      soon();
    },
    desk: (data) => {
      night.number = Number(data);
      soon();
    },
    drawing: (data) => {
      night.drawing = data ? Number(data) : null;
      soon();
    },
    evening: (data) => evening(JSON.parse(data)),
    patch: (data) => evening(patched(sent, JSON.parse(data))),
  };
  let sent = null;
  const evening = (now) => {
    sent = now;
    night.evening = { ...now, standings: ranked(now.standings) };
    document.querySelector("#head h1 a").lastChild.textContent = now.title;
    soon();
  };
  listen(address("/events", { patches: 1 }), heard, showLost);
  return night;
}

/** Rows say who shares the rank of the one above: a result changes those of its own people alone. */
function ranked(rows) {
  let rank = 0;
  return rows.map((row, n) => {
    rank = row.tied ? rank : n + 1;
    return { ...row, rank };
  });
}

/** Seconds left of the round for everybody, or for one table; null while there is no clock. */
export function left(night, table = "") {
  const { evening, at } = night;
  if (!evening || night.left === null) return null;
  const gone = evening.running ? (performance.now() - at) / 1000 : 0;
  return night.left + (evening.extra[table] ?? 0) - gone;
}

/** Call *act* at the moment the time of a round is up; a clock that leaps past it calls too. */
export function atTheEnd(night, act) {
  let before = null;
  setInterval(() => {
    const now = left(night);
    if (before !== null && now !== null && before > 0 && now <= 0 && before < SOON) act();
    before = now;
  }, 500);
}

/** 75 becomes 1:15; past the end it says so with a minus. */
export function clockText(seconds) {
  if (seconds === null) return "–";
  const whole = Math.ceil(Math.abs(seconds));
  const sign = seconds < 0 && whole > 0 ? "−" : "";
  return `${sign}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** A clock that goes on by itself; it is marked while it stands and once the time is up. *extra* are the seconds one
 * table has more than the others. */
export function clockNode(night, props = {}, extra = 0) {
  const node = el("span", { class: "clock", ...props });
  const show = () => {
    const all = left(night);
    const seconds = all === null ? null : all + extra;
    node.textContent = clockText(seconds);
    node.classList.toggle("late", seconds !== null && seconds < 0);
    node.classList.toggle("stands", !night.evening?.running);
  };
  show();
  const tick = setInterval(() => (node.isConnected ? show() : clearInterval(tick)), 500);
  return node;
}

/** Bring a part up to date; whoever works by keys and loses what they were at gets its heading. */
export function refill(part, nodes, anew = false) {
  const inside = part.contains(document.activeElement);
  patch(part, nodes.filter(Boolean), anew);
  if (!inside || part.contains(document.activeElement)) return;
  const heading = part.querySelector("h2");
  heading?.setAttribute("tabindex", "-1");
  heading?.focus({ preventScroll: true });
}

/** A name inside a sentence: whichever way it is written, it moves nothing around it. */
export const isolated = (name) => `\u2068${name}\u2069`;

/** Names of people one after the other, each by itself. */
export const listed = (people) =>
  people.flatMap(({ name }, number) => [...(number ? [", "] : []), el("bdi", {}, name)]);

const LOOPBACK = /^(localhost|127\.|\[::1\]$)/;

/** Where others find the hall, as they type it; nothing while nobody else can reach it. */
export function host(evening) {
  if (!LOOPBACK.test(location.hostname)) return location.host;
  return evening.address ? new URL(evening.address).host : "";
}

/** Why nobody else can reach the hall, and what helps. */
export const unreached = ({ unreached: why }) =>
  el("p", { class: "note", data: { key: "unreached" } }, t(`unreached_${why}`));

export const button = (label, act, props = {}) => el("button", { type: "button", ...props, on: { click: act } }, label);

/** A code that stays on one line: its hyphens are of the kind no line breaks at. */
export const unbroken = (code) => code.replaceAll("-", "\u2011");

/** A field with its label. */
export function field(id, label, props = {}) {
  const input = el("input", { id, autocomplete: "off", ...props });
  return { input, node: el("p", { class: "field" }, el("label", { for: id }, label), input) };
}

/** A list to choose from; *options* are pairs of value and label. */
export const choice = (id, label, ...given) =>
  el("p", { class: "field" }, el("label", { for: id }, label), select(id, ...given));

export const select = (id, options, now, act) =>
  el(
    "select",
    { id, on: { change: (event) => act(event.target.value) } },
    ...options.map(([value, text]) => el("option", { value, selected: value === now }, text)),
  );

/** Whether this browser has come in with a code already; without one, its code is asked for. */
export function claimed(main, title, ...roles) {
  if (roles.includes(document.documentElement.dataset.role)) return true;
  main.replaceChildren(el("h2", {}, title), claimForm());
  return false;
}

/** The code of organiser or referee. */
function claimForm() {
  const code = field("code", t("claim"), { autocapitalize: "characters", maxlength: 12 });
  const name = field("name", t("claim_name"), { maxlength: 24, required: true });
  const submit = async (event) => {
    event.preventDefault();
    const answer = await post("/claim", { code: code.input.value, name: name.input.value });
    if (answer.kind === "accepted") location.reload();
  };
  const about = el("p", { class: "about" }, t("claim_about", { night: t("desk_settings") }));
  return el(
    "form",
    { class: "claim", on: { submit } },
    code.node,
    name.node,
    el("button", { class: "go" }, t("claim_do")),
    about,
  );
}

export const points = (seat) => {
  if (seat.low === null || seat.low === undefined) return "";
  return seat.low === seat.high ? `${seat.low}` : `${seat.low}–${seat.high}`;
};
