// The count path by path: what makes each worth what it is, who scores it and why; ankhs;
// the totals; and what would change under every other setting of a switch.

import { el } from "../../draw/elements.js";
import { once } from "../../draw/keep.js";
import { clauses } from "../../shell/clauses.js";
import { t } from "../../shell/words.js";
import { hueOf } from "./overlay.js";

const ANKHS = 0;

export class Tale {
  /** *look* gets the part that is looked at: a path, {ankhs}, or null for all of them. */
  constructor(look) {
    this.look = look;
    this.node = el("section", { class: "tale", "aria-label": t("kheops_tale") });
    this.at = null;
    this.parts = [];
  }

  /** Show a count; *over* says whether it is final. */
  show({ paths, ankhs, otherwise }, seats, over) {
    const count = { paths, ankhs, otherwise };
    this.count = count;
    this.seats = seats;
    this.parts = [...count.paths.map((path) => path.number), ANKHS];
    if (this.at !== null && !this.parts.includes(this.at)) this.at = null;
    once(this.node, [count, seats, over], () => this.fill(over));
    this.choose(this.at);
  }

  fill(over) {
    const { paths, ankhs } = this.count;
    const sums = seatSums(paths, ankhs);
    this.items = new Map();
    const list = el(
      "ol",
      { class: "paths" },
      ...paths.map((path, n) => this.item(path.number, pathParts(path, this.seats, sums[n]))),
      this.item(ANKHS, ankhParts(ankhs, this.seats, sums[paths.length])),
    );
    return [this.pager(), list, ...(over ? otherSettings(this.count.otherwise) : [])];
  }

  pager() {
    const button = (text, label, act) =>
      el("button", { type: "button", class: "quiet", "aria-label": label, title: label, on: { click: act } }, text);
    return el(
      "header",
      {},
      el("h2", {}, t("kheops_tale")),
      button("◀", t("kheops_path_before"), () => this.step(-1)),
      button("▶", t("kheops_path_next"), () => this.step(1)),
      el(
        "button",
        { type: "button", class: "quiet all", on: { click: () => this.choose(null) } },
        t("kheops_all_paths"),
      ),
    );
  }

  item(number, parts) {
    const item = el("li", { class: "counted-path", data: { path: number } }, ...parts);
    item.style.setProperty("--hue", number === ANKHS ? "var(--gold)" : hueOf(number));
    const head = item.querySelector("button.number");
    head.addEventListener("click", () => this.choose(this.at === number ? null : number));
    item.addEventListener("pointerenter", () => this.at === null && this.look(this.partOf(number)));
    item.addEventListener("pointerleave", () => this.at === null && this.look(null));
    this.items.set(number, item);
    return item;
  }

  step(by) {
    this.choose(stepped(this.parts, this.at, by));
    this.items.get(this.at)?.scrollIntoView({ block: "nearest" });
  }

  partOf(number) {
    if (number === ANKHS) return { ankhs: this.count.ankhs };
    return this.count.paths.find((path) => path.number === number) ?? null;
  }

  /** Look at one part alone; null looks at all paths together. */
  choose(number) {
    this.at = number;
    for (const [one, item] of this.items ?? []) {
      item.classList.toggle("now", one === number);
      item.querySelector("button.number").setAttribute("aria-pressed", String(one === number));
    }
    this.look(number === null ? null : this.partOf(number));
  }
}

/** The totals after each part, so that the count can be followed. */
function seatSums(paths, ankhs) {
  const sums = [];
  let now = ankhs.map(() => 0);
  for (const path of paths) sums.push((now = now.map((sum, n) => sum + path.points[n])));
  sums.push(now.map((sum, n) => sum + ankhs[n].points));
  return sums;
}

function numberButton(text, label) {
  return el("button", { type: "button", class: "number", "aria-pressed": "false", "aria-label": label }, text);
}

function pathParts(path, seats, sums) {
  return [
    numberButton(String(path.number), t("kheops_path", { number: path.number })),
    el(
      "div",
      { class: "what" },
      el("p", { class: "ledger" }, ...ledger(path)),
      el(
        "p",
        { class: "strengths" },
        el("span", { class: "label" }, t("kheops_strength")),
        ...strengths(path, seats),
        gets(path, seats),
      ),
      el("p", { class: "said" }, path.say),
      clauses(path.because),
    ),
    running(sums, seats, path.points),
  ];
}

/** What makes the value: the base, each bonus, the doubling, or the curse. */
function ledger(path) {
  const chip = (kind, text, worth) =>
    el("span", { class: `chip ${kind}` }, text, worth === null ? null : el("b", {}, worth));
  const chips = [
    chip("tiles", t("kheops_tiles", { count: path.cells.length }), null),
    chip("rooms", t("kheops_rooms", { count: path.rooms }), String(path.base)),
  ];
  if (path.sarcophagi.length)
    chips.push(
      chip(
        "sarcophagi",
        t(path.pair ? "kheops_pair" : "kheops_sarcophagi", { count: path.sarcophagi.length }),
        `+${path.sarcophagus_bonus}`,
      ),
    );
  if (path.apex) chips.push(chip("apex", t("kheops_apex"), `+${path.top_bonus}`));
  if (path.longest)
    chips.push(
      chip("longest", t(path.tied_longest ? "kheops_longest_tied" : "kheops_longest"), `+${path.longest_bonus}`),
    );
  if (path.closed) chips.push(chip("closed", t("kheops_closed"), "×2"));
  else chips.push(chip("open", t("kheops_open", { cells: path.exits.join(", ") }), null));
  if (path.cursed) chips.push(chip("cursed", t("kheops_cursed"), "0"));
  return [
    ...chips,
    el("strong", { class: "value", "aria-label": t("kheops_value", { value: path.value }) }, `= ${path.value}`),
  ];
}

function strengths(path, seats) {
  return seats.map((seat, n) =>
    el(
      "span",
      { class: "strength", data: { colour: seat.colour }, "aria-label": `${seat.name}: ${path.strength[n]}` },
      el("i", { class: "dot" }),
      String(path.strength[n]),
    ),
  );
}

function gets(path, seats) {
  const winners = seats.filter((_, n) => path.points[n] > 0);
  if (!winners.length) return el("span", { class: "gets nobody" }, t("kheops_nobody"));
  return el(
    "span",
    { class: "gets" },
    winners.map((seat) => seat.name).join(", "),
    el("b", {}, ` +${Math.max(...path.points)}`),
  );
}

function running(sums, seats, points) {
  return el(
    "p",
    { class: "running", "aria-label": t("kheops_running") },
    ...seats.map((seat, n) =>
      el(
        "span",
        { class: points[n] ? "grew" : null, data: { colour: seat.colour }, "aria-label": `${seat.name}: ${sums[n]}` },
        el("i", { class: "dot" }),
        String(sums[n]),
      ),
    ),
  );
}

function ankhParts(ankhs, seats, sums) {
  const lines = ankhs.map((one, n) =>
    el(
      "p",
      { class: "ankhs", data: { colour: one.colour } },
      el("i", { class: "dot" }),
      t("kheops_ankhs", { player: seats[n].name, count: one.cells.length, points: one.points }),
      one.cells.length ? ` (${one.cells.join(", ")})` : null,
      one.cursed.length
        ? el("span", { class: "void" }, t("kheops_ankhs_cursed", { cells: one.cursed.join(", ") }))
        : null,
      one.alone.length ? el("span", { class: "void" }, t("kheops_ankhs_alone", { cells: one.alone.join(", ") })) : null,
      " ",
      clauses(one.because),
    ),
  );
  return [
    numberButton("☥", t("kheops_ankhs_title")),
    el("div", { class: "what" }, ...lines),
    running(
      sums,
      seats,
      ankhs.map((one) => one.points),
    ),
  ];
}

/** What would change under each switch; those without effect in one line. */
function otherSettings(found) {
  if (!found) return [];
  const item = (one) =>
    el(
      "li",
      { data: { switch: one.switch, setting: String(one.setting) } },
      el("span", { class: "said" }, one.say),
      " ",
      clauses(one.because),
    );
  return [
    el("h2", {}, t("kheops_otherwise")),
    found.differ.length
      ? el("ul", { class: "otherwise" }, ...found.differ.map(item))
      : el("p", { class: "hint" }, t("kheops_otherwise_none")),
    found.same
      ? el(
          "p",
          { class: "otherwise-same hint" },
          t("kheops_otherwise_same", { count: found.same }),
          " ",
          clauses(found.same_because),
        )
      : null,
  ].filter(Boolean);
}

/** The part after or before this one, in a circle; from all of them (null) the first or the last. */
export function stepped(parts, at, by) {
  const last = parts.length - 1;
  if (at === null) return parts[by > 0 ? 0 : last];
  return parts[(parts.indexOf(at) + by + parts.length) % parts.length];
}
