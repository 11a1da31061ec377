// Score this finished pyramid: a photograph is sent, every doubt is asked, then the paths are counted.

import { draw, el } from "../../draw/elements.js";
import { clauses } from "../../shell/clauses.js";
import { notify } from "../../shell/sheet.js";
import { t } from "../../shell/words.js";
import { partOver, standings } from "./count.js";
import { Doubts, tileCell } from "./doubts.js";
import { corners, ordered } from "./outline.js";
import { ringsOver } from "./overlay.js";
import { Pyramid } from "./pyramid.js";
import { Tale } from "./tale.js";

const MOST = Number(document.documentElement.dataset.scoring ?? 0);

export class Photo {
  /** *node* is the section it has, *door* what was opened to get here; *use* takes a sheet as the game's own. */
  constructor(node, door, use = null) {
    this.node = node;
    this.use = use;
    this.choices = {};
    this.sheet = null;
    this.pyramid = new Pyramid((cell) => this.doubts.askCell(cell), t("kheops_photo_drawn"));
    this.tale = new Tale((part) => this.draw(part));
    this.result = el("div", { class: "photo-sheet" });
    this.views = el("div", { class: "photo-views" });
    this.part = null;
    this.doubts = new Doubts((name, label) => this.choose(name, label));
    door.append(el("p", { class: "hint" }, t("kheops_photo_hint")), this.inputs());
    node.append(this.result);
  }

  inputs() {
    return el(
      "div",
      { class: "photo-choose" },
      this.input(t("kheops_photo_take"), "environment"),
      this.input(t("kheops_photo_file")),
      ...(this.use ? [this.byHand()] : []),
    );
  }

  /** Where no photograph can be read: an empty pyramid, every cell to be tapped. */
  byHand() {
    const begin = async () => {
      const sheet = await this.post("/score/by-hand", "{}", "application/json");
      if (!sheet) return;
      this.choices = {};
      this.show(sheet);
    };
    return el("button", { class: "answer", type: "button", on: { click: begin } }, t("kheops_light_by_hand"));
  }

  /** A picture from the camera of this phone, or one it has kept. */
  input(label, capture = null) {
    const input = el("input", {
      type: "file",
      accept: "image/jpeg,image/png",
      capture,
      class: "unseen",
      "aria-label": label,
      data: { from: capture ? "camera" : "file" },
    });
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

  /** Post something about the photograph; what went wrong is said here, and nothing is lost. */
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

  /** The table has forgotten the picture: send it once more, with everything that was said about it. */
  async again() {
    await this.send(this.file, this.choices);
    return null;
  }

  say(text) {
    if (this.sheet) return notify(text);
    return this.result.replaceChildren(el("p", { class: "photo-state", role: "status" }, text));
  }

  fail(text) {
    if (this.sheet) return notify(text);
    return this.result.replaceChildren(el("p", { class: "banner refusal", role: "alert" }, text));
  }

  show(sheet) {
    this.sheet = sheet;
    const folded = this.node.querySelector("details");
    if (folded) folded.open = true;
    this.places = placesOf(sheet);
    this.doubts.show(sheet, this.places);
    this.known = new Map(sheet.cells.filter((cell) => cell.tile).map((cell) => [cell.id, cell.tile]));
    this.pyramid.lay(sheet.side, sheet.cells);
    const asked = sheet.ask.map(({ cell }) => tileCell(cell));
    this.pyramid.mark(
      { asked, wrong: sheet.refusal?.cells.map(tileCell) ?? [] },
      sheet.cells.map((cell) => cell.id),
    );
    this.picture = sheet.pictured ? this.pictured(sheet) : null;
    this.views.replaceChildren(...[this.picture, this.pyramid.node].filter(Boolean));
    this.result.classList.toggle("counted", Boolean(sheet.count));
    this.result.replaceChildren(...this.parts(sheet));
    if (sheet.count) this.tale.show(sheet.count, sheet.seats, true);
    else this.draw(null);
  }

  parts(sheet) {
    const parts = [];
    const stands = this.stands(sheet);
    if (sheet.refusal)
      parts.push(
        el(
          "div",
          { class: "banner refusal", role: "alert" },
          el("p", {}, sheet.refusal.say),
          clauses([sheet.refusal.clause]),
        ),
      );
    if (sheet.ask.length && !stands) parts.push(this.doubts.list());
    parts.push(
      ...sheet.decided.map((one) =>
        el("div", { class: "decided hint" }, el("span", {}, one.say), clauses(one.because)),
      ),
    );
    if (sheet.count) parts.push(...standings(sheet));
    if (this.usable(sheet)) parts.push(this.taken(sheet));
    parts.push(this.views, el("p", { class: "hint" }, t("kheops_photo_tap")));
    if (sheet.count) parts.push(this.tale.node);
    return parts;
  }

  /** Whether only further tiles are missing, in a game that may go on from here. */
  stands(sheet) {
    return Boolean(this.use && sheet.stands);
  }

  usable(sheet) {
    return this.stands(sheet) || Boolean(this.use && !sheet.ask.length && !sheet.refusal);
  }

  /** Take what was read as the game: its result, or where it stands. */
  taken(sheet) {
    const say = t(sheet.count ? "kheops_light_use" : "kheops_light_on");
    return el("button", { class: "answer main", type: "button", on: { click: () => this.use(sheet) } }, say);
  }

  /** The photograph seen from above, with room for what is drawn over it. */
  pictured({ name }) {
    const image = draw("image", { href: `/score/${name}/picture.jpg`, preserveAspectRatio: "none" });
    this.over = draw("g", { class: "over" });
    this.spots = draw("g", {});
    const svg = draw(
      "svg",
      { class: "photograph", role: "img", "aria-label": t("kheops_photo_picture") },
      image,
      this.over,
      this.spots,
    );
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
    const at = new Map(
      [...this.places].map(([cell, points]) => [cell, points.map(([x, y]) => [x * this.size[0], y * this.size[1]])]),
    );
    if (!this.spots.firstChild) this.spots.append(...[...at].map(([cell, points]) => this.spot(cell, points)));
    const asked = this.sheet.ask.map(({ cell }) => tileCell(cell));
    this.over.replaceChildren(...partOver(part, { paths }, at, this.known), ringsOver(asked, at, "asked"));
  }

  spot(cell, points) {
    const node = draw("path", {
      class: "spot",
      d: `M${points.map((point) => point.join(" ")).join("L")}Z`,
      data: { spot: cell },
    });
    node.addEventListener("click", () => this.doubts.askCell(cell));
    return node;
  }

  choose(name, label) {
    this.choices = { ...this.choices, [name]: label };
    return this.recount();
  }
}

function placesOf({ places }) {
  return new Map(Object.entries(places).map(([cell, points]) => [cell, ordered(cell, points)]));
}
