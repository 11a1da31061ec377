// Coins: gold and silver as they lie, so that nobody has to do sums.

import { el } from "../../draw/elements.js";
import { t } from "../../shell/words.js";

/** A heap of coins; nothing at all is drawn as a dash. */
export function coins({ gold, silver }, extra = "") {
  const label = t("dig_coins", { gold, silver });
  const heap = el("span", {
    class: `coins ${extra}`.trim(),
    role: "img",
    "aria-label": label,
    title: label,
    data: { gold, silver },
  });
  if (!gold && !silver) heap.append(el("span", { class: "no-coins" }, "–"));
  for (const [metal, count] of [
    ["gold", gold],
    ["silver", silver],
  ]) {
    if (count) heap.append(row(metal, count));
  }
  return heap;
}

/** Discs drawn of one metal; the number beside them counts them all. */
const MOST_DISCS = 8;

function row(metal, count) {
  const discs = Array.from({ length: Math.min(count, MOST_DISCS) }, () => el("i", { class: `coin ${metal}` }));
  return el("span", { class: "coin-row" }, ...discs, el("b", {}, String(count)));
}

/** What the bank had no coins for, where there is any. */
export function written(silver) {
  return silver > 0
    ? el("span", { class: "written", title: t("dig_written_why") }, t("dig_written", { silver }))
    : null;
}
