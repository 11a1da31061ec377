// What lies in a cell of the photograph, asked where it is in doubt or where somebody taps.

import { el } from "../../draw/elements.js";
import { ask, close } from "../../shell/dialog.js";
import { noun, t } from "../../shell/words.js";
import { faceText, pawnPicture, pawnText, pictureButton, readFace, tilePicture } from "./faces.js";
import { Shelf } from "./tiles.js";

const EMPTY = "empty";

export class Doubts {
  /** *choose* gets the name of a cell and the label somebody says it shows. */
  constructor(choose) {
    this.choose = choose;
    this.sheet = null;
    this.places = new Map();
  }

  show(sheet, places) {
    Object.assign(this, { sheet, places });
  }

  chosen(name, label) {
    close();
    return this.choose(name, label);
  }

  /** All cells that are asked about. */
  list() {
    const asked = this.sheet.ask;
    return el(
      "div",
      { class: "doubts" },
      el("h3", {}, t("kheops_doubts", { count: asked.length })),
      el("ul", {}, ...asked.map((one) => this.doubt(one))),
    );
  }

  /** One doubtful cell: its crop, what it may be, and all the rest. */
  doubt({ cell, likely, seen }) {
    if (!this.isInside(cell)) return this.stray(cell);
    const few = likely.filter((label) => label !== "?" && (isPawn(cell) || label !== EMPTY)).slice(0, 4);
    return el(
      "li",
      { class: "doubt", data: { cell } },
      el("b", {}, t(isPawn(cell) ? "kheops_who_stands" : "kheops_what_lies", { cell: tileCell(cell) })),
      seen || this.places.has(tileCell(cell)) ? this.crop(tileCell(cell)) : null,
      el(
        "span",
        { class: "likely" },
        ...few.map((label) => this.choice(cell, label)),
        el(
          "button",
          { type: "button", class: "quiet other", on: { click: () => this.askName(cell) } },
          t(few.length ? "kheops_something_else" : "kheops_choose"),
        ),
      ),
    );
  }

  /** Something beside the pyramid: unless it is not part of it, the pyramid cannot be counted. */
  stray(cell) {
    const leave = el(
      "button",
      { type: "button", class: "answer", data: { label: EMPTY }, on: { click: () => this.chosen(cell, EMPTY) } },
      t("kheops_not_part"),
    );
    return el("li", { class: "doubt", data: { cell } }, el("b", {}, t("kheops_outside", { cell })), leave);
  }

  isInside(name) {
    return this.sheet.cells.some((one) => one.id === tileCell(name));
  }

  crop(cell) {
    const image = el("img", {
      class: "crop",
      alt: t("kheops_crop", { cell }),
      src: `/score/${this.sheet.name}/cell.jpg?cell=${encodeURIComponent(cell)}`,
    });
    image.addEventListener("error", () => image.remove());
    return image;
  }

  choice(name, label) {
    const cell = tileCell(name);
    const choose = () => this.chosen(name, label);
    const extra = { class: "likely-pick", data: { label } };
    if (label === EMPTY)
      return el(
        "button",
        { type: "button", class: "pick likely-pick", data: { label }, on: { click: choose } },
        t(isPawn(name) ? "nobody" : "empty"),
      );
    if (isPawn(name)) {
      const [colour, kind] = label.split("-");
      if (!kind) return null;
      return pictureButton(pawnPicture(colour, kind), pawnText({ colour, kind }), choose, {
        ...extra,
        small: noun(kind),
      });
    }
    const [face, turn] = label.split("@");
    return pictureButton(tilePicture(cell, readFace(face), Number(turn)), faceText(readFace(face)), choose, extra);
  }

  /** A tap on any cell: its tile or its pawn may differ from what was read. */
  askCell(cell) {
    if (!this.sheet) return;
    const one = (name, text) =>
      el(
        "button",
        { type: "button", class: "answer", data: { about: name }, on: { click: () => this.askName(name) } },
        text,
      );
    const parts = [
      this.places.has(cell) ? this.crop(cell) : null,
      el(
        "div",
        { class: "choices" },
        one(cell, t("kheops_tile_is_other")),
        one(`${cell}:pawn`, t("kheops_pawn_is_other")),
      ),
    ];
    ask(cell, ...parts.filter(Boolean));
  }

  /** Ask for everything a cell may show. */
  askName(name) {
    const cell = tileCell(name);
    const crop = this.places.has(cell) ? this.crop(cell) : null;
    if (!isPawn(name)) return this.askTile(cell, crop);
    const pawns = el(
      "div",
      { class: "choices pawn-picks" },
      ...this.sheet.pawns.map((label) => this.choice(name, label)),
    );
    return ask(t("kheops_who_stands", { cell }), ...[crop, pawns].filter(Boolean));
  }

  askTile(cell, crop) {
    const done = el("div", { class: "confirm" });
    const shelf = new Shelf((face, turn) => {
      if (!face) return;
      shelf.turnIn(
        done,
        el(
          "button",
          { type: "button", class: "answer main", on: { click: () => this.chosen(cell, `${face.face}@${turn}`) } },
          t("kheops_so_it_lies"),
        ),
      );
    });
    // What lies in the pyramid has not been counted off yet: how many are left says nothing.
    shelf.offer(
      this.sheet.faces.map((face) => ({ ...face, left: null })),
      cell,
    );
    const empty = el(
      "button",
      { type: "button", class: "quiet", on: { click: () => this.chosen(cell, EMPTY) } },
      t("kheops_no_tile"),
    );
    ask(t("kheops_what_lies", { cell }), ...[crop, done, shelf.node, empty].filter(Boolean));
  }
}

function isPawn(name) {
  return name.endsWith(":pawn");
}

export function tileCell(name) {
  return name.split(":")[0];
}
