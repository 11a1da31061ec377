// The rules of a plan: ideas by time, variants as big switches, house rules in plain words.

import { el } from "../draw/elements.js";
import { keep } from "../draw/keep.js";
import { get } from "../shell/requests.js";
import { t } from "../shell/words.js";

const TIMES = [20, 30, 45, 60, 90];

/** What differs from the book, and the parts of the page that change it. */
export class Rulebook {
  constructor(room, found, chosen) {
    this.room = room;
    this.found = found;
    this.chosen = chosen;
    this.minutes = 0;
    this.people = 0;
    this.ideas = el("div", { class: "ideas" });
    this.switches = el("fieldset", {}, el("legend", {}, t("variants")));
    this.others = el("details", { class: "rules" });
  }

  nodes() {
    this.show();
    const times = el(
      "p",
      { class: "chips" },
      el("span", {}, t("how_long")),
      ...TIMES.map((minutes) => this.time(minutes)),
    );
    const evening = el("fieldset", {}, el("legend", {}, t("ideas")), times, this.ideas);
    return [evening, this.switches, this.others];
  }

  show() {
    this.switches.hidden = !this.found.variants.length;
    this.switches.replaceChildren(
      el("legend", {}, t("variants")),
      ...this.found.variants.map((rule) => this.variant(rule)),
    );
    this.showOthers();
  }

  time(minutes) {
    const pick = (event) => {
      this.minutes = this.minutes === minutes ? 0 : minutes;
      for (const chip of event.target.parentNode.querySelectorAll("[aria-pressed]")) {
        chip.setAttribute("aria-pressed", String(chip === event.target && this.minutes === minutes));
      }
      this.suggest(this.people);
    };
    return el(
      "button",
      { type: "button", class: "chip", "aria-pressed": "false", on: { click: pick } },
      t("minutes", { minutes }),
    );
  }

  /** Ask which rules suit this many people in the time they have. */
  async suggest(people) {
    this.people = people;
    const path = `/house/rooms/${this.room.name}/ideas?people=${people}&minutes=${this.minutes}`;
    const { ideas } = await get(path);
    keep(
      this.ideas,
      ideas.map((idea, n) => ({ idea, n, chosen: this.isChosen(idea) })),
      ({ n }) => `${n}`,
      ({ idea, chosen }) => this.idea(idea, chosen),
    );
  }

  idea(idea, chosen) {
    const use = () => {
      this.chosen = { ...idea.rules };
      this.show();
      this.suggest(this.people);
    };
    const about = t(this.found.source === "assumed" ? "about_minutes_assumed" : "about_minutes", idea);
    const note = idea.best ? t(idea.fits ? "idea_best" : "idea_too_long") : "";
    return el(
      "button",
      {
        type: "button",
        class: idea.best ? "idea best" : "idea",
        "aria-pressed": String(chosen),
        on: { click: use },
      },
      el("b", {}, idea.say),
      el("small", {}, about),
      note ? el("small", { class: "first" }, note) : "",
    );
  }

  isChosen(idea) {
    return JSON.stringify(idea.rules) === JSON.stringify(this.variantsOf(this.chosen, idea));
  }

  /** What is chosen among the rules of an idea; for the book's idea, everything. */
  variantsOf(chosen, { rules }) {
    if (!Object.keys(rules).length) return chosen;
    return Object.fromEntries(Object.keys(rules).flatMap((name) => (name in chosen ? [[name, chosen[name]]] : [])));
  }

  choose(rule, value) {
    if (value === rule.default) delete this.chosen[rule.name];
    else this.chosen[rule.name] = value;
    this.summary();
    this.suggest(this.people);
  }

  valueOf(rule) {
    return this.chosen[rule.name] ?? rule.default;
  }

  variant(rule) {
    if (typeof rule.default !== "boolean") return this.choice(rule);
    const on = rule.choices.find((choice) => choice.value === true)?.say ?? "";
    const box = el("input", {
      type: "checkbox",
      checked: this.valueOf(rule) === true,
      on: { change: (event) => this.choose(rule, event.target.checked) },
    });
    return el("label", { class: "switch big" }, box, el("span", {}, el("b", {}, rule.say), el("small", {}, on)));
  }

  showOthers() {
    const groups = this.found.groups.map((group) =>
      el(
        "section",
        {},
        group.heading ? el("h3", {}, group.heading) : "",
        ...group.rules.map((rule) => this.rule(rule)),
      ),
    );
    const head = el("summary", {});
    this.others.replaceChildren(head, el("p", {}, t("house_rules_about")), ...groups);
    this.others.hidden = !groups.length;
    this.summary();
  }

  summary() {
    const rules = this.found.groups.flatMap((group) => group.rules);
    const changed = rules.filter((rule) => rule.name in this.chosen).length;
    const text = changed ? t("house_rules_changed", { changed }) : t("house_rules");
    this.others.querySelector("summary").textContent = text;
  }

  rule(rule) {
    return typeof rule.default === "number" ? this.number(rule) : this.choice(rule);
  }

  /** A rule as a question with all its answers; the book's one comes first and says so. */
  choice(rule) {
    const answers = rule.choices.map(({ value, say }) => {
      const box = el("input", {
        type: "radio",
        name: `rule-${rule.name}`,
        checked: value === this.valueOf(rule),
        on: { change: () => this.choose(rule, value) },
      });
      const book = value === rule.default ? el("small", { class: "book" }, t("by_the_book")) : "";
      return el("label", { class: "switch" }, box, el("span", {}, say, book));
    });
    return el("fieldset", { class: "rule" }, el("legend", {}, rule.say), ...answers);
  }

  number(rule) {
    const input = el("input", {
      type: "number",
      min: 0,
      value: this.valueOf(rule),
      on: { change: (event) => this.choose(rule, Number(event.target.value)) },
    });
    const book = el("small", { class: "book" }, t("book_says", { value: rule.default }));
    return el("label", { class: "rule number" }, el("span", {}, rule.say, book), input);
  }
}
