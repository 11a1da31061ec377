// Weighing in: one thing after the other on the plate, with what the plate carries right now.

import { decimals } from "../../shell/tongue.js";
import { el } from "../../draw/elements.js";
import { get } from "../../shell/requests.js";
import { t } from "../../shell/words.js";
import { post } from "../house.js";
import { open } from "./workshop.js";

const EVERY = 400;
let place = null;
let shown = "";

async function show() {
  let now;
  try {
    now = await get("/workshop/weigh/walk.json");
  } catch {
    return;
  }
  if (now.playing) return put("playing", () => [el("p", { class: "note" }, t("check_playing"))]);
  if (!now.scale) return put("none", noScale);
  if (!now.walk) return put("begin", beginning);
  put(`step ${now.walk.done}`, () => step(now.walk));
  renew(now);
}

/** Draw anew only when something else is to be done: nothing moves under a finger. */
function put(what, nodes) {
  if (what === shown) return;
  shown = what;
  place.replaceChildren(...nodes());
}

/** Where there is no scale: how one is built. */
const noScale = () => [
  el("p", { class: "note" }, t("weigh_no_scale")),
  el("p", {}, el("a", { href: "/guide/build" }, t("check_guide"))),
];

function beginning() {
  const known = el("input", { type: "number", min: 1, max: 1000, step: "any", value: 100, inputmode: "decimal" });
  const form = el(
    "form",
    { class: "row" },
    el("label", {}, t("weigh_is_known"), " ", known),
    el("button", { class: "big" }, t("weigh_begin")),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    await post("/workshop/weigh/begin", { known: Number(known.value) });
    show();
  });
  return [form];
}

function step({ done, of, step: [what, colour, number], known }) {
  const act = el("button", { type: "button", class: "big", id: "take", disabled: true }, t("weigh_take"));
  act.addEventListener("click", async () => {
    act.disabled = true;
    const answer = await post("/workshop/weigh/take", { step: done });
    if (answer.done) shown = "";
    show();
  });
  const back = el(
    "button",
    { type: "button", on: { click: () => post("/workshop/weigh/back").then(show) } },
    t("weigh_back"),
  );
  return [
    el("progress", { max: of, value: done, "aria-label": t("weigh_progress", { done, of }) }),
    el("p", { class: "ask", role: "status" }, t(`weigh_${what}`, { colour, number, known })),
    el("p", { class: "grams", id: "grams" }, "…"),
    el("p", { class: "row" }, act, done ? back : null),
  ];
}

function renew({ count, still, walk }) {
  const grams = place.querySelector("#grams");
  if (count === null) grams.textContent = t("check_silent");
  else if (walk.grams === null) grams.textContent = t("check_counts", { count: Math.round(count) });
  else grams.textContent = t("weigh_grams", { grams: number(walk.grams) });
  place.querySelector("#take").disabled = !still;
}

const number = (value) => decimals(value, 1);

await open("weigh_heading", async () => {
  place = el("div", { class: "plan weighing" });
  await show();
  setInterval(() => document.hidden || show(), EVERY);
  return [el("p", {}, t("weigh_about")), place];
});
