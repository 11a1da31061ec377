// The organiser's desk: one part of the night at a time, and always what comes next.

import { el } from "../draw/elements.js";
import { boxes } from "./boxes.js";
import { drawing } from "./drawing.js";
import { free } from "./free.js";
import { patch } from "../draw/patch.js";
import { get } from "../shell/requests.js";
import { loadWords, t } from "../shell/words.js";
import { claimed, follow, post, refill } from "./hall.js";
import { lookFor } from "./paged.js";
import { people } from "./people.js";
import { outcome } from "./outcome.js";
import { round } from "./round.js";
import { screens } from "./screens.js";
import { settings } from "./settings.js";

const main = document.getElementById("main");
const PARTS = { round, people, boxes, draw: drawing, results: outcome, screens, settings };
const nodes = Object.fromEntries(Object.keys(PARTS).map((name) => [name, el("section", { id: name, class: "step" })]));
const tabs = el("nav", { class: "tabs", "aria-label": t("desk_title") });
const alerts = el("div", { role: "alert" });
const here = { night: null, desk: null, act, renew, show, open };
let opened = false;
const AGAIN = 2000;

async function act(name, body = {}) {
  const answer = await post(`/act/${name}`, body);
  await renew(answer.kind === "accepted");
  return answer;
}

/** Unfold the form of a table that owes its result, once its part is shown. */
function open({ box, place }) {
  lookFor("entries", t("table", { place }));
  addEventListener("hashchange", () => document.getElementById(`enter-${box}`)?.setAttribute("open", ""), {
    once: true,
  });
}

const chosen = () => (PARTS[location.hash.slice(1)] ? location.hash.slice(1) : "round");
const isFree = () => here.desk.plan.format === "free";

/** Show the night; with *anew* something was just sent, and the fields of this part are free again. */
function show(anew = false) {
  const { night, desk } = here;
  if (!desk || !night?.evening) return;
  if (!opened) main.replaceChildren(tabs, alerts, ...Object.values(nodes));
  opened = true;
  showTabs();
  const wrong = desk.trouble || (desk.line ? "" : t("no_broker"));
  patch(alerts, wrong ? [el("p", { class: "note" }, wrong)] : []);
  for (const [name, node] of Object.entries(nodes)) node.hidden = name !== chosen();
  fill(chosen(), anew);
}

/** Write one part anew. */
function fill(name, anew) {
  const part = name === "draw" && isFree() ? free : PARTS[name];
  refill(nodes[name], [el("h2", {}, t(`desk_${name}`)), ...part(here)], anew);
}

const isUndrawn = (desk, evening) =>
  !desk.drawn.length && !isFree() && evening.rounds < desk.plan.rounds && desk.boxes.length > 0;

/** The parts, with a mark where something waits for the organiser. */
function showTabs() {
  const { desk, night } = here;
  const waiting = {
    draw: !night.evening.over && (desk.stale || isUndrawn(desk, night.evening)),
    results: desk.results.some((result) => result.status === "disputed"),
    people: !desk.people.length,
    boxes: !desk.boxes.length,
  };
  const links = Object.keys(PARTS).map((name) =>
    el(
      "a",
      {
        data: { key: name },
        href: `#${name}`,
        "aria-current": name === chosen() ? "page" : null,
        class: waiting[name] ? "due" : null,
      },
      t(`desk_${name}`),
    ),
  );
  patch(tabs, links);
}

/** Read the plans anew; what changes while they come is read once, afterwards. */
async function renew(anew = false) {
  if (reading) {
    again = anew === true || again === true;
    return reading;
  }
  reading = read(anew === true);
  await reading;
  reading = null;
  if (again !== null) {
    const next = again;
    again = null;
    await renew(next);
  }
}

let reading = null;
let again = null;

async function read(anew) {
  try {
    here.desk = await get("/desk.json");
    show(anew);
  } catch (wrong) {
    if (wrong.code === 403) location.reload();
    else setTimeout(() => renew(anew), AGAIN);
  }
}

addEventListener("hashchange", () => {
  document.activeElement.blur();
  show();
});

await loadWords();
document.title = t("desk_title");
tabs.setAttribute("aria-label", t("desk_title"));
let number = -1;
const heard = async (now) => {
  here.night = now;
  if (now.number !== number) {
    number = now.number;
    await renew();
  } else show();
};
if (claimed(main, t("desk_title"), "organiser")) follow(heard);
