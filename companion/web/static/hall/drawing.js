// The draw on the organiser's desk.

import { el } from "../draw/elements.js";
import { planned, seatingList } from "./cards.js";
import { button, field, post, t } from "./hall.js";
import { swapping } from "./swaps.js";

/** One drawn round, with changes by hand. */
function drawnRound(round, night, desk, act) {
  return el(
    "details",
    { id: `round-${round.number}` },
    el("summary", {}, t("round", { number: round.number })),
    seatingList(planned(round, night.evening.names, desk.boxes)),
    swapping(round, night.evening.names, desk, act),
  );
}

/** The draw: what is possible, how many rounds, and what was drawn, with changes by hand. */
export function drawing({ desk, night, act, renew }) {
  const rounds = field("rounds", t("rounds"), { type: "number", min: 1, max: 12, value: desk.plan.rounds });
  const seed = field("seed", t("seed"), { type: "number", min: 1, value: desk.plan.seed });
  const go = async ({ currentTarget: pressed }) => {
    rounds.input.blur();
    pressed.disabled = true;
    pressed.textContent = t("draw_busy");
    await post("/draw", { rounds: Number(rounds.input.value), seed: Number(seed.input.value) });
    pressed.disabled = false;
    pressed.textContent = t("draw_do");
    await renew();
  };
  const drawn = desk.drawn.map((round) => drawnRound(round, night, desk, act));
  const possible = desk.possible.map((line) => el("li", {}, line));
  const ahead = possible.length
    ? el("details", { open: !desk.drawn.length }, el("summary", {}, t("possible")), el("ul", {}, ...possible))
    : null;
  const undo = desk.hands
    ? button(t("swap_undo", { count: desk.hands }), () => act("unswap", { hands: desk.hands }))
    : null;
  const stale = desk.stale ? el("p", { class: "note" }, t("draw_stale")) : null;
  return [
    stale,
    ahead,
    el(
      "div",
      { data: { whole: "" } },
      el("div", { class: "row" }, rounds.node, seed.node),
      button(t("draw_do"), go, { class: "big" }),
    ),
    ...drawn,
    undo,
  ];
}
