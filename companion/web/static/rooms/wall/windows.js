// The wall itself: slots on top, windows below, an animal in every filled one.

import { el, hasSign, sign } from "../../draw/elements.js";
import { mayMove } from "../../table/may.js";
import { base } from "../../table/moment.js";
import { t } from "../../shell/words.js";
import { faceText, splitFace } from "./faces.js";

export class Windows {
  constructor(insert) {
    this.node = el("div", { class: "wall", role: "group" });
    this.insert = insert;
    this.windows = new Map();
    this.heads = [];
    this.pointed = [];
    this.wanted = 0;
    this.marks = { fresh: [], pair: [], wrong: [], asked: [] };
  }

  show(snapshot) {
    const { wall } = snapshot.view;
    if (this.shape !== `${wall.slots}x${wall.capacity}x${wall.block}`) this.build(wall);
    for (const [cell, label] of Object.entries(wall.cells)) this.fill(cell, label);
    const may = mayMove() && snapshot.questions.length === 0;
    this.heads.forEach((head, slot) => {
      const full = wall.full.includes(slot);
      head.disabled = !(may && (full || wall.open.includes(slot)));
      head.classList.toggle("full", full);
    });
    this.marks = marksOf(snapshot);
    this.highlight(null);
  }

  build(wall) {
    this.shape = `${wall.slots}x${wall.capacity}x${wall.block}`;
    this.windows.clear();
    this.heads = [];
    const slots = Array.from({ length: wall.slots }, (_, slot) => this.slot(wall, slot));
    this.node.replaceChildren(...slots);
    this.node.style.setProperty("--slots", wall.slots);
    this.node.style.setProperty("--across", wall.width);
    this.node.setAttribute("aria-label", t("the_wall"));
  }

  slot(wall, slot) {
    const [across, up] = wall.block;
    const head = el(
      "button",
      {
        class: "slot-head",
        type: "button",
        "aria-label": t("insert_into", { slot: slot + 1 }),
        on: { click: () => this.insert(slot) },
      },
      el("span", {}, String(slot + 1)),
    );
    this.heads.push(head);
    const windows = el("div", { class: "windows" });
    windows.style.setProperty("--block", across);
    for (let y = wall.capacity * up - 1; y >= 0; y -= 1) {
      for (let x = slot * across; x < (slot + 1) * across; x += 1) windows.append(this.window(`${x},${y}`));
    }
    return el("div", { class: "slot", data: { slot, about: `${slot * across},0` } }, head, windows);
  }

  window(cell) {
    const node = el("button", {
      class: "window",
      type: "button",
      disabled: true,
      data: cell.startsWith("0,") ? { cell, row: Number(cell.slice(2)) + 1 } : { cell },
      on: { click: () => this.tap(cell) },
    });
    this.windows.set(cell, node);
    return node;
  }

  fill(cell, label) {
    const node = this.windows.get(cell);
    if (!node || node.dataset.label === label) return;
    node.classList.toggle("dropped", node.dataset.label === "empty");
    node.dataset.label = label;
    const [animal, gaze] = splitFace(label);
    const [x, y] = cell.split(",").map(Number);
    const place = t("place", { across: x + 1, up: y + 1 });
    if (label === "empty") {
      node.replaceChildren();
      node.setAttribute("aria-label", `${place}: ${t("empty")}`);
      delete node.dataset.animal;
      return;
    }
    node.dataset.animal = animal;
    node.dataset.gaze = gaze;
    node.setAttribute("aria-label", `${place}: ${faceText(label)}`);
    node.replaceChildren(hasSign(animal) ? sign(animal) : el("span", { class: "letters" }, animal.slice(0, 3)));
  }

  /** Let people tap *count* places; then *act* gets them. 0 ends it. */
  point(count, act) {
    if (count !== this.wanted) this.pointed = [];
    this.wanted = count;
    this.act = act;
    this.node.classList.toggle("pointing", count > 0);
    for (const node of this.windows.values()) {
      const disabled = count === 0 || node.dataset.label === "empty";
      if (node.disabled !== disabled) node.disabled = disabled;
    }
    this.paint();
  }

  tap(cell) {
    if (this.pointed.includes(cell)) this.pointed = this.pointed.filter((one) => one !== cell);
    else this.pointed.push(cell);
    if (this.pointed.length === 1) this.since = base();
    this.paint();
    if (this.wanted && this.pointed.length === this.wanted) {
      const cells = this.pointed;
      this.pointed = [];
      this.act(cells, this.since);
    }
  }

  /** Point at some windows instead of the latest ones; null goes back. */
  highlight(cells) {
    this.instead = cells;
    this.paint();
  }

  paint() {
    const marks = this.instead ? { pair: this.instead } : this.marks;
    for (const [cell, node] of this.windows) {
      for (const mark of ["fresh", "pair", "wrong", "asked"])
        node.classList.toggle(mark, marks[mark]?.includes(cell) ?? false);
      const chosen = String(this.pointed.includes(cell));
      if (node.getAttribute("aria-pressed") === chosen) continue;
      node.classList.toggle("chosen", chosen === "true");
      node.setAttribute("aria-pressed", chosen);
    }
  }
}

/** The card just inserted, the pairs it made, what is refused, what is asked about. */
function marksOf(snapshot) {
  const latest = snapshot.rulings.find((ruling) => !ruling.undone);
  return {
    fresh: freshCells(snapshot),
    pair: latest ? latest.sentences.flatMap((sentence) => sentence.cells) : [],
    wrong: snapshot.refusal?.cells ?? [],
    asked: snapshot.questions.flatMap((question) => question.cells),
  };
}

/** Where the latest card has come to rest. */
function freshCells({ moves, view }) {
  if (view.phase === "over") return [];
  return moves.find((one) => one.kind === "InsertCard")?.values.cells ?? [];
}
