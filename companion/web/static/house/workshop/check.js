// The check of the parts: each is lit, heard, pressed or weighed, and somebody says whether it works.

import { el } from "../../draw/elements.js";
import { get } from "../../shell/requests.js";
import { t } from "../../shell/words.js";
import { post } from "../house.js";
import { header } from "./header.js";
import { walking } from "./walking_lamps.js";
import { wiringForm } from "./wiring.js";
import { open } from "./workshop.js";
import { remedies } from "./remedies.js";

const EVERY = 500;
const rows = new Map();
let walk;
let pins = [];
let owner = false;

async function show(list, note) {
  let now;
  try {
    now = await get("/workshop/check/parts.json");
  } catch {
    return; // the line at the top says that the house is gone
  }
  let quiet = now.playing ? "check_playing" : "";
  if (!quiet && !now.parts.length) quiet = "check_nothing";
  note.hidden = !quiet;
  note.textContent = quiet && t(quiet);
  forget(now.parts);
  for (const part of now.parts) {
    const row = rows.get(part.id) ?? build(part, list);
    renew(row, part, now.playing);
  }
  walk.renew(now.playing ? [] : now.parts);
}

/** Take the rows of parts away that are wired no more. */
function forget(parts) {
  const known = new Set(parts.map(({ id }) => id));
  for (const [id, row] of rows) {
    if (known.has(id)) continue;
    row.node.remove();
    rows.delete(id);
  }
}

const called = (part) => t(`part_${part.sort}`, { name: part.name });

function build(part, list) {
  const state = el("span", { class: "live" });
  const last = el("small", {});
  const acts = el("span", { class: "row" });
  if (part.does === "light" || part.does === "sound") acts.append(trying(part));
  acts.append(verdict(part, true), verdict(part, false));
  const where = el("details", {}, el("summary", {}, t("check_where")));
  where.addEventListener("toggle", () => {
    if (where.open && !where.querySelector(".pins, .no-pins")) where.append(drawing(part));
  });
  if (owner) where.append(removing(part));
  const trouble = remedies();
  const node = el(
    "li",
    { class: "part", id: `part-${part.id}` },
    el("strong", {}, called(part)),
    state,
    acts,
    trouble.node,
    last,
    where,
  );
  list.append(node);
  const row = { node, state, last, acts, trouble };
  rows.set(part.id, row);
  return row;
}

function trying(part) {
  const press = () => post("/workshop/check/try", { part: part.id });
  return el("button", { type: "button", on: { click: press } }, t(`check_${part.does}`));
}

/** Take a part out of the wiring; asked once more before it is done. */
function removing(part) {
  const button = el("button", { type: "button", class: "quiet" }, t("wiring_remove"));
  button.addEventListener("click", async () => {
    if (button.dataset.sure) {
      const answer = await post("/workshop/wiring/remove", { part: part.sort, name: part.name });
      if (answer.kind === "accepted") location.reload();
    }
    button.dataset.sure = "yes";
    button.textContent = t("wiring_remove_really", { part: called(part) });
  });
  return button;
}

/** What was just wired is on the list; a lamp or a buzzer is tried at once. */
async function added(list, note, part, { name, names }) {
  await refresh(list, note);
  const first = `${part} ${name ?? names?.[0] ?? ""}`.trim();
  rows.get(first)?.node.scrollIntoView({ block: "center" });
  if (TRIED.has(part)) await post("/workshop/check/try", { part: first });
}

const TRIED = new Set(["lamp", "strip", "buzzer"]);

async function refresh(list, note) {
  ({ pins } = await get("/workshop/check/header.json"));
  const old = document.querySelector(".wiring");
  old?.replaceWith(await wiringForm((part, values) => added(list, note, part, values)));
  await show(list, note);
}

function verdict(part, works) {
  const key = works ? "check_works" : "check_fails";
  const press = () => post("/workshop/check/found", { part: part.id, works });
  const label = `${called(part)}: ${t(key)}`;
  return el(
    "button",
    { type: "button", class: works ? "yes" : "no", "aria-label": label, on: { click: press } },
    t(key),
  );
}

function drawing(part) {
  if (!part.places.length) return el("p", { class: "no-pins" }, t("check_no_pins"));
  const uses = part.places.map(([place, use]) => (use ? `${place} (${use})` : `${place}`));
  return header(pins, part.places, t("check_pins", { part: called(part), places: uses.join(", ") }));
}

function renew({ node, state, last, acts, trouble }, part, playing) {
  trouble.renew(playing ? { trouble: "", steps: [] } : part);
  const shown = part.shown;
  node.classList.toggle("broken", Boolean(shown?.fault));
  acts.hidden = playing;
  state.textContent = playing || !shown ? "" : live(part, shown);
  if (part.last)
    last.textContent = t(part.last.works ? "check_was_well" : "check_was_bad", { when: moment(part.last.at) });
}

const pressed = ({ closed, felt }) => {
  const lately = felt !== null && felt < 10;
  if (lately) return t("check_felt");
  return t(closed ? "check_stuck" : "check_press");
};

const LIVE = {
  press: pressed,
  lean: ({ closed }) => t(closed ? "check_leans" : "check_lean"),
  weigh: ({ count }) => (count === null ? t("check_silent") : t("check_counts", { count: Math.round(count) })),
  sound: ({ silent }) => (silent ? t("check_mute") : ""),
  light: () => "",
};

/** What a part shows right now, in words. */
const live = (part, shown) => shown.fault || LIVE[part.does](shown);

const moment = (at) =>
  new Date(at * 1000).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });

async function past() {
  const { found } = await get("/workshop/check/history.json");
  const lines = found.map((each) =>
    el(
      "li",
      { class: each.works ? "" : "broken" },
      t(each.works ? "check_past_well" : "check_past_bad", { part: each.part, when: moment(each.at), why: each.said }),
    ),
  );
  const body = lines.length ? el("ul", { class: "past" }, ...lines) : el("p", {}, t("check_past_none"));
  return el("details", { class: "history" }, el("summary", {}, t("check_past")), body);
}

await open("check_heading", async (state) => {
  pins = (await get("/workshop/check/header.json")).pins;
  owner = state.owner;
  const list = el("ul", { class: "parts" });
  walk = walking();
  const nodes = [el("p", {}, t("check_about")), el("p", { class: "note", id: "quiet", hidden: true }), walk.node, list];
  if (owner) nodes.push(await wiringForm((part, values) => added(list, nodes[1], part, values)));
  nodes.push(el("p", {}, el("a", { href: "/guide/build" }, t("check_guide"))));
  await show(list, nodes[1]);
  setInterval(() => document.hidden || show(list, nodes[1]), EVERY);
  return [...nodes, await past()];
});
