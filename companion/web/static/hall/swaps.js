// Changes by hand: two people of a drawn round change places, and each swap says what it costs.

import { el } from "../draw/elements.js";
import { button, choice, get, t } from "./hall.js";

/** Choose a person, then one of the swaps; *act* does it, and it is marked for ever. */
export function swapping(round, names, desk, act) {
  const people = [...round.tables.flatMap((table) => table.people), ...round.waiting];
  const named = people.map((id) => [id, names[id] ?? id]).sort((a, b) => a[1].localeCompare(b[1]));
  const list = el("ul", { class: "swaps" });
  const chosen = (id) =>
    show(round, id, list, (two) => act("swap", { round: round.number, one: id, two, hands: desk.swaps }));
  const who = choice(`swap-${round.number}`, t("swap_who"), [["", "–"], ...named], "", chosen);
  return el("div", { data: { whole: "", key: desk.swaps } }, who, list);
}

async function show(round, one, list, swap) {
  if (!one) return list.replaceChildren();
  const asked = `/desk/swaps.json?round=${round.number}&who=${encodeURIComponent(one)}`;
  const { swaps } = await get(asked);
  return list.replaceChildren(
    ...swaps.map((each) => {
      const cost = el("small", {}, each.cost.join(" "));
      const go = button(t("swap_with", { name: each.name }), () => swap(each.with));
      return el("li", { data: { verdict: each.verdict } }, go, cost);
    }),
  );
}
