// Who plays: names remembered and suggested, colours of the box, who begins, who is rehearsed.

import { el } from "../draw/elements.js";
import { t } from "../shell/words.js";
import { say } from "./house.js";

/** The people of a plan, and the part of its page that changes them. */
export class Seating {
  constructor(room, before, known, changed, played = []) {
    this.room = room;
    this.known = known;
    this.changed = changed;
    this.played = new Set(played);
    this.people = peopleFrom(before, room);
    this.rehearsed = false;
    this.list = el("ol", { class: "people" });
    this.chips = el("p", { class: "chips" });
    this.more = el("button", { type: "button", class: "quiet", on: { click: () => this.add("") } }, t("add_person"));
  }

  node() {
    this.show();
    return el("fieldset", {}, el("legend", {}, t("who_plays")), this.names(), this.list, this.chips, this.more);
  }

  focus() {
    const empty = [...this.list.querySelectorAll("input[list]")].find((input) => !input.value);
    empty?.focus({ preventScroll: true });
  }

  names() {
    return el("datalist", { id: "known" }, ...this.known.map((value) => el("option", { value })));
  }

  show() {
    this.list.replaceChildren(...this.people.map((person, number) => this.person(person, number)));
    this.suggest();
    this.more.hidden = this.people.length >= this.room.most;
    this.changed();
  }

  /** Names that are not at the table yet; one tap seats somebody. */
  suggest() {
    const seated = new Set(this.people.map((person) => person.name.toLowerCase()));
    const free = this.known.filter((name) => !seated.has(name.toLowerCase())).slice(0, 8);
    const chips = free.map((name) =>
      el("button", { type: "button", class: "chip", dir: "auto", on: { click: () => this.add(name) } }, name),
    );
    this.chips.hidden = !chips.length;
    this.chips.replaceChildren(...(chips.length ? [el("span", {}, t("known_names")), ...chips] : []));
  }

  person(person, number) {
    const fresh = this.fresh(person);
    const name = el("input", {
      value: person.name,
      list: "known",
      maxlength: 30,
      required: true,
      autocomplete: "off",
      dir: "auto",
      "aria-label": t("name_of", { number: number + 1 }),
      placeholder: t("name_of", { number: number + 1 }),
      on: {
        input: (event) => {
          person.name = event.target.value;
          fresh.checked = this.isNew(person);
        },
        change: () => this.suggest(),
      },
    });
    const up = this.button("↑", t("earlier"), number > 0, () => this.move(number));
    const gone = this.button("✕", t("remove"), this.people.length > this.room.least, () => this.remove(number));
    const first = number === 0 ? el("small", { class: "first" }, t("begins")) : up;
    const taught = el("label", { class: "switch new" }, fresh, el("span", {}, t("new_to_this")));
    return el("li", {}, name, this.colour(person, number), first, gone, taught, this.hand(person));
  }

  /** Whether somebody is taught the game: as ticked, or because they have never played it here. */
  isNew(person) {
    const name = person.name.trim().normalize("NFKC").toLowerCase();
    return person.fresh ?? (name !== "" && !this.played.has(name));
  }

  fresh(person) {
    return el("input", {
      type: "checkbox",
      checked: this.isNew(person),
      on: { change: (event) => (person.fresh = event.target.checked) },
    });
  }

  /** In a rehearsal: whether this seat is played by somebody at the table. */
  hand(person) {
    if (!this.rehearsed) return "";
    const box = el("input", {
      type: "checkbox",
      checked: person.byHand === true,
      on: { change: (event) => (person.byHand = event.target.checked) },
    });
    return el("label", { class: "switch hand" }, box, el("span", {}, t("played_by_hand")));
  }

  button(text, label, enabled, act) {
    return el(
      "button",
      { type: "button", class: "quiet", "aria-label": label, title: label, disabled: !enabled, on: { click: act } },
      text,
    );
  }

  colour(person, number) {
    if (this.room.in_order) {
      person.colour = this.room.colours[number];
      return el("span", { class: "worn", data: { colour: person.colour } }, t(`colour_${person.colour}`));
    }
    const options = this.room.colours.map((value) =>
      el("option", { value, selected: value === person.colour }, t(`colour_${value}`)),
    );
    const change = (event) => {
      const other = this.people.find((one) => one !== person && one.colour === event.target.value);
      if (other) other.colour = person.colour;
      person.colour = event.target.value;
      this.show();
    };
    return el(
      "select",
      {
        class: "worn",
        "aria-label": t("colour_of", { number: number + 1 }),
        data: { colour: person.colour },
        on: { change },
      },
      ...options,
    );
  }

  /** Seat somebody: in the first place without a name, or in a new one. */
  add(name) {
    const empty = name && this.people.find((person) => !person.name.trim());
    if (empty) {
      empty.name = name;
      this.show();
      return;
    }
    if (this.people.length >= this.room.most) {
      say(t("people_most", { most: this.room.most }));
      return;
    }
    this.people.push({ name, colour: freeColour(this.people, this.room) });
    this.show();
    if (!name) this.list.lastElementChild.querySelector("input").focus();
  }

  remove(number) {
    this.people.splice(number, 1);
    this.show();
  }

  move(number) {
    const [person] = this.people.splice(number, 1);
    this.people.splice(number - 1, 0, person);
    this.show();
  }

  /** What a plan says of the people, and which seats are played by hand in a rehearsal. */
  plan() {
    const people = this.people.map((person) => ({
      name: person.name,
      colour: person.colour,
      new: this.isNew(person) && (!this.rehearsed || person.byHand === true),
    }));
    const hands = this.people.flatMap((person, number) => (person.byHand ? [number] : []));
    return { people, hands };
  }
}

/** The people of last time, as many as fit, each in a colour this box has. */
export function peopleFrom(plan, room) {
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
