// The board twice: as a list to read, and as a grid of buttons to walk with the arrow keys.

import { el } from "../draw/elements.js";
import { reply } from "../shell/answers.js";
import { mayAnswer } from "../table/may.js";
import { base } from "../table/moment.js";
import { t } from "../shell/words.js";
import { say } from "./said.js";

const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** A row in one breath: places beside each other that hold the same are said once. */
export function rowText(row) {
  const runs = [];
  for (const { place, brief, holds } of row.cells) {
    const name = brief ?? place;
    if (runs.at(-1)?.holds === holds) runs.at(-1).last = name;
    else runs.push({ first: name, last: name, holds });
  }
  const isAlike = runs.length === 1 && row.cells.length > 1;
  const cells = isAlike
    ? [runs[0].holds]
    : runs.map(({ first, last, holds }) => t("plain_cell", { place: span(first, last), holds }));
  return t("plain_row", { row: row.name, cells: cells.join("; ") });
}

const span = (first, last) => (first === last ? first : `${first}–${last}`);

/** The whole board, or one row of its first part. */
export function boardText(parts, row = null) {
  if (!parts.length) return t("plain_no_board");
  const rows = row === null ? parts.flatMap((part) => part.rows) : [parts[0].rows[row - 1]];
  return rows.every(Boolean) ? rows.map(rowText).join("\n") : t("plain_no_row", { row, rows: parts[0].rows.length });
}

export class Board {
  constructor(box) {
    this.box = box;
    this.shape = "";
    this.pointed = [];
    this.since = 0;
    this.question = null;
  }

  show(parts, { questions }) {
    const question = questions.find((one) => one.style === "point" && mayAnswer(one)) ?? null;
    if (question?.id !== this.question?.id) this.pointed = [];
    this.question = question;
    const shape = JSON.stringify(parts.map((part) => [part.name, part.rows.map((row) => row.cells.length)]));
    if (shape !== this.shape) this.build(parts, shape);
    parts.forEach((part, n) => this.fill(this.places[n], part));
  }

  build(parts, shape) {
    this.shape = shape;
    this.places = parts.map((part) => this.place(part));
    this.box.replaceChildren(...this.places.flatMap(({ heading, list, grid }) => [heading, list, grid]));
  }

  place(part) {
    const list = el("ul", {}, ...part.rows.map(() => el("li", {})));
    const cells = part.rows.map((row) => row.cells.map((_, n) => this.button(n)));
    const rows = cells.map((buttons) =>
      el("div", { role: "row" }, ...buttons.map((one) => el("div", { role: "gridcell" }, one))),
    );
    const grid = el("div", { role: "grid", "aria-label": part.name }, ...rows);
    grid.addEventListener("keydown", (event) => walk(event, cells));
    if (cells[0]?.[0]) cells[0][0].tabIndex = 0;
    return { heading: el("h3", {}, part.name), list, grid, cells };
  }

  button() {
    const node = el("button", { type: "button", tabindex: "-1", on: { click: () => this.tap(node) } });
    return node;
  }

  fill({ list, cells }, part) {
    part.rows.forEach((row, y) => {
      set(list.children[y], rowText(row));
      row.cells.forEach((cell, x) => {
        const node = cells[y][x];
        node.cell = cell.id;
        set(node, t("plain_cell", cell));
        if (this.question && cell.id) node.setAttribute("aria-pressed", String(this.pointed.includes(cell.id)));
        else node.removeAttribute("aria-pressed");
      });
    });
  }

  /** Point at a place while that is asked; otherwise say what lies there. */
  tap(node) {
    if (!this.question || !node.cell) return say(node.textContent);
    const { pointed } = this;
    if (!pointed.length) this.since = base();
    this.pointed = pointed.includes(node.cell) ? pointed.filter((one) => one !== node.cell) : [...pointed, node.cell];
    node.setAttribute("aria-pressed", String(this.pointed.includes(node.cell)));
    if (this.pointed.length < this.question.points) return null;
    const points = this.pointed;
    this.pointed = [];
    for (const other of this.box.querySelectorAll("[aria-pressed]")) other.setAttribute("aria-pressed", "false");
    return reply(this.question, { points }, { say, since: this.since });
  }
}

function set(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** The arrow keys go from place to place, Home and End along the row. */
function walk(event, cells) {
  const y = cells.findIndex((row) => row.includes(document.activeElement));
  if (y < 0) return;
  const x = cells[y].indexOf(document.activeElement);
  const next = target(event.key, x, y, cells);
  if (!next) return;
  event.preventDefault();
  for (const one of cells.flat()) one.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

function target(key, x, y, cells) {
  if (key === "Home") return cells[y][0];
  if (key === "End") return cells[y].at(-1);
  const [dy, dx] = STEPS[key] ?? [];
  if (dy === undefined) return null;
  const row = cells[y + dy];
  return row?.[dy ? Math.min(x, row.length - 1) : x + dx] ?? null;
}
