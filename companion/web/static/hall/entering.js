// Results entered by hand: for tables on paper, and for games that were stopped.

import { el } from "../draw/elements.js";
import { t } from "./hall.js";

/** A form for every table of the round that has no result yet; *act* sends what was entered. */
export function entryForms(evening, act) {
  if (!evening.round || evening.started < evening.rounds) return [];
  const known = new Set(evening.results.map((result) => result.task));
  return evening.round.tables
    .filter((table) => !known.has(table.task))
    .map((table) => entryForm(evening.round.number, table, act));
}

function entryForm(round, table, act) {
  const places = table.people.map((person, number) => {
    const id = `place-${table.box}-${person.id}`;
    const input = el("input", { id, type: "number", min: 1, max: table.people.length, value: number + 1 });
    return {
      person,
      input,
      node: el("p", { class: "field" }, el("label", { for: id, dir: "auto" }, person.name), input),
    };
  });
  const submit = (event) => {
    event.preventDefault();
    document.activeElement.blur();
    act("correct", {
      round,
      box: table.box,
      places: places.map(({ person, input }) => ({ person: person.id, place: Number(input.value) })),
    });
  };
  return el(
    "details",
    {},
    el("summary", {}, t("enter_result", { place: table.place, game: table.title })),
    el("form", { on: { submit } }, ...places.map((one) => one.node), el("button", {}, t("enter_do"))),
  );
}
