// Results entered by hand: for tables on paper, for games that were stopped, and corrections.

import { el } from "../draw/elements.js";
import { tableText } from "./cards.js";
import { paged } from "./paged.js";
import { t } from "../shell/words.js";

/** A form for every table of the round that has no result yet; *act* sends what was entered. */
export function entryForms(evening, act, changed) {
  const current = evening.playing ?? evening.round;
  if (!current || current.number > evening.started) return [];
  const owing = current.tables.filter((table) => !evening.statuses[table.task]);
  return paged("entries", owing, {
    text: tableText,
    make: (those) =>
      el(
        "div",
        { class: "entries", data: { key: "entries" } },
        ...those.map((table) => entryForm(Number(table.task.split(":")[0]), table, act)),
      ),
    changed,
    size: FORMS,
    find: "find-entry",
  });
}

const FORMS = 20;

function entryForm(round, table, act) {
  const send = (places) => act("correct", { round, box: table.box, places, first: true });
  return el(
    "details",
    { id: `enter-${table.box}` },
    el("summary", {}, t("enter_result", { place: table.place, game: table.title })),
    scoredForm(`enter-${table.box}`, table, t("enter_do"), send),
  );
}

/** One place for everybody; *send* gets them. */
export function placesForm(id, people, label, send, ...more) {
  const lines = people.map((person) => {
    const name = `${id}-${person.id}`;
    const input = el("input", { id: name, type: "number", min: 1, max: people.length, value: person.place });
    const node = el("p", { class: "field place" }, el("label", { for: name }, el("bdi", {}, person.name)), input);
    return { person, input, node };
  });
  const submit = (event) => {
    event.preventDefault();
    document.activeElement.blur();
    send(lines.map(({ person, input }) => ({ person: person.id, place: Number(input.value) })));
  };
  return el("form", { on: { submit } }, ...lines.map((one) => one.node), ...more, el("button", { class: "go" }, label));
}

/** A form for what a game's people know at its end: places, points, or who has won. */
export function scoredForm(id, { people, scoring }, label, send) {
  if (!scoring || scoring === "places") {
    const seated = people.map((person, number) => ({ ...person, place: number + 1 }));
    return placesForm(id, seated, label, send);
  }
  const kind = scoring === "wins" ? { type: "checkbox" } : { type: "number", step: "any", required: true };
  const lines = people.map((person) => {
    const input = el("input", { id: `${id}-${person.id}`, ...kind });
    const name = el("bdi", {}, person.name);
    const node =
      scoring === "wins"
        ? el("label", { class: "check" }, input, name)
        : el("p", { class: "field place" }, el("label", { for: input.id }, name), input);
    return { person: person.id, input, node };
  });
  const submit = (event) => {
    event.preventDefault();
    document.activeElement.blur();
    send(scored(lines, scoring));
  };
  return el(
    "form",
    { on: { submit } },
    el("p", { class: "about" }, t(`scoring_ask_${scoring}`)),
    ...lines.map((one) => one.node),
    el("button", { class: "go" }, label),
  );
}

/** Everybody's place, from points or from who has won; nobody or everybody is a draw. */
function scored(lines, scoring) {
  const values = lines.map(({ person, input }) => ({
    person,
    score: scoring === "wins" ? null : Number(input.value),
    worth: { wins: Number(input.checked), points: Number(input.value), least: -Number(input.value) }[scoring],
  }));
  return values.map(({ person, score, worth }) => ({
    person,
    place: 1 + values.filter((other) => other.worth > worth).length,
    score,
  }));
}
