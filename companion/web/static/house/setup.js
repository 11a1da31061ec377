// Laying out the box: one step after the other, with what the camera sees so far, and a way past it.

import { el } from "../draw/elements.js";
import { loadSigns } from "../draw/signs.js";
import { boxOf, loadBoxes } from "./boxes.js";
import { get } from "../shell/requests.js";
import { loadWords, t } from "../shell/words.js";
import { follow, post } from "./house.js";

const main = document.getElementById("main");
const LOOK_EVERY = 1500;
let setup = null;
let step = 0;
let shown = "";
let camera = null;
let looking = false;
let drawings = {};
let art = null;

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
  const { name, say, clauses, pieces } = setup.steps[step];
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
      el("p", { id: "setup-seen", role: "status" }),
      ...pictured(name),
      el("ul", { class: "legend" }, ...pieces.map(piece)),
      el("a", { href: `/rules/${setup.room}#${clauses[0]}` }, t("rules")),
    ),
    el("p", { class: "row stays" }, back, next, skip),
    ...(camera ? [camera] : []),
  );
  tick();
}

/** What the camera sees of this step so far, ticked off once it is all there. */
function tick() {
  const line = document.getElementById("setup-seen");
  const { seen } = setup.steps[step];
  line.hidden = !seen;
  line.classList.toggle("done", Boolean(seen?.done));
  const say = seen ? `${seen.done ? "✓ " : ""}${seen.say}` : "";
  if (line.textContent !== say) line.textContent = say;
}

/** While a camera watches, ask now and then what it sees. */
function keepLooking() {
  if (looking) return;
  looking = true;
  setInterval(async () => {
    if (document.hidden) return;
    const found = await get("/house/setup.json").catch(() => null);
    if (!found?.open || found.steps.length !== setup.steps.length) return;
    setup.steps.forEach((one, n) => (one.seen = found.steps[n].seen));
    tick();
  }, LOOK_EVERY);
}

const where = () => ({ number: step + 1, count: setup.steps.length });

/** The pieces of a step, as many as this box and these people have. */
function pictured(name) {
  if (!drawings[name]) return [];
  return [sheltered(el("div", { class: "laid-pieces" }, ...drawings[name](setup.view)))];
}

/** The style of a table's board stays with its pieces: this page is another one. */
function sheltered(node) {
  const shelter = el("div", { class: "laid-out", "aria-hidden": "true" });
  const room = new URL(`../rooms/${setup.room}/style.css`, import.meta.url).pathname;
  const laid = new URL("../draw/laid_out.css", import.meta.url).pathname;
  const sheets = [room, laid].map((href) => el("link", { rel: "stylesheet", href }));
  shelter.attachShadow({ mode: "open" }).append(...sheets, art.cloneNode(true), node);
  return shelter;
}

/** How the room draws its pieces; a room nobody has drawn is laid out in words. */
async function loadDrawings() {
  const [room, module] = await Promise.all([
    import(`../rooms/${setup.room}/setup.js`).catch(() => null),
    import(`../rooms/${setup.room}/index.js`).catch(() => null),
  ]);
  if (!room || !module) return;
  art = await loadSigns("/house/art.svg", module.SIGNS);
  drawings = room.setupDrawings;
}

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
  await Promise.all([loadBoxes([setup.room]), shown ? null : loadDrawings()]);
  if (setup.watched) keepLooking();
  const here = JSON.stringify(setup.steps.map(({ seen, ...one }) => one));
  if (here === shown) return undefined;
  shown = here;
  if (setup.picture && !camera) look();
  const wanted = Number(location.hash.slice(1)) - 1;
  return at(wanted >= 0 ? wanted : (setup.laying ?? 0));
}

await loadWords("/house/words.json");
follow(refresh);
