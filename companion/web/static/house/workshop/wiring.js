// Wiring a part: its kind, its pins on a drawing of the header, its name; then it can be tried at once.

import { el } from "../../draw/elements.js";
import { get } from "../../shell/requests.js";
import { t } from "../../shell/words.js";
import { post } from "../house.js";

/** The form that wires one more part; *added* is called with what was wired. */
export async function wiringForm(added) {
  const { forms, pins, playing } = await get("/workshop/wiring.json");
  const box = el("details", { class: "wiring" }, el("summary", {}, t("wiring_add")));
  if (playing) return el("div", {});
  box.append(new PartForm(forms, pins, added).node);
  return box;
}

const kindOf = ({ part, kind }) => t(`wiring_${part}_${kind}`);

class PartForm {
  constructor(forms, pins, added) {
    this.forms = forms;
    this.pins = pins;
    this.added = added;
    this.rest = el("div", { class: "rest" });
    const options = forms.map((form, n) => el("option", { value: n }, kindOf(form)));
    this.kind = el("select", { id: "wiring-kind", on: { change: () => this.choose() } }, ...options);
    this.node = el(
      "form",
      { class: "step", on: { submit: (event) => this.send(event) } },
      el("p", {}, t("wiring_off")),
      el("p", { class: "field" }, el("label", { for: "wiring-kind" }, t("wiring_kind")), this.kind),
      this.rest,
      el("p", { class: "row" }, el("button", { class: "big" }, t("wiring_save"))),
    );
    this.choose();
  }

  choose() {
    this.form = this.forms[Number(this.kind.value)];
    this.places = new Map(); // the wire's number and the place it goes to
    this.inputs = [];
    const parts = [];
    if (this.form.names.length) parts.push(this.names());
    for (const [name, choices] of Object.entries(this.form.asked)) parts.push(this.asked(name, choices));
    if (this.form.wires.length) parts.push(this.header());
    this.rest.replaceChildren(...parts);
  }

  /** One name, or for a strip as many as it has lamps, in their order. */
  names() {
    if (this.form.many) {
      const input = el("input", { id: "wiring-name", autocomplete: "off", required: true });
      this.inputs.push(() => [
        "names",
        input.value
          .split(",")
          .map((one) => one.trim())
          .filter(Boolean),
      ]);
      return el("p", { class: "field" }, el("label", { for: "wiring-name" }, t("wiring_names")), input);
    }
    const options = this.form.names.map((name) => el("option", { value: name }, name));
    const select = el("select", { id: "wiring-name" }, ...options);
    this.inputs.push(() => ["name", select.value]);
    return el("p", { class: "field" }, el("label", { for: "wiring-name" }, t("wiring_name")), select);
  }

  asked(name, choices) {
    const id = `wiring-${name}`;
    const input = choices.length
      ? el("select", { id }, ...choices.map((one) => el("option", { value: one }, one || t("wiring_usual"))))
      : el("input", { id, autocomplete: "off" });
    this.inputs.push(() => [name, input.value]);
    return el("p", { class: "field" }, el("label", { for: id }, t(`wiring_${name}`)), input);
  }

  /** The forty pins as they lie; dark ones are taken or carry no signal. */
  header() {
    this.buttons = new Map();
    const rows = this.pins.map(([place, name, part, free]) => {
      const state = free ? "free" : "taken";
      const said = part || (free ? "" : t(/^GPIO/.test(name) ? "wiring_reserved" : "wiring_no_signal"));
      const button = el(
        "button",
        {
          type: "button",
          class: `pin ${state} ${/V/.test(name) ? "power" : ""} ${name === "GND" ? "ground" : ""}`,
          disabled: !free,
          "aria-pressed": "false",
          "aria-label": `${place}: ${name}${said ? `, ${said}` : ""}`,
          on: { click: () => this.tap(place) },
        },
        el("b", {}, String(place)),
        el("span", {}, part || name),
      );
      this.buttons.set(place, button);
      return button;
    });
    this.hint = el("p", { role: "status" });
    this.mark();
    return el(
      "div",
      {},
      this.hint,
      el("div", { class: "connector", role: "group", "aria-label": t("wiring_pins") }, ...rows),
    );
  }

  tap(place) {
    const known = [...this.places].find(([, at]) => at === place);
    if (known) this.places.delete(known[0]);
    else {
      const open = this.form.wires.findIndex((_, n) => !this.places.has(n));
      this.places.set(open < 0 ? this.form.wires.length - 1 : open, place);
    }
    this.mark();
  }

  mark() {
    const uses = new Map([...this.places].map(([wire, place]) => [place, this.use(wire)]));
    for (const [place, button] of this.buttons) {
      button.setAttribute("aria-pressed", String(uses.has(place)));
      if (uses.has(place)) button.lastChild.textContent = uses.get(place);
      else if (!button.disabled) button.lastChild.textContent = this.pins[place - 1][1];
    }
    const open = this.form.wires.findIndex((_, n) => !this.places.has(n));
    this.hint.textContent = open < 0 ? t("wiring_chosen") : t("wiring_tap", { wire: this.use(open) });
  }

  use(wire) {
    const [, use] = this.form.wires[wire];
    return use ? t(`wiring_wire_${use}`) : t("wiring_wire");
  }

  gpio(wire) {
    const place = this.places.get(wire);
    return place ? Number(this.pins[place - 1][1].replace("GPIO ", "")) : null;
  }

  values() {
    const values = Object.fromEntries(this.inputs.map((read) => read()).filter(([, value]) => value !== ""));
    this.form.wires.forEach(([field], wire) => {
      if (field === "pins") values.pins = [...(values.pins ?? []), this.gpio(wire)];
      else values[field] = this.gpio(wire);
    });
    return values;
  }

  async send(event) {
    event.preventDefault();
    const open = this.form.wires.findIndex((_, n) => !this.places.has(n));
    if (open >= 0) {
      this.hint.scrollIntoView({ block: "center" });
      this.hint.classList.add("wrong");
      return;
    }
    const { part, kind } = this.form;
    const values = this.values();
    const answer = await post("/workshop/wiring/add", { part, kind, values });
    if (answer.kind === "accepted") await this.added(part, values);
  }
}
