// Before the digging: who lays which layer, which lie already and were checked, who turns, who begins.

import { classes, el } from "../../draw/elements.js";
import { once } from "../../draw/keep.js";
import { clauses } from "../../shell/clauses.js";
import { pawn } from "../../shell/people.js";
import { t } from "../../shell/words.js";

const STANDS = { checked: "dig_layer_checked", laid: "dig_layer_laid", now: "dig_layer_now", later: "dig_layer_later" };
const BEFORE = ["setup", "laying", "turning", "frame"];

export function showLaying(box, { view }) {
  box.hidden = !BEFORE.includes(view.phase);
  if (box.hidden) return;
  once(box, [view.phase, view.laying, view.seats, view.layers], () =>
    [
      el("h2", {}, t("dig_layers_order")),
      el("ol", { class: "strata", reversed: true }, ...[...view.layers].reverse().map((layer) => stratum(layer, view))),
      begins(view),
      turning(view),
      el("p", { class: "hint" }, t("dig_forgotten")),
    ].filter(Boolean),
  );
}

const done = (checked) => (checked ? "checked" : "laid");
const due = (now) => (now ? "now" : "later");

function stratum({ layer, name, colour }, { laying, seats, phase }) {
  const laid = laying.checked.length;
  const state = layer <= laid ? done(laying.checked[layer - 1]) : due(layer === laid + 1 && phase === "laying");
  const by = laying.by.length ? seats[laying.by[layer - 1]] : null;
  const swatch = el("span", { class: "swatch", "aria-hidden": "true" }, String(layer));
  swatch.style.setProperty("--layer", colour);
  return el(
    "li",
    { class: state, value: layer, data: { layer, state, by: by ? laying.by[layer - 1] : "" } },
    swatch,
    el(
      "span",
      { class: "who" },
      by ? el("span", { class: "by" }, pawn(by), el("span", { dir: "auto" }, by.name)) : null,
      el("small", {}, name),
    ),
    el("span", { class: "state" }, t(STANDS[state])),
  );
}

/** The player to the left of the one who laid the cover digs first. */
function begins({ laying, seats }) {
  if (laying.first_digger === null) return null;
  const first = seats[laying.first_digger];
  return el(
    "p",
    { class: "first-digger", data: { seat: laying.first_digger } },
    pawn(first),
    el("span", {}, t("dig_first", { player: first.name })),
    clauses(["DIG-21"]),
  );
}

/** Everybody turns the tray once, the first digger first. */
function turning({ laying, seats, phase }) {
  if (!["turning", "frame"].includes(phase)) return null;
  const order = seats.map((_, n) => (laying.first_digger + n) % seats.length);
  const chips = order.map((n, place) =>
    el(
      "li",
      { class: classes(place < laying.turned && "done", place === laying.turned && "now") },
      pawn(seats[n]),
      seats[n].name,
    ),
  );
  return el("div", { class: "turning" }, el("h2", {}, t("dig_turning")), el("ol", {}, ...chips));
}
