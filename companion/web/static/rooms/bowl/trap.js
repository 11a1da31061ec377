// The trap: the colour that is wanted, the boulders in bowl and bag, and whether it has to be built.

import { el } from "../../draw/elements.js";
import { once } from "../../draw/keep.js";
import { noun, t } from "../../shell/words.js";
import { boulder } from "./faces.js";

export function showTrap(box, { view }, scale) {
  const { trap, phase } = view;
  const built = scale.shows?.trap ?? null;
  box.dataset.armed = String(trap.armed);
  once(box, [trap, phase, built], () => [wanted(trap, phase, built), contents(trap)]);
}

function wanted(trap, phase, built) {
  if (trap.armed) {
    return el(
      "div",
      { class: "wanted", data: { wanted: trap.wanted } },
      boulder(trap.wanted),
      el("p", {}, el("small", {}, t("bowl_wanted")), el("strong", {}, noun(trap.wanted))),
    );
  }
  const unbuilt = phase === "rebuild" ? "rebuild" : "setup";
  const state = trap.stands ? "stands" : unbuilt;
  return el(
    "div",
    { class: `wanted none ${state}` },
    el("p", {}, el("strong", {}, t(`trap_${state}`)), built ? el("small", { class: "built" }, progress(built)) : null),
  );
}

/** How far the rebuilding is, according to the scale. */
function progress({ state, item }) {
  if (state !== "missing") return t(`built_${state}`);
  return item ? t("built_missing", { item: noun(item) }) : t("built_missing_some");
}

function contents(trap) {
  const largest = Math.max(...trap.boulders.map((kind) => kind.mm));
  const rows = trap.boulders.map(({ colour, mm }) => {
    const [inside, out] = [trap.bowl[colour], trap.bag[colour]];
    const label = t("bowl_boulders", { colour: noun(colour), inside, out });
    const there = Array.from({ length: inside + out }, (_, n) => boulder(colour, n < inside, mm / largest));
    return el(
      "li",
      { title: label, data: { colour, inside, about: colour } },
      el(
        "span",
        { class: "tally", role: "img", "aria-label": label },
        el("span", { class: "count" }, String(inside)),
        ...there,
      ),
    );
  });
  return el("ul", { class: "contents", "aria-label": t("trap") }, ...rows);
}
