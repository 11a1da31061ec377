// The camera as it sees: the board outlined, every cell coloured, and the one thing to do next.

import { cameraChooser } from "./cameras.js";
import { corners } from "./corners.js";
import { el } from "../../draw/elements.js";
import { keepLines } from "../../draw/keep.js";
import { get } from "../../shell/requests.js";
import { t } from "../../shell/words.js";
import { post } from "../house.js";
import { asQuery, decoded } from "./picture.js";
import { open } from "./workshop.js";

const EVERY = 500;
const COLOURS = { sure: "#2fbf71", doubt: "#ffb000", unread: "#e5484d", glare: "#e5484d", "": "#8ab4f8" };
let tapped = "";
let last = null;
let size = null; // of the picture as the camera gives it
const print = el("div", { class: "note", role: "status", hidden: true });

await open("camera_heading", async ({ owner }) => {
  const facts = await get("/workshop/camera/facts.json");
  const chooser = owner && !facts.playing ? await cameraChooser(facts.camera === "none") : "";
  if (facts.camera === "none" && !facts.playing)
    return [el("p", { class: "note" }, t("camera_none")), chooser].filter(Boolean);
  return [...bench(facts), chooser].filter(Boolean);
});

function bench(facts) {
  const canvas = el("canvas", { width: 960, height: 540, role: "img", "aria-label": t("camera_live") });
  const tick = el("p", { class: "tick", role: "status" }, t("teach_looking"));
  const list = el("ul", { class: "measures" });
  const named = facts.rooms.map(({ name, title }) =>
    el("option", { value: name, selected: name === facts.room }, title),
  );
  const choice = el("select", { id: "board" }, ...named);
  const live = el("div", { class: "frame" }, canvas);
  const outlook = el("p", { class: "outlook" }); // how long the eye still needs, while a game is watched
  const place = el("div", {}, live);
  const tapping = () => last && tapOn(choice.value, place, live);
  const tap = el("button", { type: "button", on: { click: tapping } }, t("camera_tap"));
  const forget = el("button", { type: "button", on: { click: () => byMarkers(choice.value) } }, t("camera_by_markers"));
  choice.addEventListener("change", () => (tapped = ""));
  const loop = async () => {
    if (!place.isConnected) return;
    const trying = document.querySelector(".cameras[open]"); // only one camera is looked through at a time
    if (!document.hidden && !trying && canvas.isConnected) await look(choice.value, canvas, tick, list, outlook);
    setTimeout(loop, EVERY);
  };
  setTimeout(loop, 0);
  return [
    el("p", {}, t("camera_about")),
    el("p", {}, el("label", { for: "board" }, t("camera_board")), " ", choice),
    tick,
    outlook,
    place,
    print,
    list,
    el("p", {}, t(facts.locked ? "camera_locked" : "camera_free", { size: facts.size ?? "" })),
    facts.playing ? "" : el("p", { class: "row" }, tap, forget),
    el("p", { class: "note" }, t("camera_legend")),
  ];
}

async function look(room, canvas, tick, list, outlook) {
  let seen;
  try {
    seen = await get(`/workshop/camera/view.json?room=${room}${tapped && `&corners=${tapped}`}`);
  } catch {
    return; // the next look tries again
  }
  if (seen.trouble) {
    tell(tick, seen.trouble, false);
    return;
  }
  last = await decoded(seen.picture);
  size = seen.size;
  paint(canvas, seen);
  tell(tick, seen.good ? t("camera_good") : seen.advice[0], seen.good);
  if (outlook.textContent !== seen.outlook) outlook.textContent = seen.outlook;
  keepLines(list, seen.facts);
  tellPrint(seen.printed);
}

/** A print of another size: print again, or go on with the true one. */
function tellPrint(printed) {
  const said = printed?.say ?? "";
  if (print.dataset.said === said) return;
  print.dataset.said = said;
  print.hidden = !said;
  if (!said) return;
  const { percent, paper, owner } = printed;
  const goOn = () => post("/settings/change", { values: { printed_percent: percent, paper } });
  print.replaceChildren(
    el("p", {}, said),
    el(
      "p",
      { class: "row" },
      el("a", { href: "/workshop/print" }, t("camera_reprint")),
      owner ? el("button", { type: "button", on: { click: goOn } }, t("camera_true_size", { percent })) : "",
    ),
  );
}

function tell(tick, text, good) {
  if (tick.textContent === text) return;
  tick.textContent = text;
  tick.classList.toggle("good", good);
}

function paint(canvas, seen) {
  canvas.width = last.width;
  canvas.height = last.height;
  const pen = canvas.getContext("2d");
  pen.drawImage(last, 0, 0);
  pen.lineWidth = 2;
  for (const { at, state, label } of seen.cells) {
    outline(pen, canvas, at, COLOURS[state]);
    if (label && state !== "sure") write(pen, canvas, at, label);
  }
  for (const at of Object.values(seen.markers)) outline(pen, canvas, at, "#ffffff");
  pen.lineWidth = 4;
  if (seen.outline.length) outline(pen, canvas, seen.outline, seen.good ? COLOURS.sure : COLOURS.doubt);
}

function outline(pen, canvas, points, colour) {
  pen.strokeStyle = colour;
  pen.beginPath();
  for (const [x, y] of points) pen.lineTo(x * canvas.width, y * canvas.height);
  pen.closePath();
  pen.stroke();
}

function write(pen, canvas, points, label) {
  const middle = (n) => points.reduce((sum, point) => sum + point[n], 0) / points.length;
  pen.fillStyle = "#ffffff";
  pen.font = "11px sans-serif";
  pen.textAlign = "center";
  pen.fillText(label, middle(0) * canvas.width, middle(1) * canvas.height);
}

/** Corners belong to the board of one room: the others lie elsewhere. */
function tapOn(room, place, live) {
  const done = (points) => {
    tapped = asQuery(points);
    place.replaceChildren(live);
    post("/workshop/camera/corners", { room, corners: tapped, size });
  };
  place.replaceChildren(corners({ picture: last, t, done }));
}

function byMarkers(room) {
  tapped = "";
  post("/workshop/camera/corners", { room, corners: "" });
}
