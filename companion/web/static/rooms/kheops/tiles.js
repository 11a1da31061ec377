// A shelf of tiles to pick one from, and the turn it gets: used for building and for putting right.

import { el } from "../../draw/elements.js";
import { keep } from "../../draw/keep.js";
import { noun, t } from "../../shell/words.js";
import { faceText, looksAlike, pictureButton, sidesText, tilePicture } from "./faces.js";
import { openSides } from "./outline.js";

const FILTERS = [null, "corridor", "room"];

export class Shelf {
  /** *changed* gets the face picked and its turn, *turned* the face that was turned. */
  constructor(changed, turned = changed) {
    this.changed = changed;
    this.turned = turned;
    /** Whether every tap means one more tile, instead of turning the one picked. */
    this.lays = false;
    this.kind = null;
    this.face = null;
    this.turn = 0;
    this.faces = [];
    this.cell = "U0.0";
    this.filters = el("div", { class: "filters", role: "group", "aria-label": t("kheops_which_kind") });
    this.picks = el("div", { class: "shelf", role: "radiogroup", "aria-label": t("kheops_which_tile") });
    this.node = el("div", { class: "tile-picker" }, this.filters, this.picks);
  }

  /** Offer faces, drawn as they would lie in *cell*. */
  offer(faces, cell) {
    const print = JSON.stringify([faces.map(({ face, left }) => [face, left]), cell?.[0]]);
    this.faces = faces;
    this.cell = cell ?? "U0.0";
    if (this.face && !faces.some(({ face }) => face === this.face.face)) this.pick(null);
    if (print === this.print) return this.fill(false);
    this.print = print;
    this.fill(true);
  }

  fill(changed) {
    if (!changed) return this.marked();
    if (!this.filters.firstChild) this.filters.append(...FILTERS.map((kind) => this.filter(kind)));
    FILTERS.forEach((kind, n) => this.filters.children[n].setAttribute("aria-pressed", String(kind === this.kind)));
    const shown = this.faces.filter((face) => !this.kind || face.kind === this.kind);
    keep(
      this.picks,
      shown.map((face) => ({ face, cell: this.cell })),
      ({ face }) => face.face,
      ({ face }) => this.button(face),
    );
    this.marked();
  }

  filter(kind) {
    const text = kind ? noun(kind) : t("kheops_all_kinds");
    return el("button", { type: "button", class: "quiet", on: { click: () => this.only(kind) } }, text);
  }

  only(kind) {
    this.kind = kind;
    this.fill(true);
  }

  button(face) {
    const button = pictureButton(
      tilePicture(this.cell, face, 0),
      face.left ? `${faceText(face)} (${face.left})` : faceText(face),
      () => this.pick(face),
      {
        class: "tile-pick",
        role: "radio",
        data: { face: face.face },
        small: face.left > 1 ? `×${face.left}` : "",
      },
    );
    return button;
  }

  marked() {
    for (const button of this.picks.children)
      button.setAttribute("aria-checked", String(button.dataset.face === this.face?.face));
  }

  pick(face) {
    if (face && this.face?.face === face.face && !this.lays) return this.rotate(1);
    this.face = face;
    this.turn = 0;
    this.marked();
    this.changed(this.face, this.turn);
  }

  /** Pick a face as it lies already. */
  lay(name, turn) {
    this.pick(this.faces.find(({ face }) => face === name) ?? null);
    this.rotate(turn);
  }

  rotate(thirds) {
    if (!this.face || looksAlike(this.face)) return;
    this.turn = (this.turn + thirds + 3) % 3;
    this.turned(this.face, this.turn);
  }

  /** Put the turner and *more* into a box; somebody who turns by keyboard keeps the focus. */
  turnIn(box, ...more) {
    const by = box.contains(document.activeElement) ? document.activeElement.dataset.by : undefined;
    box.replaceChildren(this.turner(), ...more);
    if (by !== undefined) box.querySelector(`[data-by="${by}"]`)?.focus();
  }

  /** Buttons to turn the picked tile either way, with the tile between them. */
  turner() {
    if (!this.face) return null;
    const alike = looksAlike(this.face);
    const turn = (thirds, text, label) =>
      el(
        "button",
        {
          type: "button",
          class: "quiet turn",
          disabled: alike,
          "aria-label": label,
          title: label,
          data: { by: thirds },
          on: { click: () => this.rotate(thirds) },
        },
        text,
      );
    const open = sidesText(openSides(this.cell, this.face.openings, this.turn), this.cell);
    return el(
      "div",
      { class: "turner", role: "group", "aria-label": t("kheops_turn_it") },
      turn(-1, "⟲", t("kheops_anticlockwise")),
      el(
        "span",
        {
          class: "turned",
          role: "img",
          "aria-label": t("kheops_open_sides", { sides: open }),
          data: { turn: this.turn },
        },
        tilePicture(this.cell, this.face, this.turn),
      ),
      turn(1, "⟳", t("kheops_clockwise")),
    );
  }
}
