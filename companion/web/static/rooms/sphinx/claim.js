// The claim: three cards are laid, everybody holds their breath, one word answers.

import { el } from "../../draw/elements.js";
import { reply } from "../../shell/answers.js";
import { noun, t } from "../../shell/words.js";
import { card } from "./faces.js";

const BREATH = 3_000;
const ANSWERED = 2_600;

/** A slot for every guard; a card that is laid cannot be laid twice. */
export function layForm(question) {
  const given = {};
  const slots = [];
  const done = el(
    "button",
    { class: "answer main", type: "button", disabled: true, on: { click: () => reply(question, { fields: given }) } },
    t("sphinx_lay_cards"),
  );
  const refresh = () => {
    for (const { field, buttons } of slots) {
      const others = Object.entries(given)
        .filter(([name]) => name !== field.name)
        .map(([, colour]) => colour);
      for (const button of buttons) {
        button.setAttribute("aria-checked", String(given[field.name] === button.dataset.value));
        button.disabled = others.includes(button.dataset.value);
      }
    }
    done.disabled = question.fields.some((field) => !given[field.name]);
  };
  for (const field of question.fields)
    slots.push({ field, buttons: field.choices.map((colour) => pick(field, colour, given, refresh)) });
  refresh();
  const rows = slots.map(({ field, buttons }) =>
    el(
      "div",
      { class: "row lay-row", role: "radiogroup", "aria-label": noun(field.name), data: { guard: field.name } },
      el("span", { class: "label field" }, noun(field.name)),
      el("span", { class: "picks" }, ...buttons),
    ),
  );
  return [...rows, el("div", { class: "choices" }, done)];
}

function pick(field, colour, given, refresh) {
  const toggle = () => {
    if (given[field.name] === colour) delete given[field.name];
    else given[field.name] = colour;
    refresh();
  };
  return el(
    "button",
    {
      type: "button",
      class: "pick",
      role: "radio",
      data: { value: colour },
      "aria-label": noun(colour),
      on: { click: toggle },
    },
    card(colour),
  );
}

/** The curtain over the page while the table compares, and the one word it says. */
export class Suspense {
  constructor() {
    this.node = el("div", { class: "suspense", role: "status", hidden: true, on: { click: () => this.close() } });
    this.since = null;
    this.timer = 0;
  }

  show({ view }) {
    const { claim } = view;
    if (claim?.waiting) return this.wait(view.seats[claim.seat].name);
    if (this.since === null) return;
    const right = claim ? claim.right : view.outcome !== null;
    if (right === null || right === undefined) return this.close();
    if (this.answer === undefined) this.hold(right);
  }

  wait(player) {
    if (this.since !== null) return;
    this.since = performance.now();
    this.answer = undefined;
    this.node.dataset.answer = "";
    this.node.replaceChildren(
      el("div", { class: "guards-three", "aria-hidden": "true" }, el("i"), el("i"), el("i")),
      el("p", {}, t("sphinx_comparing", { player })),
    );
    this.node.hidden = false;
  }

  /** The answer is known; it is shown when the breath is over, right or wrong alike. */
  hold(right) {
    this.answer = right;
    clearTimeout(this.timer);
    this.timer = setTimeout(
      () => {
        this.node.dataset.answer = right ? "right" : "wrong";
        this.node.replaceChildren(el("p", {}, t(right ? "sphinx_right" : "sphinx_wrong")));
        this.timer = setTimeout(() => this.close(), ANSWERED);
      },
      Math.max(0, this.since + BREATH - performance.now()),
    );
  }

  close() {
    if (this.answer === undefined && this.since !== null && performance.now() - this.since < BREATH) return;
    clearTimeout(this.timer);
    this.since = null;
    this.node.hidden = true;
  }
}
