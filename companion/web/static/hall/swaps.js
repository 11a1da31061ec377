// Changes by hand: two people of a drawn round change places, and each swap says what it costs.

import { el } from "../draw/elements.js";
import { button, choice, get, t } from "./hall.js";

/** Choose a person, then one of the swaps; *act* does it, and it is marked for ever. */
export function swapping(round, names, act) {
  const people = [...round.tables.flatMap((table) => table.people), ...round.waiting];
  const named = people.map((id) => [id, names[id] ?? id]).sort((a, b) => a[1].localeCompare(b[1]));
  const list = el("ul", { class: "swaps" });
  const chosen = (id) => show(round, id, list, act);
  const who = choice(`swap-${round.number}`, t("swap_who"), [["", "–"], ...named], "", chosen);
  return el("div", {}, who, list);
}

async function show(round, one, list, act) {
  if (!one) return list.replaceChildren();
  const asked = `/desk/swaps.json?round=${round.number}&who=${encodeURIComponent(one)}`;
  const { swaps } = await get(asked);
  return list.replaceChildren(
    ...swaps.map((swap) => {
      const go = () => act("swap", { round: round.number, one, two: swap.with });
      const cost = el("small", {}, swap.cost.join(" "));
      return el("li", { data: { verdict: swap.verdict } }, button(t("swap_with", { name: swap.name }), go), cost);
    }),
  );
}
