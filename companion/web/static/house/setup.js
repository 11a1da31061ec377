// Laying out the box: one step after the other, with what the camera sees so far, and a way past it.

import { el } from "../draw/elements.js";
import { boxOf, loadBoxes } from "./boxes.js";
import { follow, get, loadWords, post, t } from "./house.js";

const main = document.getElementById("main");
const LOOK_EVERY = 1500;
let setup = null;
let step = 0;
let shown = "";
let camera = null;

const go = () => location.replace("/");

/** Go to a step; the house remembers it, and so does the address. */
function at(number) {
  step = Math.min(Math.max(number, 0), setup.steps.length - 1);
  history.replaceState(null, "", `#${step + 1}`);
  show();
  post("/house/laying", { step });
}

async function finish() {
  await post("/house/laying", { step: null });
  go();
}

function show() {
  const { say, clauses, pieces } = setup.steps[step];
  const last = step === setup.steps.length - 1;
  const next = last
    ? el("button", { type: "button", class: "big", on: { click: finish } }, t("setup_done"))
    : el("button", { type: "button", class: "big", on: { click: () => at(step + 1) } }, t("setup_next"));
  const back = el(
    "button",
    { type: "button", disabled: step === 0, on: { click: () => at(step - 1) } },
    t("setup_back"),
  );
  const skip = el("button", { type: "button", class: "quiet", on: { click: finish } }, t("setup_skip"));
  document.title = t("setup_title", { title: setup.title });
  main.replaceChildren(
    el("h2", {}, boxOf(setup.room), t("setup_heading", { title: setup.title })),
    el("progress", { max: setup.steps.length, value: step + 1, "aria-label": t("setup_where", where()) }),
    el(
      "section",
      { class: "step", "aria-live": "polite" },
      el("small", {}, t("setup_where", where())),
      el("p", {}, say),
      el("ul", { class: "legend" }, ...pieces.map(piece)),
      el("small", { class: "quiet" }, clauses.join(", ")),
    ),
    el("p", { class: "row" }, back, next, skip),
    ...(camera ? [camera] : []),
  );
}

const where = () => ({ number: step + 1, count: setup.steps.length });

function piece({ name, colour }) {
  return el(
    "li",
    { data: { colour } },
    el("span", { class: "swatch" }),
    el("span", { dir: "auto" }, name),
    " ",
    el("small", {}, t(`colour_${colour}`)),
  );
}

/** The picture of the camera, for people who may look through it. */
function look() {
  const image = el("img", { alt: t("setup_camera"), hidden: true });
  camera = el("figure", { class: "camera" }, image, el("figcaption", {}, t("setup_camera")));
  camera.hidden = true;
  const again = () => (image.src = `/house/picture.jpg?n=${Date.now()}`);
  image.addEventListener("load", () => {
    image.hidden = camera.hidden = false;
    setTimeout(again, LOOK_EVERY);
  });
  image.addEventListener("error", () => {
    image.hidden = camera.hidden = true;
    setTimeout(again, LOOK_EVERY);
  });
  again();
}

async function refresh() {
  setup = await get("/house/setup.json");
  if (!setup.open || !setup.steps.length) return go();
  await loadBoxes([setup.room]);
  const here = JSON.stringify(setup.steps);
  if (here === shown) return undefined;
  shown = here;
  if (setup.picture && !camera) look();
  const wanted = Number(location.hash.slice(1)) - 1;
  return at(wanted >= 0 ? wanted : (setup.laying ?? 0));
}

await loadWords();
follow(refresh);
