// The draw on the organiser's desk: what is possible, how many rounds, how good the draw is.

import { el } from "../draw/elements.js";
import { planned, seatingPages } from "./cards.js";
import { get } from "../shell/requests.js";
import { t } from "../shell/words.js";
import { button, field, post } from "./hall.js";
import { swapping } from "./swaps.js";

const PAUSE = 350;
/** What is known of a draw of so many rounds, and the night it was asked for. */
let known = { asked: "", lines: [], sheet: [], unmet: [] };
let typed = null;
let due = 0;
let sent = false;

/** One drawn round, with changes by hand. */
function drawnRound(round, { night, desk, act, show }) {
  return el(
    "details",
    { id: `round-${round.number}` },
    el("summary", {}, t("round", { number: round.number })),
    ...seatingPages(`drawn-${round.number}`, planned(round, night.evening.names, desk.boxes), show),
    swapping(round, night.evening.names, desk, act),
  );
}

/** Ask what can be said of so many rounds, unless it was asked already. */
async function ask(here, rounds) {
  const asked = `${here.night.number} ${rounds}`;
  if (asked === known.asked || !(rounds > 0)) return;
  known = { ...known, asked };
  const found = await get(`/desk/possible.json?rounds=${rounds}`).catch(() => null);
  if (!found || asked !== known.asked) return;
  known = { ...found, asked };
  here.show();
}

/** How many rounds and which draw; while one is made, how far it is. */
function form(here) {
  const { desk, night } = here;
  if (night.drawing !== null || sent) return busy(night.drawing ?? 0);
  const lacks = ["people", "boxes"].find((part) => !desk[part].length);
  if (lacks) return el("a", { class: "big", href: `#${lacks}` }, t(`next_${lacks}`));
  const rounds = field("rounds", t("rounds"), { type: "number", min: 1, max: 12, value: desk.plan.rounds });
  const seed = field("seed", t("seed"), { type: "number", min: 1, value: desk.plan.seed });
  rounds.input.addEventListener("input", () => {
    typed = Number(rounds.input.value);
    clearTimeout(due);
    due = setTimeout(() => ask(here, typed), PAUSE);
  });
  const go = async () => {
    document.activeElement.blur();
    const asked = { rounds: Number(rounds.input.value), seed: Number(seed.input.value) };
    [sent, typed] = [true, null];
    here.show();
    await post("/draw", asked);
    sent = false;
    await here.renew(true);
  };
  return el(
    "div",
    { class: "drawing", data: { whole: "", key: "form" } },
    el("div", { class: "row" }, rounds.node, button(t("draw_do"), go, { class: "big" })),
    el(
      "details",
      { id: "other-draw" },
      el("summary", {}, t("draw_other")),
      el("p", { class: "about" }, t("seed_about")),
      seed.node,
    ),
  );
}

/** A draw is being made: how far it is, and that nothing has to wait for it. */
const busy = (part) =>
  el(
    "div",
    { class: "drawing", role: "status", data: { key: "busy" } },
    el("strong", { class: "lead" }, t("draw_busy", { percent: Math.round(part * 100) })),
    el("progress", { value: part, max: 1, "aria-label": t("desk_draw") }),
    el("p", { class: "about" }, t("draw_wait")),
  );

const listed = (those) => el("ul", { class: "told" }, ...those.map((line) => el("li", {}, line)));

/** The draw: what is possible, how many rounds, and what was drawn, with changes by hand. */
export function drawing(here) {
  const { desk, night, act } = here;
  ask(here, typed ?? desk.plan.rounds);
  if (night.evening.over) return [el("p", { class: "lead" }, t("night_over"))];
  const { lines: possible, sheet, unmet } = known;
  const drawn = desk.drawn.map((round) => drawnRound(round, here));
  const ahead = possible.length
    ? el("details", { id: "possible", open: !desk.drawn.length }, el("summary", {}, t("possible")), listed(possible))
    : null;
  const undo = desk.hands
    ? button(t("swap_undo", { count: desk.hands }), () => act("unswap", { hands: desk.hands }))
    : null;
  return [
    desk.stale ? el("p", { class: "note", data: { key: "stale" } }, t("draw_stale")) : null,
    form(here),
    unmet.length ? el("div", { class: "note unmet", data: { key: "unmet" } }, listed(unmet)) : null,
    sheet.length ? el("h3", {}, t("sheet")) : null,
    sheet.length ? listed(sheet) : null,
    ...drawn,
    undo,
    ahead,
  ];
}
