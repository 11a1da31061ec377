// The pyramid as it stands: tiles, pawns, what may be tapped, what is refused, a path over it.

import { draw, el, onTap } from "../../draw/elements.js";
import { clauses } from "../../shell/clauses.js";
import { t } from "../../shell/words.js";
import { faceText, footing, pawn, pawnText, sidesText, tile, triangle } from "./faces.js";
import { corners, EDGE, HEIGHT, middle, openSides } from "./outline.js";

const MARGIN = 14;
const MARKS = ["can", "take", "chosen", "trigger", "fresh", "asked", "wrong", "lit", "faint"];

export class Pyramid {
  /** *tap* gets the cell that is tapped. */
  constructor(tap, label = t("kheops_pyramid")) {
    this.tap = tap;
    this.ground = draw("g", {});
    this.ghost = draw("g", { class: "ghost" });
    this.over = draw("g", { class: "over" });
    this.svg = draw(
      "svg",
      { class: "pyramid", role: "group", "aria-label": label },
      this.ground,
      this.ghost,
      this.over,
    );
    this.bubble = el("div", { class: "bubble", role: "status", hidden: true });
    this.node = el("div", { class: "pyramid-stand" }, this.svg, this.bubble);
    this.cells = new Map();
    this.marks = {};
  }

  /** Draw the cells of a pyramid of that side; those that have not changed stay as they are. */
  lay(side, cells, base = []) {
    if (side !== this.side) this.build(side, cells, base);
    for (const cell of cells) this.fill(cell);
  }

  build(side, cells, base) {
    this.side = side;
    this.cells.clear();
    this.svg.setAttribute(
      "viewBox",
      [-MARGIN, -MARGIN, side * EDGE + 2 * MARGIN, side * HEIGHT + 2 * MARGIN].join(" "),
    );
    for (const { id } of cells) this.cells.set(id, this.cell(id, base.includes(id)));
    const outline = draw("path", { class: "outline", d: `M0 ${side * HEIGHT}H${side * EDGE}L${(side * EDGE) / 2} 0Z` });
    this.ground.replaceChildren(outline, ...this.cells.values());
    this.close();
  }

  cell(id, isBase) {
    const [x, y] = this.at(id);
    const node = draw(
      "g",
      { class: isBase ? "cell base" : "cell", transform: `translate(${x} ${y})`, role: "img", data: { cell: id } },
      draw("path", { class: "hollow", d: triangle(id[0] === "U") }),
      draw("g", { class: "lies" }),
      draw("path", { class: "rim", d: triangle(id[0] === "U", 4) }),
    );
    onTap(node, () => this.tap(id));
    return node;
  }

  at(cell) {
    return middle(corners(cell, this.side));
  }

  fill(cell) {
    const node = this.cells.get(cell.id);
    const print = JSON.stringify(cell);
    if (!node || node.print === print) return;
    node.print = print;
    node.children[1].replaceChildren(...lying(cell));
    const { face = "", turn = "" } = cell.tile ?? {};
    Object.assign(node.dataset, { face, turn, pawn: cell.pawn ? `${cell.pawn.colour}-${cell.pawn.kind}` : "" });
    node.setAttribute("aria-label", cellText(cell));
  }

  /** Mark cells: {can: [...], chosen: [...], wrong: [...]}; what can be tapped is a button. */
  mark(marks, tappable = []) {
    this.marks = marks;
    for (const [id, node] of this.cells) {
      for (const name of MARKS) node.classList.toggle(name, marks[name]?.includes(id) ?? false);
      const button = tappable.includes(id);
      node.setAttribute("role", button ? "button" : "img");
      if (button) node.setAttribute("tabindex", "0");
      else node.removeAttribute("tabindex");
    }
  }

  /** Point at some cells instead of the latest ones; null goes back. */
  highlight(cells) {
    for (const [id, node] of this.cells)
      node.classList.toggle("lit", cells?.includes(id) ?? this.marks.lit?.includes(id) ?? false);
  }

  /** A tile as it would lie, before it is laid. */
  preview(cell, face, turn, colour) {
    if (!cell || !face) return this.ghost.replaceChildren();
    const [x, y] = this.at(cell);
    const shown = { kind: face.kind, symbols: face.symbols, open: openSides(cell, face.openings, turn) };
    this.ghost.setAttribute("transform", `translate(${x} ${y})`);
    if (colour) this.ghost.dataset.colour = colour;
    this.ghost.replaceChildren(tile(cell, shown), draw("path", { class: "rim", d: triangle(cell[0] === "U", 3) }));
  }

  /** Draw something over the pyramid; without nodes, clear it. */
  overlay(...nodes) {
    this.over.replaceChildren(...nodes);
  }

  /** Say something at a cell, with its clause. */
  say(cell, text, clause) {
    if (!this.cells.has(cell)) return false;
    const [x, y] = this.at(cell);
    const [wide, high] = [this.side * EDGE + 2 * MARGIN, this.side * HEIGHT + 2 * MARGIN];
    const [across, down] = [((x + MARGIN) / wide) * 100, ((y + MARGIN) / high) * 100];
    const shut = el(
      "button",
      { class: "quiet", type: "button", "aria-label": t("close"), on: { click: () => this.close() } },
      "✕",
    );
    this.bubble.replaceChildren(el("p", {}, text), clauses([clause]), shut);
    this.bubble.dataset.cell = cell;
    this.bubble.dataset.side = sideOf(across);
    this.bubble.dataset.below = String(down < 45);
    this.bubble.style.left = `${across}%`;
    this.bubble.style.top = `${down}%`;
    this.bubble.hidden = false;
    this.cells.get(cell).classList.add("wrong");
    return true;
  }

  close() {
    if (this.bubble.hidden) return;
    const node = this.cells.get(this.bubble.dataset.cell);
    if (node && !this.marks.wrong?.includes(this.bubble.dataset.cell)) node.classList.remove("wrong");
    this.bubble.hidden = true;
  }
}

function lying({ id, tile: lies, pawn: stands }) {
  const parts = lies ? [tile(id, lies, Boolean(stands))] : [];
  return stands ? [...parts, pawn(stands, footing(id, lies?.symbols ?? []))] : parts;
}

/** Which way a bubble hangs, by how far across its cell lies. */
function sideOf(percent) {
  if (percent < 40) return "left";
  return percent > 60 ? "right" : "middle";
}

/** A cell in words. */
function cellText({ id, tile: lies, pawn: stands }) {
  if (!lies) return `${id}: ${t("empty")}`;
  const what = t("kheops_cell", { cell: id, tile: faceText(lies), open: sidesText(lies.open, id) });
  return stands ? `${what}; ${pawnText(stands)}` : what;
}
