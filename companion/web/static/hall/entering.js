// Results entered by hand: for tables on paper, for games that were stopped, and corrections.

import { el } from "../draw/elements.js";
import { t } from "./hall.js";

/** A form for every table of the round that has no result yet; *act* sends what was entered. */
export function entryForms(evening, act) {
  const current = evening.playing ?? evening.round;
  if (!current || current.number > evening.started) return [];
  const known = new Set(evening.results.map((result) => result.task));
  return current.tables
    .filter((table) => !known.has(table.task))
    .map((table) => entryForm(Number(table.task.split(":")[0]), table, act));
}

function entryForm(round, table, act) {
  const people = table.people.map((person, number) => ({ ...person, place: number + 1 }));
  const send = (places) => act("correct", { round, box: table.box, places, first: true });
  return el(
    "details",
    { id: `enter-${table.box}` },
    el("summary", {}, t("enter_result", { place: table.place, game: table.title })),
    placesForm(`enter-${table.box}`, people, t("enter_do"), send),
  );
}

/** One place for everybody; *send* gets them. */
export function placesForm(id, people, label, send, ...more) {
  const lines = people.map((person) => {
    const name = `${id}-${person.id}`;
    const input = el("input", { id: name, type: "number", min: 1, max: people.length, value: person.place });
    const node = el("p", { class: "field" }, el("label", { for: name, dir: "auto" }, person.name), input);
    return { person, input, node };
  });
  const submit = (event) => {
    event.preventDefault();
    document.activeElement.blur();
    send(lines.map(({ person, input }) => ({ person: person.id, place: Number(input.value) })));
  };
  return el("form", { on: { submit } }, ...lines.map((one) => one.node), ...more, el("button", { class: "go" }, label));
}
