// The wall in the middle: its columns as at the end, and the cards of each slot from the bottom.

import { el } from "../../draw/elements.js";
import { askStanding, group } from "../../shell/standing.js";
import { t } from "../../shell/words.js";
import { columnsAtEnd, moveOf } from "./at_end.js";
import { cardGrid } from "./hand.js";

export function goOnFrom(snapshot, tell) {
  const { view } = snapshot;
  const { columns, grid } = columnsAtEnd(view);
  const slots = Array.from({ length: view.wall.slots }, () => []);
  const cards = new Map(view.wall.cards_left.map((card) => [card.id, card]));
  const wall = el("div", { class: "slots-now" });
  const choosing = el("div", { class: "card-now" });
  const left = () => {
    const gone = new Set(slots.flat());
    return [...cards.values()].filter(({ id }) => !gone.has(id));
  };
  const add = (slot) => {
    const picked = (card) => {
      slots[slot].push(card.id);
      paint();
      (slots[slot].length < view.wall.capacity ? add : clear)(slot);
    };
    choosing.replaceChildren(el("p", {}, t("which_card", { slot: slot + 1 })), cardGrid(left(), view.animals, picked));
    choosing.scrollIntoView({ block: "nearest" });
  };
  const clear = () => choosing.replaceChildren();
  const off = (slot) => {
    slots[slot].pop();
    paint();
    clear();
  };
  const quiet = (say, act, disabled) =>
    el("button", { class: "quiet", type: "button", disabled, on: { click: act } }, say);
  const paint = () => {
    const fields = slots.map((laid, slot) =>
      group(
        t("wall_light_slot", { slot: slot + 1 }),
        el("b", {}, String(laid.length)),
        quiet(t("wall_light_add"), () => add(slot), laid.length >= view.wall.capacity),
        quiet(t("wall_light_off"), () => off(slot), !laid.length),
      ),
    );
    wall.replaceChildren(...fields);
  };
  paint();
  const nodes = [el("p", {}, t("wall_light_about")), grid, el("p", {}, t("wall_light_wall")), wall, choosing];
  askStanding(snapshot, nodes, () => ({ ...moveOf(columns), slots }), tell);
}
