// The way as it lies on the board: tiles, scarabs, figures and the mummy at their millimetres.

import { classes, draw, named, onTap } from "../../draw/elements.js";
import { keep } from "../../draw/keep.js";
import { letterOf } from "../../shell/people.js";
import { noun, t } from "../../shell/words.js";
import { DOWN, head, splitTile, tileFace } from "./faces.js";

/** About how wide a small letter is. */
const LETTER = 4;
const ASIDE = 28;
const ABOVE = 31;
const BELOW = 32;

export class Track {
  /** *mayGo* gives what a tap on a field does, {say, act}, or null. */
  constructor(mayGo) {
    this.mayGo = mayGo;
    this.ground = draw("g", {});
    this.trail = draw("g", { class: "trail" });
    this.pieces = draw("g", {});
    this.node = draw(
      "svg",
      { class: "track", role: "group", "aria-label": t("bowl_track") },
      this.ground,
      this.trail,
      this.pieces,
    );
    this.figures = [];
    this.mummy = null;
    this.at = new Map();
    this.order = [];
  }

  show({ view, questions, refusal }) {
    this.view = view;
    const asked = questions.flatMap((question) => question.cells);
    const shown = [
      view.track.map(({ figures, ...field }) => field),
      view.chamber,
      questions.map((one) => [one.id, one.cells]),
      refusal?.cells,
    ];
    const print = JSON.stringify(shown);
    if (print !== this.print) this.lay(view, asked, refusal?.cells ?? []);
    this.print = print;
    this.people(view);
  }

  lay(view, asked, wrong) {
    const [chamber] = view.track.slice(-1);
    this.at = new Map([...view.track, ...view.chamber.tiles].map((place) => [place.id, place.at_mm]));
    this.order = view.track.map((field) => field.id);
    const box = frame([...this.at.values()]).join(" ");
    if (this.node.getAttribute("viewBox") !== box) this.node.setAttribute("viewBox", box);
    const way = view.track.map((field) => field.at_mm.join(" ")).join("L");
    const fields = view.track.filter((field) => field !== chamber);
    const tiles = view.chamber.tiles.map((tile) => ({ ...tile, kind: "chamber" }));
    const { figures: _inside, ...bare } = chamber;
    const parts = [
      { key: "way", way: `M${way}` },
      { key: "chamber", chamber: bare, tiles },
      ...[...fields, ...tiles].map((field) => this.asField(field, asked, wrong)),
    ];
    keep(this.ground, parts, ({ key }) => key, this.part.bind(this));
    this.highlight(null);
  }

  /** All that a field shows: it is drawn again only if that has changed. */
  asField({ figures: _there, ...field }, asked, wrong) {
    const marks = classes(asked.includes(field.id) && "asked", wrong.includes(field.id) && "wrong");
    return { key: field.id, field, marks, say: this.mayGo(field.id)?.say ?? null };
  }

  part({ way, chamber, tiles, ...shown }) {
    if (way) return draw("path", { class: "way", d: way });
    return chamber ? room(chamber, tiles) : this.field(shown);
  }

  field({ field, marks, say }) {
    const [x, y] = field.at_mm;
    const { id } = field;
    const node = draw(
      "g",
      {
        class: classes("field", marks, say !== null && "choice"),
        transform: `translate(${x} ${y})`,
        role: say === null ? "img" : "button",
        tabindex: say === null ? null : "0",
        "aria-label": fieldText(field),
        data: { cell: id, face: field.label ?? "" },
      },
      draw("rect", { class: "rim", x: -18, y: -18, width: 36, height: 36, rx: 5 }),
      ...lying(field),
    );
    if (say !== null) onTap(named(node, say), () => this.mayGo(id)?.act());
    return node;
  }

  /** Figures and the mummy glide to where they belong. */
  people(view) {
    if (this.figures.length !== view.seats.length) {
      this.figures = view.seats.map(figure);
      this.mummy = mummy();
      this.pieces.replaceChildren(this.mummy, ...this.figures);
    }
    this.view = view;
    if (!this.walking)
      this.stand(
        view.seats.map((seat) => seat.field),
        view.mummy,
      );
  }

  /** Put the figures on a field per seat, and the mummy on a step of its walk. */
  stand(fields, step) {
    fields.forEach((field, seat) => {
      const node = this.figures[seat];
      node.toggleAttribute("hidden", field === null);
      if (field === null) return;
      node.dataset.field = field;
      const here = fields.flatMap((other, n) => (other === field ? [n] : []));
      put(node, this.at.get(field), aside(here.indexOf(seat), here.length));
      node.classList.toggle("turn", seat === this.view.turn && this.view.phase !== "over");
    });
    this.mummy.toggleAttribute("hidden", !step);
    if (!step) return;
    this.mummy.dataset.field = step.field;
    this.mummy.dataset.facing = step.facing;
    put(this.mummy, this.at.get(step.field), [0, -19]);
    this.mummy.firstChild.style.transform = `rotate(${this.looks(step)}deg)`;
  }

  /** Which way along the board the mummy looks, in degrees. */
  looks({ field, facing }) {
    const n = this.order.indexOf(field);
    const next = this.order[n + (facing === "chamber" ? 1 : -1)] ?? field;
    const [[x, y], [u, v]] = [this.at.get(field), this.at.get(next)];
    return (Math.atan2(v - y, u - x) * 180) / Math.PI;
  }

  highlight(cells) {
    for (const node of this.ground.querySelectorAll(".field"))
      node.classList.toggle("lit", cells?.includes(node.dataset.cell) ?? false);
  }

  /** Number the fields of a walk, up to a step. */
  mark(walk, upTo) {
    const visits = new Map();
    walk.slice(1, upTo + 1).forEach((step, n) => visits.set(step.field, [...(visits.get(step.field) ?? []), n + 1]));
    this.trail.replaceChildren(
      ...[...visits].map(([field, steps]) => {
        const [x, y] = this.at.get(field);
        const wide = 5 + 5 * String(steps).length;
        return draw(
          "g",
          { class: steps.includes(upTo) ? "step-mark now" : "step-mark", transform: `translate(${x + 15} ${y + 13})` },
          draw("rect", { x: -wide / 2, y: -6, width: wide, height: 12, rx: 6 }),
          draw("text", { y: 3.3 }, steps.join(" ")),
        );
      }),
    );
  }
}

function frame(places) {
  const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs) - ASIDE, Math.min(...ys) - ABOVE];
  return [left, top, Math.max(...xs) + ASIDE - left, Math.max(...ys) + BELOW - top];
}

/** The burial chamber around its tiles. */
function room(chamber, tiles) {
  const xs = tiles.map((tile) => tile.at_mm[0]);
  const ys = tiles.map((tile) => tile.at_mm[1]);
  const [x, y] = [Math.min(...xs) - 22, Math.min(...ys) - 26];
  const [width, height] = [Math.max(...xs) + 22 - x, Math.max(...ys) + 29 - y];
  return draw(
    "g",
    { class: "chamber", role: "img", "aria-label": t("bowl_chamber"), data: { cell: chamber.id } },
    draw("rect", { x, y, width, height, rx: 6 }),
    draw("text", { x: x + width / 2, y: y + 7.5, ...squeezed(t("bowl_chamber"), width - 8) }, t("bowl_chamber")),
  );
}

/** A name that is longer than its place is drawn narrower. */
function squeezed(name, width) {
  return name.length * LETTER > width ? { textLength: width, lengthAdjust: "spacingAndGlyphs" } : {};
}

/** The tile or stone of a field, its name, and a scarab where one lies. */
function lying(field) {
  const ground = field.label ? tileFace(field.label, field.kind) : [draw("circle", { class: "stone", r: 17 })];
  const name = draw("text", { class: "id", x: field.scarab ? -5 : 0, y: field.label ? 25 : 28 }, nameOf(field));
  return [...ground, " ", name, field.scarab ? scarab() : null];
}

function nameOf({ id, kind }) {
  if (kind === "start") return t("bowl_start");
  return kind === "front" ? t("bowl_front") : id;
}

function fieldText(field) {
  const name = nameOf(field);
  if (!field.label) return name;
  if (field.label === DOWN) return t("bowl_tile_down", { field: name });
  const { colour, symbols } = splitTile(field.label);
  return t("bowl_tile", { field: name, colour: noun(colour), symbols });
}

function scarab() {
  return draw(
    "svg",
    { class: "ground-scarab", x: 4, y: 15.5, width: 11, height: 11, viewBox: "0 0 100 100" },
    draw("use", { href: "#art-scarab" }),
  );
}

function figure(seat, n) {
  return draw(
    "g",
    { class: "figure", data: { seat: n, colour: seat.colour } },
    draw("title", {}, seat.name),
    draw("path", { d: "M-5.6 6C-5.6 1-3 0-2.2-2.2A4.4 4.4 0 1 1 2.2-2.2C3 0 5.6 1 5.6 6Z" }),
    draw("text", { y: 4.6 }, letterOf(seat.name)),
  );
}

function mummy() {
  const arrow = draw("path", { class: "facing", d: "M11 -5.5 20 0 11 5.5Z" });
  return draw("g", { class: "mummy" }, draw("g", { class: "looks" }, arrow), head({ transform: "scale(2.5)" }));
}

export function aside(n, of) {
  const rows = of > 3 ? 2 : 1;
  const across = Math.ceil(of / rows);
  const row = Math.floor(n / across);
  const inRow = Math.min(across, of - row * across);
  return [((n % across) - (inRow - 1) / 2) * 10.5, rows === 2 ? row * 12 - 2 : 8];
}

function put(node, [x, y], [right, down]) {
  node.style.transform = `translate(${x + right}px, ${y + down}px)`;
}
