// Changes by hand: two people of a drawn round change places, and each swap says what it costs.

import { el } from "../draw/elements.js";
import { keep } from "../draw/keep.js";
import { byName } from "./cards.js";
import { get } from "../shell/requests.js";
import { t } from "../shell/words.js";
import { button, isolated } from "./hall.js";
import { picker } from "./paged.js";

/** Choose a person, then one of the swaps; *act* does it, and it is marked for ever. */
export function swapping(round, names, desk, act) {
  const people = [...round.tables.flatMap((table) => table.people), ...round.waiting];
  const named = people.map((id) => [id, names[id] ?? "–"]).sort((a, b) => byName(a[1], b[1]));
  const list = el("ul", { class: "swaps" });
  const chosen = (id) =>
    show(round, id, list, (two) => act("swap", { round: round.number, one: id, two, hands: desk.swaps }));
  const who = picker(`swap-${round.number}`, t("swap_who"), [["", "–"], ...named], "", chosen);
  return el("div", { data: { whole: "", key: desk.swaps } }, who, list);
}

async function show(round, one, list, swap) {
  const asked = `/desk/swaps.json?round=${round.number}&who=${encodeURIComponent(one)}`;
  const { swaps } = one ? await get(asked) : { swaps: [] };
  keep(
    list,
    swaps.map((each) => ({ ...each, one })),
    (each) => each.with,
    (each) => {
      const cost = el("small", {}, each.cost.join(" "));
      const go = button(t("swap_with", { name: isolated(each.name) }), () => swap(each.with));
      return el("li", { data: { verdict: each.verdict } }, go, cost);
    },
  );
}
