// What every page of the hall shares: its stream, its clock, and its forms.

import { el } from "../draw/elements.js";
import { patch } from "../draw/patch.js";
import { listen, loadWords as loadFrom, post, t } from "../house/house.js";

export { get, post, t } from "../house/house.js";

export const loadWords = () => loadFrom("/words.json");

/** The night as it is now: {evening, tables}. *changed* is called with it after every change. */
export function follow(changed) {
  const night = { evening: null, tables: new Map(), left: null, at: 0, number: 0 };
  let due = 0;
  const soon = () => {
    if (!due) {
      due = requestAnimationFrame(() => {
        due = 0;
        if (night.evening) changed(night);
      });
    }
  };
  listen("/events", {
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
    evening: (data) => {
      night.evening = JSON.parse(data);
      document.querySelector("#head h1 a").lastChild.textContent = night.evening.title;
      soon();
    },
  });
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

/** Bring a part up to date; whoever works by keys and loses what they were at gets its heading. */
export function refill(part, nodes, anew = false) {
  const inside = part.contains(document.activeElement);
  patch(part, nodes.filter(Boolean), anew);
  if (!inside || part.contains(document.activeElement)) return;
  const heading = part.querySelector("h2");
  heading?.setAttribute("tabindex", "-1");
  heading?.focus({ preventScroll: true });
}

export const button = (label, act, props = {}) => el("button", { type: "button", ...props, on: { click: act } }, label);

/** A code that stays on one line: its hyphens are of the kind no line breaks at. */
export const unbroken = (code) => code.replaceAll("-", "\u2011");

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
  const about = el("p", { class: "about" }, t("claim_about", { night: t("desk_settings") }));
  return el("form", { class: "claim", on: { submit } }, code.node, name.node, el("button", {}, t("claim_do")), about);
}

export const points = (seat) => {
  if (seat.low === null || seat.low === undefined) return "";
  return seat.low === seat.high ? `${seat.low}` : `${seat.low}–${seat.high}`;
};
