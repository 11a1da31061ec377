// Planning a game: who plays, in which colours, who begins, and by which rules.

import { el } from "../draw/elements.js";
import { boxOf } from "./boxes.js";
import { get, say, t } from "./house.js";

/** Show the plan of a room in *main*; *begin* is called with it once somebody says so. */
export async function showPlan(main, room, state, begin) {
  document.title = t("plan_title", { title: room.title });
  const { rules } = await get(`/house/rooms/${room.name}`);
  const plan = new Planning(room, state, rules);
  main.replaceChildren(plan.node(begin));
  plan.focus();
}

class Planning {
  constructor(room, state, rules) {
    this.room = room;
    this.rules = rules;
    this.known = state.people;
    const last = state.lasts[room.name] ?? null;
    const before = last ?? state.lasts[state.latest] ?? null;
    this.people = peopleFrom(before, room);
    this.chosen = { ...(last?.rules ?? {}) };
    this.manner = last?.manner ?? state.manner ?? state.manners[0];
    this.manners = state.manners;
    this.rehearsed = false;
  }

  node(begin) {
    this.list = el("ol", { class: "people" });
    this.showPeople();
    const add = el("button", { type: "button", class: "quiet", on: { click: () => this.add() } }, t("add_person"));
    const send = (event) => {
      event.preventDefault();
      begin(this.plan());
    };
    return el(
      "form",
      { class: "plan", on: { submit: send } },
      el("p", {}, el("a", { class: "back", href: "#" }, t("other_box"))),
      el("h2", {}, boxOf(this.room.name), this.room.title),
      el("fieldset", {}, el("legend", {}, t("who_plays")), this.names(), this.list, add),
      this.variants(),
      this.mannersNode(),
      this.houseRules(),
      this.rehearsal(),
      el("p", { class: "row" }, el("button", { class: "big" }, t("begin"))),
    );
  }

  focus() {
    this.list.querySelector("input")?.focus({ preventScroll: true });
  }

  names() {
    return el("datalist", { id: "known" }, ...this.known.map((value) => el("option", { value })));
  }

  showPeople() {
    this.list.replaceChildren(...this.people.map((person, number) => this.person(person, number)));
  }

  person(person, number) {
    const name = el("input", {
      value: person.name,
      list: "known",
      maxlength: 24,
      required: true,
      autocomplete: "off",
      "aria-label": t("name_of", { number: number + 1 }),
      on: { input: (event) => (person.name = event.target.value) },
    });
    const up = this.button("↑", t("earlier"), number > 0, () => this.move(number, -1));
    const gone = this.button("✕", t("remove"), this.people.length > this.room.least, () => this.remove(number));
    const first = number === 0 ? el("small", { class: "first" }, t("begins")) : up;
    return el("li", {}, name, this.colour(person, number), first, gone);
  }

  button(text, label, enabled, act) {
    return el(
      "button",
      { type: "button", class: "quiet", "aria-label": label, title: label, disabled: !enabled, on: { click: act } },
      text,
    );
  }

  colour(person, number) {
    const options = this.room.colours.map((value) =>
      el("option", { value, selected: value === person.colour }, t(`colour_${value}`)),
    );
    const change = (event) => {
      const other = this.people.find((one) => one !== person && one.colour === event.target.value);
      if (other) other.colour = person.colour;
      person.colour = event.target.value;
      this.showPeople();
    };
    const select = el(
      "select",
      { "aria-label": t("colour_of", { number: number + 1 }), data: { colour: person.colour }, on: { change } },
      ...options,
    );
    return select;
  }

  add() {
    if (this.people.length >= this.room.most) {
      say(t("people_most", { most: this.room.most }));
      return;
    }
    const names = new Set(this.people.map((person) => person.name));
    const name = this.known.find((one) => !names.has(one)) ?? "";
    this.people.push({ name, colour: freeColour(this.people, this.room) });
    this.showPeople();
    this.list.lastElementChild.querySelector("input").focus();
  }

  remove(number) {
    this.people.splice(number, 1);
    this.showPeople();
  }

  move(number, by) {
    const [person] = this.people.splice(number, 1);
    this.people.splice(number + by, 0, person);
    this.showPeople();
  }

  variants() {
    const found = this.rules.filter((rule) => rule.variant);
    if (!found.length) return null;
    return el("fieldset", {}, el("legend", {}, t("variants")), ...found.map((rule) => this.toggle(rule, "switch big")));
  }

  toggle(rule, cls) {
    const on = this.chosen[rule.name] ?? rule.default;
    const box = el("input", {
      type: "checkbox",
      checked: on === true,
      on: { change: (event) => this.choose(rule, event.target.checked) },
    });
    return el("label", { class: cls }, box, el("span", {}, rule.say));
  }

  choose(rule, value) {
    if (value === rule.default) delete this.chosen[rule.name];
    else this.chosen[rule.name] = value;
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

  houseRules() {
    const others = this.rules.filter((rule) => !rule.variant);
    const changed = others.filter((rule) => rule.name in this.chosen).length;
    const summary = changed ? t("house_rules_changed", { changed }) : t("house_rules");
    return el("details", {}, el("summary", {}, summary), ...others.map((rule) => this.rule(rule)));
  }

  rule(rule) {
    if (typeof rule.default === "boolean") return this.toggle(rule, "switch");
    if (typeof rule.default === "number") return this.number(rule);
    const select = el(
      "select",
      { on: { change: (event) => this.choose(rule, event.target.value) } },
      ...rule.choices.map(({ value, say: text }) =>
        el(
          "option",
          { value, selected: value === (this.chosen[rule.name] ?? rule.default) },
          value === rule.default ? t("by_the_book", { choice: text }) : text,
        ),
      ),
    );
    return el("label", { class: "switch" }, el("span", {}, rule.say), select);
  }

  number(rule) {
    const input = el("input", {
      type: "number",
      value: this.chosen[rule.name] ?? rule.default,
      on: { change: (event) => this.choose(rule, Number(event.target.value)) },
    });
    return el("label", { class: "switch" }, el("span", {}, rule.say), input);
  }

  rehearsal() {
    const box = el("input", { type: "checkbox", on: { change: (event) => (this.rehearsed = event.target.checked) } });
    return el("label", { class: "switch" }, box, el("span", {}, t("rehearse_plan")));
  }

  plan() {
    const { room, people, chosen: rules, manner } = this;
    const plan = { room: room.name, people, rules, manner };
    return this.rehearsed ? { ...plan, rehearsal: { seed: 7, speed: 1 } } : plan;
  }
}

/** The people of last time, as many as fit, each in a colour this box has. */
function peopleFrom(plan, room) {
  const people = [];
  const before = plan?.people ?? [];
  const count = Math.min(Math.max(before.length, room.least, 2), room.most);
  for (let number = 0; number < count; number += 1) {
    const { name = "", colour = "" } = before[number] ?? {};
    const worn = room.colours.includes(colour) && !people.some((one) => one.colour === colour);
    people.push({ name, colour: worn ? colour : freeColour(people, room) });
  }
  return people;
}

function freeColour(people, room) {
  const taken = new Set(people.map((person) => person.colour));
  return room.colours.find((colour) => !taken.has(colour)) ?? "";
}
