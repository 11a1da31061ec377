// Four corners of a board, tapped on a picture: a magnifier shows where, arrows nudge, no drag.

import { el } from "./elements.js";

const NAMES = ["upper_left", "upper_right", "lower_right", "lower_left"];
const STEP = 0.002;
const ZOOM = 4;

/** Ask for four corners on a bitmap; *done* gets them as parts of its width and height. */
export function corners({ picture, t, done, start = [], snap = null }) {
  const points = start.map((point) => [...point]);
  let chosen = points.length ? 0 : -1;
  const image = el("canvas", {
    width: picture.width,
    height: picture.height,
    role: "img",
    "aria-label": t("photo_corners_picture"),
    class: "tapped",
  });
  image.getContext("2d").drawImage(picture, 0, 0);
  const marks = el("div", { class: "marks" });
  const glass = el("canvas", { class: "glass", width: 160, height: 160, "aria-hidden": "true" });
  const told = el("p", { role: "status" });
  const finish = el("button", { disabled: true, on: { click: () => done(points) } }, t("photo_corners_done"));
  const frame = el("div", { class: "frame" }, image, marks);

  image.addEventListener("click", (event) => {
    const box = image.getBoundingClientRect();
    place([(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height]);
  });

  async function place(point) {
    if (points.length < 4) {
      points.push(point);
      chosen = points.length - 1;
    } else points[chosen] = point;
    if (snap) points[chosen] = (await snap(points[chosen])) ?? points[chosen];
    draw();
  }

  function nudge(dx, dy) {
    if (chosen < 0) return;
    const [x, y] = points[chosen];
    points[chosen] = [inside(x + dx * STEP), inside(y + dy * STEP)];
    draw();
  }

  function draw() {
    marks.replaceChildren(...points.map((point, n) => mark(point, n)));
    finish.disabled = points.length < 4;
    const next = points.length < 4 ? t(`photo_tap_${NAMES[points.length]}`) : t("photo_corners_nudge");
    told.textContent = next;
    magnify();
  }

  function mark([x, y], n) {
    const button = el(
      "button",
      {
        class: n === chosen ? "corner chosen" : "corner",
        "aria-label": t(`photo_corner_${NAMES[n]}`),
        "aria-pressed": String(n === chosen),
        on: { click: () => choose(n) },
      },
      String(n + 1),
    );
    button.style.left = `${x * 100}%`;
    button.style.top = `${y * 100}%`;
    return button;
  }

  function choose(n) {
    chosen = n;
    draw();
    marks.children[n].focus();
  }

  function magnify() {
    if (chosen < 0) return;
    const [x, y] = points[chosen];
    const side = glass.width / ZOOM;
    const pen = glass.getContext("2d");
    pen.fillRect(0, 0, glass.width, glass.height);
    const scale = picture.width / Math.max(1, image.clientWidth);
    const wide = side * scale;
    pen.drawImage(
      image,
      x * picture.width - wide / 2,
      y * picture.height - wide / 2,
      wide,
      wide,
      0,
      0,
      glass.width,
      glass.height,
    );
    pen.strokeStyle = "#ffb000";
    pen.strokeRect(glass.width / 2 - 6, glass.height / 2 - 6, 12, 12);
  }

  const arrows = [
    ["left", -1, 0],
    ["up", 0, -1],
    ["down", 0, 1],
    ["right", 1, 0],
  ];
  const keys = arrows.map(([name, dx, dy]) =>
    el(
      "button",
      { "aria-label": t(`photo_nudge_${name}`), data: { nudge: name }, on: { click: () => nudge(dx, dy) } },
      { left: "←", up: "↑", down: "↓", right: "→" }[name],
    ),
  );
  frame.addEventListener("keydown", (event) => {
    const way = { ArrowLeft: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowRight: [1, 0] }[event.key];
    if (!way) return;
    event.preventDefault();
    nudge(...way);
    marks.children[chosen]?.focus();
  });
  draw();
  return el("section", { class: "corners" }, told, frame, el("div", { class: "nudges" }, ...keys, glass), finish);
}

const inside = (part) => Math.min(1, Math.max(0, part));
