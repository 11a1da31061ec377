// The tray: sixteen shafts, each as deep as it has been dug, with the strata of the layers in its walls.

import { draw, el } from "../../draw/elements.js";
import { noun, t } from "../../shell/words.js";
import { lid, number, picture, printed } from "./faces.js";

const RIM = 3;
const STEP = 4.8;
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Tray {
  /** *tapped* is called with the cell a person taps; *tappable* says whether that does anything. */
  constructor(tapped, tappable) {
    this.tapped = tapped;
    this.tappable = tappable;
    this.cells = new Map();
    this.marks = {};
    this.grid = el("div", { class: "tray", role: "group", on: { keydown: (event) => this.move(event) } });
    this.hint = el("p", { class: "tray-hint" });
    this.node = el("div", { class: "dig-board" }, this.grid, this.hint);
  }

  show(snapshot, hint) {
    const { view } = snapshot;
    const { tray } = view;
    if (this.shape !== `${tray.columns}x${tray.rows}`) this.build(tray);
    this.node.dataset.framed = String(["dig", "end", "over"].includes(view.phase));
    this.hint.textContent = hint;
    for (const cell of tray.cells) this.fill(cell, view);
    this.marks = marksOf(snapshot);
    this.paint();
  }

  build(tray) {
    this.shape = `${tray.columns}x${tray.rows}`;
    this.columns = tray.columns;
    this.cells = new Map(tray.cells.map((cell) => [cell.id, this.cell(cell.id)]));
    this.grid.style.setProperty("--columns", tray.columns);
    this.grid.setAttribute("aria-label", t("dig_tray"));
    this.grid.replaceChildren(...this.cells.values());
  }

  cell(id) {
    return el("button", { class: "cell", type: "button", data: { cell: id }, on: { click: () => this.tapped(id) } });
  }

  fill(cell, view) {
    const node = this.cells.get(cell.id);
    const seen = looks(cell, view);
    const print = JSON.stringify([seen, this.tappable(cell)]);
    if (node.print === print) return;
    const deeper = node.print !== undefined && Number(node.dataset.layer) > seen.layer;
    node.print = print;
    node.disabled = !this.tappable(cell);
    Object.assign(node.dataset, {
      layer: seen.layer,
      card: seen.card ?? "",
      value: seen.value ?? "",
      lid: seen.lid?.state ?? "",
    });
    node.classList.toggle("dug", deeper);
    node.classList.toggle("exhausted", cell.exhausted);
    node.setAttribute("aria-label", cellText(cell, seen));
    node.replaceChildren(shaft(cell, seen, view), ...(seen.lid ? [owner(seen.lid)] : []));
  }

  /** Point at some cells instead of the latest ones; null goes back. */
  highlight(cells) {
    this.instead = cells;
    this.paint();
  }

  paint() {
    const marks = this.instead ? { fresh: this.instead } : this.marks;
    for (const [id, node] of this.cells) {
      for (const mark of ["fresh", "wrong", "asked"]) node.classList.toggle(mark, marks[mark]?.includes(id) ?? false);
    }
  }

  /** The arrow keys go from cell to cell. */
  move(event) {
    const step = KEYS[event.key];
    const nodes = [...this.cells.values()];
    const here = nodes.indexOf(document.activeElement);
    if (!step || here < 0) return;
    event.preventDefault();
    const next = (n, [dx, dy]) => {
      const x = (n % this.columns) + dx;
      return x < 0 || x >= this.columns ? -1 : n + dx + dy * this.columns;
    };
    for (let n = next(here, step); nodes[n]; n = next(n, step)) {
      if (!nodes[n].disabled) return nodes[n].focus();
    }
  }
}

/** What a cell looks like: while layers are laid only how many lie there. */
function looks(cell, view) {
  const layer = cell.layer ?? view.laying.checked.length;
  const { barricade } = cell;
  const by = barricade && view.seats[barricade.owner];
  return {
    layer,
    card: cell.card,
    value: cell.value,
    hidden: cell.layer === null,
    lid: barricade ? { state: barricade.bans ? "bans" : "ended", name: by.name, colour: by.colour } : null,
  };
}

/** The spoken name of a cell; it begins with what is written there. */
function cellText(cell, { layer, card, value, lid: on }) {
  const beside = on ? onLid(on) : value !== null && printed(value);
  const parts = [t("dig_cell", { cell: [cell.id, beside].filter(Boolean).join(" "), layer })];
  if (card) parts.push(noun(card));
  if (value !== null && on) parts.push(printed(value));
  if (on) parts.push(t(on.state === "bans" ? "dig_cell_barricaded" : "dig_cell_freed", { player: on.name }));
  else if (cell.exhausted) parts.push(t("dig_cell_exhausted"));
  return parts.join(", ");
}

/** The shaft: a band of wall for every card that is gone, then what lies at the bottom of it. */
function shaft(cell, seen, view) {
  const top = view.layers.length;
  const depth = top - seen.layer;
  const svg = draw("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" });
  for (let n = 0; n < depth; n += 1) svg.append(...wall(n, view.layers[top - 1 - n].colour));
  const at = RIM + depth * STEP;
  const size = 100 - 2 * at;
  const colour = seen.layer > 0 ? view.layers[seen.layer - 1].colour : "#0c0806";
  svg.append(
    draw("rect", { class: "card-back", x: at, y: at, width: size, height: size, rx: 2, fill: colour }),
    draw("rect", { class: "gloom", x: at, y: at, width: size, height: size, rx: 2, opacity: depth * 0.05 }),
    draw("g", { transform: `translate(${at} ${at}) scale(${size / 100})` }, ...onTop(seen, top)),
  );
  if (seen.lid) svg.append(draw("g", { class: seen.lid.state }, lid()));
  svg.append(draw("text", { class: "cell-name", x: 8, y: 15 }, cell.id), " ");
  if (seen.value !== null && !seen.lid) svg.append(number(seen.value, 82, 85));
  return svg;
}

function onTop({ card, hidden, layer }, top) {
  if (card) return picture(card);
  if (layer === top) return picture("cover");
  return hidden && layer > 0 ? [draw("path", { class: "unseen-card", d: "M50 28 76 72H24ZM37 50h26" })] : [];
}

/** One card's thickness of wall, lit from the left and from below. */
function wall(n, colour) {
  const [a, b] = [RIM + n * STEP, RIM + (n + 1) * STEP];
  const [c, d] = [100 - a, 100 - b];
  const side = (points, shade) => [
    draw("path", { d: points, fill: colour }),
    draw("path", { d: points, fill: "#000", opacity: shade }),
  ];
  return [
    ...side(`M${a} ${a}H${c}L${d} ${b}H${b}Z`, 0.62),
    ...side(`M${a} ${a}V${c}L${b} ${d}V${b}Z`, 0.48),
    ...side(`M${c} ${a}V${c}L${d} ${d}V${b}Z`, 0.3),
    ...side(`M${a} ${c}H${c}L${d} ${d}H${b}Z`, 0.14),
    draw("path", { class: "seam", d: `M${a} ${a}H${c}V${c}H${a}Z` }),
  ];
}

function owner(on) {
  return el("span", { class: "lid-owner", data: { colour: on.colour, state: on.state } }, onLid(on));
}

const onLid = ({ name, state }) => (state === "bans" ? name : t("dig_take_off"));

/** The cells of the last ruling, of what is refused, and those a barricade may go to. */
function marksOf({ rulings, refusal, questions, view }) {
  const latest = rulings.find((ruling) => !ruling.undone);
  const asked = questions.filter(
    (question) => question.topic === "doubt" || (view.phase === "end" && question.topic === "end"),
  );
  return {
    fresh: latest ? latest.sentences.flatMap((sentence) => sentence.cells) : [],
    wrong: refusal?.cells ?? [],
    asked: asked.flatMap((question) => question.cells),
  };
}
