// Planning a game: who plays, by which rules, in which manner; then Begin.

import { el } from "../draw/elements.js";
import { boxOf } from "./boxes.js";
import { knownLine } from "./known.js";
import { get } from "../shell/requests.js";
import { t } from "../shell/words.js";
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
    this.mayAnswer = state.owner;
    const last = real(state.lasts[room.name]);
    const before = last ?? real(state.lasts[state.latest]);
    this.rulebook = new Rulebook(room, found, { ...(last?.rules ?? {}) });
    this.counted = 0;
    this.seating = new Seating(room, before, state.people, () => this.count(), found.played);
    this.light = last?.light ?? false;
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
      el(
        "p",
        { class: "row" },
        el("a", { class: "back", href: "#" }, t("other_box")),
        el("a", { href: `/rules/${this.room.name}` }, t("rules")),
        el("a", { href: `/rules/${this.room.name}/show` }, t("show_game")),
      ),
      el("h2", {}, boxOf(this.room.name), this.room.title),
      knownLine(this.room, t, this.mayAnswer),
      this.seating.node(),
      this.wayNode(),
      ...this.rulebook.nodes(),
      this.mannersNode(),
      this.rehearsal(),
      this.go(),
    );
  }

  go() {
    return el("p", { class: "row stays" }, el("button", { class: "big" }, t("begin")));
  }

  /** How much the table does: it follows the moves, or it is asked and counts at the end. */
  wayNode() {
    const options = [false, true].map((light) => {
      const [name, means] = light ? ["way_light", "way_light_means"] : ["way_full", "way_full_means"];
      const box = el("input", {
        type: "radio",
        name: "way",
        checked: light === this.light,
        on: { change: () => (this.light = light) },
      });
      return el("label", { class: "switch" }, box, el("span", {}, el("b", {}, t(name)), el("small", {}, t(means))));
    });
    return el("fieldset", { class: "ways" }, el("legend", {}, t("way")), ...options);
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
    const plan = { room: this.room.name, people, rules: this.rulebook.chosen, manner: this.manner, light: this.light };
    return this.seating.rehearsed ? { ...plan, rehearsal: { seed: 7, speed: 1, by_hand: hands } } : plan;
  }
}
