// By hand: lay the base, set a pawn, build a tile. What is legal glows; what is not is explained
// at the cell by the clause that forbids it.

import { classes, el } from "../../draw/elements.js";
import { once } from "../../draw/keep.js";
import { post } from "../../shell/acts.js";
import { foresee } from "../../shell/foresee.js";
import { notify } from "../../shell/sheet.js";
import { mayMove } from "../../table/may.js";
import { base } from "../../table/moment.js";
import { noun, t } from "../../shell/words.js";
import { pawnPicture, pictureButton } from "./faces.js";
import { Base } from "./base.js";
import { Shelf } from "./tiles.js";

const STEPS = ["pawn", "power", "tile", "draw"];

export class Hand {
  /** *notes* is the place beside the board where things are chosen. */
  constructor(pyramid, notes) {
    this.pyramid = pyramid;
    this.kind = "worker";
    this.cell = null;
    this.since = null;
    /** Tiles somebody has said that our list does not have. */
    this.others = [];
    this.base = new Base((move, cell, since) => this.send(move, cell, since));
    this.shelf = new Shelf(
      (face) => this.picked(face),
      (face, turn) => this.base.turn(face, turn) || this.paint(),
    );
    this.steps = el("ol", { class: "steps-of-turn", "aria-label": t("kheops_steps") });
    this.tray = el("div", { class: "tray", hidden: true });
    this.confirm = el("div", { class: "confirm" });
    notes.setAttribute("aria-label", t("kheops_by_hand"));
    notes.append(this.tray);
    this.notes = notes;
    this.changed = () => {};
  }

  show({ view, questions }) {
    this.view = view;
    const asked = questions.length > 0 && view.phase !== "setup" && view.phase !== "tile";
    this.active = mayMove() && ["setup", "pawn", "tile"].includes(view.phase) && !asked;
    if (view.phase !== this.phase || view.turns !== this.turns) this.forget(view);
    if (view.phase === "setup") this.cell = this.nextOfBase(view);
    this.shelf.lays = view.phase === "setup" && !this.wanted;
    this.steps.hidden = view.phase === "setup" || view.phase === "over";
    once(this.steps, view.phase, () => stepsOf(view));
    this.fill();
    this.paint();
  }

  /** A tile of the base lies at a tap, in the next empty cell; elsewhere it is looked at first. */
  picked(face) {
    if (face && this.shelf.lays && this.cell) {
      this.base.lay(this.cell, face);
      this.cell = this.nextOfBase(this.view);
    } else if (face) this.begin();
    this.paint();
  }

  /** The first of the taps that build a tile: it is meant for the table as it is now. */
  begin() {
    this.since ??= base();
  }

  forget(view) {
    this.since = null;
    [this.phase, this.turns, this.cell] = [view.phase, view.turns, null];
    if (!view.may.pawns[this.kind]) this.kind = Object.keys(view.may.pawns)[0] ?? "worker";
    this.shelf.pick(null);
  }

  /** While the base is laid: the cell chosen, or the first one still empty. */
  nextOfBase(view) {
    const empty = view.cells.filter((cell) => view.base.includes(cell.id) && !cell.tile).map((cell) => cell.id);
    if (this.wanted && (empty.includes(this.wanted) || this.wanted === this.laying)) return this.wanted;
    this.wanted = null;
    return empty.find((cell) => !this.base.isOnItsWay(cell)) ?? null;
  }

  fill() {
    this.tray.hidden = this.notes.hidden = !this.active;
    if (!this.active) return;
    const { view } = this;
    if (view.phase === "pawn") {
      once(this.tray, ["pawn", view.seats[view.turn], view.may, this.kind], () => this.pawns());
      return;
    }
    this.shelf.offer(this.faces(), this.cell ?? view.may.build[0]);
    once(this.tray, ["tile", view.phase, view.another], () => [
      el("p", { class: "hint" }, t(view.phase === "setup" ? "kheops_lay_hint" : "kheops_build_hint")),
      this.confirm,
      this.shelf.node,
      ...(view.another ? [this.otherTile(view)] : []),
      ...assumed(view),
    ]);
  }

  /** A button for a tile that our list does not have. */
  otherTile(view) {
    const go = async () => (await import("./other_tile.js")).askTile(view, "U0.0", (face) => this.add(face));
    return el("button", { type: "button", class: "answer less other", on: { click: go } }, t("kheops_other_tile"));
  }

  /** The tiles of our list, and those somebody has said besides. */
  faces() {
    const listed = this.view.faces_left;
    return [...listed, ...this.others.filter((one) => !listed.some(({ face }) => face === one.face))];
  }

  add(face) {
    this.others.push(face);
    this.shelf.offer(this.faces(), this.cell ?? this.view.may.build[0]);
    this.shelf.pick(this.shelf.faces.find((one) => one.face === face.face));
    this.paint();
  }

  pawns() {
    const { seats, turn, may } = this.view;
    const { colour, reserve } = seats[turn];
    const kinds = Object.keys(reserve).filter((kind) => may.pawns[kind] || may.why_not[kind]);
    const button = (kind) =>
      pictureButton(pawnPicture(colour, kind), `${noun(kind)}: ${reserve[kind]}`, () => this.choose(kind), {
        class: "pawn-pick",
        role: "radio",
        "aria-checked": String(kind === this.kind),
        "aria-disabled": may.pawns[kind] ? null : "true",
        data: { pawn: kind },
        small: `${noun(kind)} ×${reserve[kind]}`,
      });
    return [
      el("p", { class: "hint" }, t("kheops_pawn_hint")),
      el(
        "div",
        { class: "pawn-picks", role: "radiogroup", "aria-label": t("kheops_which_pawn") },
        ...kinds.map(button),
      ),
    ];
  }

  choose(kind) {
    const why = this.view.may.why_not[kind];
    if (why) return notify(why.say, why.clause);
    this.kind = kind;
    this.fill();
    this.paint();
    return null;
  }

  /** The marks of the cells, and those that can be tapped. */
  marks() {
    if (!this.active) return { marks: {}, tappable: [] };
    const { view } = this;
    if (view.phase === "pawn") {
      const can = view.may.pawns[this.kind] ?? [];
      const occupied = new Set(view.cells.filter((cell) => cell.pawn).map((cell) => cell.id));
      return { marks: { can, take: can.filter((cell) => occupied.has(cell)) }, tappable: can };
    }
    const open = view.phase === "setup" ? view.base : view.may.build;
    const can = view.phase === "setup" ? open.filter((cell) => !view.cells.find((one) => one.id === cell)?.tile) : open;
    return { marks: { can, chosen: this.cell ? [this.cell] : [] }, tappable: open };
  }

  tap(cell) {
    if (!this.active) return;
    this.pyramid.close();
    if (this.view.phase === "pawn") this.send({ type: "SetPawn", cell, kind: this.kind }, cell);
    else this.place(cell);
  }

  place(cell) {
    const setup = this.view.phase === "setup";
    const may = setup ? this.view.base : this.view.may.build;
    if (!may.includes(cell)) return this.send(this.build(cell, this.shelf.face ?? this.shelf.faces[0], 0), cell);
    if (this.cell === cell && this.shelf.face) return this.shelf.rotate(1);
    this.base.forget();
    this.cell = cell;
    this.begin();
    if (setup) [this.wanted, this.laying] = [cell, cell];
    this.shelf.lays = false;
    this.shelf.offer(this.faces(), cell);
    return this.paint();
  }

  build(cell, face, turn) {
    return { type: this.view.phase === "setup" ? "LayBaseTile" : "BuildTile", cell, face: face?.face ?? "", turn };
  }

  /** The preview on the cell, and the button that confirms it. */
  paint() {
    if (!this.view) return;
    const { face, turn } = this.shelf;
    const placing = this.active && this.view.phase !== "pawn";
    this.pyramid.preview(
      placing && !this.base.lies(face) ? this.cell : null,
      face,
      turn,
      this.view.seats[this.view.turn].colour,
    );
    if (placing) this.confirming(face, turn);
    this.changed();
  }

  confirming(face, turn) {
    const { cell } = this;
    if (this.base.lies(face)) return this.shelf.turnIn(this.confirm);
    if (!face || !cell) {
      const hint =
        face || cell
          ? [el("p", { class: "pick-first" }, t(face ? "kheops_pick_cell" : "kheops_pick_tile", { cell }))]
          : [];
      return this.confirm.replaceChildren(...hint);
    }
    const word = t(this.view.phase === "setup" ? "kheops_lay" : "kheops_build", { cell });
    const since = () => (this.view.phase === "setup" ? base() : (this.since ?? base()));
    const go = () => this.send(this.build(cell, face, turn), cell, since()).then((answer) => this.answered(answer));
    return this.shelf.turnIn(
      this.confirm,
      el("button", { type: "button", class: "answer main build", on: { click: go } }, word),
    );
  }

  answered(answer) {
    if (answer.kind === "accepted") this.done();
    if (answer.kind === "stale") this.since = answer.number;
  }

  done() {
    this.since = null;
    this.wanted = this.laying = null;
    this.shelf.pick(null);
  }

  /** Post a move; a refusal appears at its cell. */
  send(move, cell, since = base()) {
    const say = (text, clause) => this.pyramid.say(cell, text, clause) || notify(text, clause);
    const act = () => post("/move", { move, base: since }, say);
    return this.view.phase === "setup" ? act() : foresee({ move, base: since }, act);
  }
}

/** While the base is laid: the facts about this box that are still assumed. */
function assumed(view) {
  if (view.phase !== "setup" || !view.assumed.length) return [];
  return [el("p", { class: "hint assumed" }, view.assumed)];
}

/** Pawn, power, tile, draw: where the turn stands. */
function stepsOf({ phase }) {
  const now = STEPS.indexOf(phase);
  const item = (step, n) =>
    el(
      "li",
      {
        class: classes(n === now && "now", n < now && "done"),
        "aria-current": n === now ? "step" : null,
        data: { step },
      },
      t(`step_${step}`),
    );
  return STEPS.map(item);
}
