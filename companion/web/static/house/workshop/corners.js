// Four corners of a board, tapped on a picture: a magnifier shows where, arrows nudge, no drag.

import { el } from "../../draw/elements.js";
import { keep } from "../../draw/keep.js";
import { greys, snapped } from "./snap.js";

const NAMES = ["upper_left", "upper_right", "lower_right", "lower_left"];
const ARROWS = { ArrowLeft: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowRight: [1, 0] };
const SIGNS = { ArrowLeft: "←", ArrowUp: "↑", ArrowDown: "↓", ArrowRight: "→" };
const STEP = 0.002;
const ZOOM = 4;
const REACH = 0.025; // of the picture's width: so far a tap snaps to a corner

const inside = (part) => Math.min(1, Math.max(0, part));

class Corners {
  constructor({ picture, t, done }) {
    this.picture = picture;
    this.t = t;
    this.points = [];
    this.chosen = -1;
    this.image = this.drawn();
    this.marks = el("div", { class: "marks" });
    this.glass = el("canvas", { class: "glass", width: 160, height: 160, "aria-hidden": "true" });
    this.told = el("p", { role: "status" });
    this.finish = el(
      "button",
      { type: "button", disabled: true, on: { click: () => done(this.points) } },
      t("photo_corners_done"),
    );
    this.show();
  }

  drawn() {
    const { width, height } = this.picture;
    const label = this.t("photo_corners_picture");
    const image = el("canvas", { width, height, role: "img", "aria-label": label, class: "shot" });
    image.getContext("2d").drawImage(this.picture, 0, 0);
    image.addEventListener("click", (event) => {
      const box = image.getBoundingClientRect();
      this.place(this.snap([(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height]));
    });
    return image;
  }

  /** To the corner of the board beside a tap; nudging corrects it where another one was meant. */
  snap([x, y]) {
    const { width, height } = this.image;
    this.grey ??= greys(this.image.getContext("2d").getImageData(0, 0, width, height));
    const [across, down] = snapped(this.grey, [x * width, y * height], REACH * width);
    return [inside(across / width), inside(down / height)];
  }

  node() {
    const frame = el("div", { class: "frame" }, this.image, this.marks);
    frame.addEventListener("keydown", (event) => {
      if (!(event.key in ARROWS)) return;
      event.preventDefault();
      this.nudge(ARROWS[event.key]);
      this.marks.children[this.chosen]?.focus();
    });
    const nudges = el("div", { class: "nudges" }, ...Object.keys(ARROWS).map((key) => this.arrow(key)), this.glass);
    return el("section", { class: "corners" }, this.told, frame, nudges, this.finish);
  }

  arrow(key) {
    const way = key.replace("Arrow", "").toLowerCase();
    const press = () => this.nudge(ARROWS[key]);
    const label = this.t(`photo_nudge_${way}`);
    return el(
      "button",
      { type: "button", "aria-label": label, data: { nudge: way }, on: { click: press } },
      SIGNS[key],
    );
  }

  place(point) {
    if (this.points.length < NAMES.length) this.chosen = this.points.push(point) - 1;
    else this.points[this.chosen] = point;
    this.show();
  }

  nudge([across, down]) {
    if (this.chosen < 0) return;
    const [x, y] = this.points[this.chosen];
    this.points[this.chosen] = [inside(x + across * STEP), inside(y + down * STEP)];
    this.show();
  }

  show() {
    keep(
      this.marks,
      this.points.map((point, n) => ({ point, n, chosen: n === this.chosen })),
      ({ n }) => `${n}`,
      ({ point, n }) => this.mark(point, n),
    );
    const due = NAMES[this.points.length];
    this.finish.disabled = due !== undefined;
    this.told.textContent = this.t(due ? `photo_tap_${due}` : "photo_corners_nudge");
    this.magnify();
  }

  mark([x, y], n) {
    const chosen = n === this.chosen;
    const choose = () => {
      this.chosen = n;
      this.show();
      this.marks.children[n].focus();
    };
    const label = this.t(`photo_corner_${NAMES[n]}`);
    const look = { class: chosen ? "corner chosen" : "corner", "aria-label": label, "aria-pressed": String(chosen) };
    const button = el("button", { type: "button", ...look, on: { click: choose } }, String(n + 1));
    button.style.left = `${x * 100}%`;
    button.style.top = `${y * 100}%`;
    return button;
  }

  magnify() {
    if (this.chosen < 0) return;
    const [x, y] = this.points[this.chosen];
    const { picture, glass } = this;
    const side = (glass.width / ZOOM) * (picture.width / Math.max(1, this.image.clientWidth));
    const pen = glass.getContext("2d");
    pen.fillRect(0, 0, glass.width, glass.height);
    const [left, top] = [x * picture.width - side / 2, y * picture.height - side / 2];
    pen.drawImage(picture, left, top, side, side, 0, 0, glass.width, glass.height);
    pen.strokeStyle = "#ffb000";
    pen.strokeRect(glass.width / 2 - 6, glass.height / 2 - 6, 12, 12);
  }
}

/** Ask for four corners on a bitmap; *done* gets them as parts of its width and height. */
export const corners = (asked) => new Corners(asked).node();
