// Planning a game: who plays, by which rules, in which manner; then Begin.

import { el } from "../draw/elements.js";
import { boxOf } from "./boxes.js";
import { get, t } from "./house.js";
import { Rulebook } from "./rulebook.js";
import { Seating } from "./seating.js";

/** Show the plan of a room in *main*; *begin* is called with it once somebody says so. */
export async function showPlan(main, room, state, begin) {
  document.title = t("plan_title", { title: room.title });
  const found = await get(`/house/rooms/${room.name}`);
  const plan = new Planning(room, state, found);
  main.replaceChildren(plan.node(begin));
  plan.seating.focus();
}

/** A plan of real people; what was rehearsed suggests nobody. */
const real = (plan) => (plan && !plan.rehearsal ? plan : null);

class Planning {
  constructor(room, state, found) {
    this.room = room;
    const last = real(state.lasts[room.name]);
    const before = last ?? real(state.lasts[state.latest]);
    this.rulebook = new Rulebook(room, found, { ...(last?.rules ?? {}) });
    this.counted = 0;
    this.seating = new Seating(room, before, state.people, () => this.count());
    this.manner = last?.manner ?? state.manner ?? state.manners[0];
    this.manners = state.manners;
  }

  /** The number of people changes what is suggested. */
  count() {
    const { length } = this.seating.people;
    if (length === this.counted) return;
    this.counted = length;
    this.rulebook.suggest(length);
  }

  node(begin) {
    const send = (event) => {
      event.preventDefault();
      begin(this.plan());
    };
    return el(
      "form",
      { class: "plan", on: { submit: send } },
      el("p", {}, el("a", { class: "back", href: "#" }, t("other_box"))),
      el("h2", {}, boxOf(this.room.name), this.room.title),
      this.seating.node(),
      this.go(),
      ...this.rulebook.nodes(),
      this.mannersNode(),
      this.rehearsal(),
      this.go(),
    );
  }

  go() {
    return el("p", { class: "row" }, el("button", { class: "big" }, t("begin")));
  }

  mannersNode() {
    const options = this.manners.map((manner) => {
      const key = manner.replace(" ", "_");
      const box = el("input", {
        type: "radio",
        name: "manner",
        checked: manner === this.manner,
        on: { change: () => (this.manner = manner) },
      });
      const text = el("span", {}, el("b", {}, t(`manner_${key}`)), el("small", {}, t(`manner_${key}_means`)));
      return el("label", { class: "switch" }, box, text);
    });
    return el("fieldset", {}, el("legend", {}, t("manner")), ...options);
  }

  rehearsal() {
    const change = (event) => {
      this.seating.rehearsed = event.target.checked;
      this.seating.show();
    };
    const box = el("input", { type: "checkbox", on: { change } });
    return el(
      "label",
      { class: "switch" },
      box,
      el("span", {}, t("rehearse_plan"), el("small", {}, t("rehearse_beside"))),
    );
  }

  plan() {
    const { people, hands } = this.seating.plan();
    const plan = { room: this.room.name, people, rules: this.rulebook.chosen, manner: this.manner };
    return this.seating.rehearsed ? { ...plan, rehearsal: { seed: 7, speed: 1, by_hand: hands } } : plan;
  }
}
