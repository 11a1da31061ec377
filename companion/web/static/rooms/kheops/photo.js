// Score this finished pyramid: a photograph is sent, every doubt is asked, then the paths are told.

import { tell } from "../../shell/sheet.js";
import { clauses } from "../../shell/clauses.js";
import { ask, close } from "../../shell/dialog.js";
import { draw, el } from "../../draw/elements.js";
import { noun, t } from "../../words.js";
import { faceText, pawnPicture, pawnText, pictureButton, readFace, tilePicture } from "./faces.js";
import { partOver, standings } from "./count.js";
import { corners, ordered } from "./outline.js";
import { ringsOver } from "./overlay.js";
import { Pyramid } from "./pyramid.js";
import { Tale } from "./tale.js";
import { Shelf } from "./tiles.js";

const MOST = Number(document.documentElement.dataset.scoring ?? 0);
const EMPTY = "empty";

export class Photo {
  constructor() {
    this.node = el("section", { class: "photo", "aria-label": t("kheops_photo"), hidden: !MOST });
    this.choices = {};
    this.sheet = null;
    this.pyramid = new Pyramid((cell) => this.askCell(cell), t("kheops_photo_drawn"));
    this.tale = new Tale((part) => this.draw(part));
    this.told = el("div", { class: "photo-told" });
    this.views = el("div", { class: "photo-views" });
    this.part = null;
    if (MOST) this.node.append(this.intro(), this.told);
  }

  intro() {
    return el(
      "details",
      {},
      el("summary", {}, t("kheops_photo")),
      el("p", { class: "hint" }, t("kheops_photo_hint")),
      el("div", { class: "photo-choose" }, this.input(t("kheops_photo_take"), "environment"), this.input(t("kheops_photo_file"))),
    );
  }

  /** A picture from the camera of this phone, or one it has kept. */
  input(label, capture = null) {
    const input = el("input", { type: "file", accept: "image/jpeg,image/png", capture, class: "unseen", "aria-label": label, data: { from: capture ? "camera" : "file" } });
    input.addEventListener("change", () => {
      const [file] = input.files;
      input.value = "";
      if (file) this.send(file);
    });
    return el("label", { class: "answer" }, input, label);
  }

  async send(file, choices = {}) {
    if (file.size > MOST) return this.fail(t("kheops_photo_big", { most: Math.floor(MOST / 1_000_000) }));
    this.file = file;
    this.choices = choices;
    const type = file.type.startsWith("image/") ? file.type : "image/unknown";
    this.say(t("kheops_photo_reading"));
    const sheet = await this.post("/score", file, type);
    if (!sheet) return null;
    if (!Object.keys(choices).length) return this.show(sheet);
    this.sheet = sheet;
    return this.recount();
  }

  async recount() {
    const body = JSON.stringify({ choices: this.choices });
    const sheet = await this.post(`/score/${this.sheet.name}/count`, body, "application/json");
    if (sheet) this.show(sheet);
  }

  /** Post something about the photograph; what is wrong with it is said here, and all stays. */
  async post(path, body, type) {
    this.node.classList.add("reading");
    try {
      const response = await fetch(path, { method: "POST", headers: { "Content-Type": type }, body });
      const answer = await response.json();
      if (response.ok) return answer;
      if (response.status === 404 && this.file && path !== "/score") return await this.again();
      this.fail(answer.say);
    } catch {
      this.fail(t("not_sent"));
    } finally {
      this.node.classList.remove("reading");
    }
    return null;
  }

  /** The table has forgotten the picture: send it once more, with all that was said about it. */
  async again() {
    await this.send(this.file, this.choices);
    return null;
  }

  say(text) {
    if (this.sheet) return tell(text);
    return this.told.replaceChildren(el("p", { class: "photo-state", role: "status" }, text));
  }

  fail(text) {
    if (this.sheet) return tell(text);
    return this.told.replaceChildren(el("p", { class: "banner refusal", role: "alert" }, text));
  }

  show(sheet) {
    this.sheet = sheet;
    this.node.querySelector("details").open = true;
    this.places = placesOf(sheet);
    this.known = new Map(sheet.cells.filter((cell) => cell.tile).map((cell) => [cell.id, cell.tile]));
    this.pyramid.lay(sheet.side, sheet.cells);
    const asked = sheet.ask.map(({ cell }) => tileCell(cell));
    this.pyramid.mark({ asked, wrong: sheet.refusal?.cells.map(tileCell) ?? [] }, sheet.cells.map((cell) => cell.id));
    this.picture = sheet.pictured ? this.pictured(sheet) : null;
    this.views.replaceChildren(...[this.picture, this.pyramid.node].filter(Boolean));
    this.told.classList.toggle("counted", Boolean(sheet.count));
    this.told.replaceChildren(...this.parts(sheet));
    if (sheet.count) this.tale.tell(sheet.count, sheet.seats, true);
    else this.draw(null);
  }

  parts(sheet) {
    const parts = [];
    if (sheet.refusal) parts.push(el("div", { class: "banner refusal", role: "alert" }, el("p", {}, sheet.refusal.say), clauses([sheet.refusal.clause])));
    if (sheet.ask.length) parts.push(this.doubts(sheet));
    parts.push(...sheet.decided.map((one) => el("div", { class: "decided hint" }, el("span", {}, one.say), clauses(one.because))));
    if (sheet.count) parts.push(...standings(sheet));
    parts.push(this.views, el("p", { class: "hint" }, t("kheops_photo_tap")));
    if (sheet.count) parts.push(this.tale.node);
    return parts;
  }

  /** The photograph seen from above, with room for what is drawn over it. */
  pictured({ name }) {
    const image = draw("image", { href: `/score/${name}/picture.jpg`, preserveAspectRatio: "none" });
    this.over = draw("g", { class: "over" });
    this.spots = draw("g", {});
    const svg = draw("svg", { class: "photograph", role: "img", "aria-label": t("kheops_photo_picture") }, image, this.over, this.spots);
    const loaded = new Image();
    loaded.addEventListener("load", () => {
      this.size = [loaded.naturalWidth, loaded.naturalHeight];
      svg.setAttribute("viewBox", `0 0 ${this.size.join(" ")}`);
      image.setAttribute("width", this.size[0]);
      image.setAttribute("height", this.size[1]);
      this.draw(this.part);
    });
    loaded.src = `/score/${name}/picture.jpg`;
    return svg;
  }

  /** Draw a part of the count over the picture and over our drawing of it. */
  draw(part) {
    this.part = part;
    if (!this.sheet) return;
    const paths = this.sheet.count?.paths ?? [];
    const drawn = new Map(this.sheet.cells.map((cell) => [cell.id, corners(cell.id, this.sheet.side)]));
    this.pyramid.overlay(...partOver(part, { paths }, drawn, this.known));
    if (!this.over || !this.size) return;
    const at = new Map([...this.places].map(([cell, points]) => [cell, points.map(([x, y]) => [x * this.size[0], y * this.size[1]])]));
    if (!this.spots.firstChild) this.spots.append(...[...at].map(([cell, points]) => this.spot(cell, points)));
    const asked = this.sheet.ask.map(({ cell }) => tileCell(cell));
    this.over.replaceChildren(...partOver(part, { paths }, at, this.known), ringsOver(asked, at, "asked"));
  }

  spot(cell, points) {
    const node = draw("path", { class: "spot", d: `M${points.map((point) => point.join(" ")).join("L")}Z`, data: { spot: cell } });
    node.addEventListener("click", () => this.askCell(cell));
    return node;
  }

  doubts({ ask: asked }) {
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
      el("span", { class: "likely" }, ...few.map((label) => this.choice(cell, label)), el("button", { type: "button", class: "quiet other", on: { click: () => this.askName(cell) } }, t(few.length ? "kheops_something_else" : "kheops_choose"))),
    );
  }

  /** Something beside the pyramid: it belongs to it, and then no count helps, or it does not. */
  stray(cell) {
    const leave = el("button", { type: "button", class: "answer", data: { label: EMPTY }, on: { click: () => this.choose(cell, EMPTY) } }, t("kheops_not_part"));
    return el("li", { class: "doubt", data: { cell } }, el("b", {}, t("kheops_outside", { cell })), leave);
  }

  isInside(name) {
    return this.sheet.cells.some((one) => one.id === tileCell(name));
  }

  crop(cell) {
    const image = el("img", { class: "crop", alt: t("kheops_crop", { cell }), src: `/score/${this.sheet.name}/cell.jpg?cell=${encodeURIComponent(cell)}` });
    image.addEventListener("error", () => image.remove());
    return image;
  }

  choice(name, label) {
    const cell = tileCell(name);
    const choose = () => this.choose(name, label);
    const extra = { class: "likely-pick", data: { label } };
    if (label === EMPTY) return el("button", { type: "button", class: "pick likely-pick", data: { label }, on: { click: choose } }, t(isPawn(name) ? "nobody" : "empty"));
    if (isPawn(name)) {
      const [colour, kind] = label.split("-");
      if (!kind) return null;
      return pictureButton(pawnPicture(colour, kind), pawnText({ colour, kind }), choose, { ...extra, small: noun(kind) });
    }
    const [face, turn] = label.split("@");
    return pictureButton(tilePicture(cell, readFace(face), Number(turn)), faceText(readFace(face)), choose, extra);
  }

  choose(name, label) {
    close();
    this.choices = { ...this.choices, [name]: label };
    return this.recount();
  }

  /** A tap on any cell: its tile or its pawn may be something else than was read. */
  askCell(cell) {
    if (!this.sheet) return;
    const one = (name, text) => el("button", { type: "button", class: "answer", data: { about: name }, on: { click: () => this.askName(name) } }, text);
    const parts = [this.places.has(cell) ? this.crop(cell) : null, el("div", { class: "choices" }, one(cell, t("kheops_tile_is_other")), one(`${cell}:pawn`, t("kheops_pawn_is_other")))];
    ask(cell, ...parts.filter(Boolean));
  }

  /** Everything a cell can be said to show. */
  askName(name) {
    const cell = tileCell(name);
    const crop = this.places.has(cell) ? this.crop(cell) : null;
    if (!isPawn(name)) return this.askTile(cell, crop);
    const pawns = el("div", { class: "choices pawn-picks" }, ...this.sheet.pawns.map((label) => this.choice(name, label)));
    return ask(t("kheops_who_stands", { cell }), ...[crop, pawns].filter(Boolean));
  }

  askTile(cell, crop) {
    const done = el("div", { class: "confirm" });
    const shelf = new Shelf((face, turn) => {
      if (!face) return;
      shelf.turnIn(done, el("button", { type: "button", class: "answer main", on: { click: () => this.choose(cell, `${face.face}@${turn}`) } }, t("kheops_so_it_lies")));
    });
    shelf.offer(this.sheet.faces, cell);
    const empty = el("button", { type: "button", class: "quiet", on: { click: () => this.choose(cell, EMPTY) } }, t("kheops_no_tile"));
    ask(t("kheops_what_lies", { cell }), ...[crop, done, shelf.node, empty].filter(Boolean));
  }
}

function isPawn(name) {
  return name.endsWith(":pawn");
}

function tileCell(name) {
  return name.split(":")[0];
}

function placesOf({ places }) {
  return new Map(Object.entries(places).map(([cell, points]) => [cell, ordered(cell, points)]));
}
