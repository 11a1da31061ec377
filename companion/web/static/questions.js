// Open questions: a button each, places to point at, a race, a step to confirm, a form.

import { post } from "./acts.js";
import { clauses } from "./clauses.js";
import { el, keep } from "./dom.js";
import { mayAnswer } from "./may.js";
import { base } from "./moment.js";
import { t } from "./words.js";

const role = document.documentElement.dataset.role;
const STYLES = { choice: buttons, step: step, point: point, race: race, form: form };

/** Show the open questions; *here* gives the snapshot, the room and the table's clock. */
export function showQuestions(box, here) {
  const asked = here.snapshot.questions.map((question) => ({ ...question, ...here.room.pace(question), mine: mayAnswer(question) }));
  keep(box, asked, (question) => question.id, (question) => card(question, here));
  const pointing = asked.find((question) => question.style === "point" && mayAnswer(question));
  here.room.point(pointing ? pointing.points : 0, (cells, since) => pointed(pointing, cells, since));
}


function card(question, here) {
  const mine = question.mine;
  const answers = mine ? (here.room.answers?.(question) ?? (STYLES[question.style] ?? buttons)(question, here)) : [waiting(question)];
  return el(
    "article",
    { class: `question ${question.style}${mine ? "" : " theirs"}`, data: { question: question.id } },
    el("p", { class: "ask" }, question.ask),
    ...evidence(question, here),
    ...answers,
    clauses(question.because),
  );
}

function waiting(question) {
  return el("p", { class: "waiting" }, t(question.style === "form" ? "on_their_phone" : "others_decide"));
}

/** What the camera saw, beside a doubt about it. */
function evidence(question, here) {
  const shown = document.documentElement.dataset.evidence !== undefined;
  if (!shown || !question.id.startsWith("doubt-")) return [];
  const address = `/evidence/${encodeURIComponent(question.id)}.jpg?n=${here.snapshot.number}`;
  const picture = el("img", { class: "evidence", src: address, alt: t("evidence") });
  picture.addEventListener("error", () => picture.remove());
  return [picture];
}

/** Answer a question. *since* is the table at which the answer was begun, where that takes several taps. */
export function reply(question, body, { say, since = base() } = {}) {
  return post("/answer", { question: question.id, base: question.style === "race" ? null : since, ...body }, say);
}

function option(question, choice, extra = "", face = null) {
  return el(
    "button",
    {
      class: `answer ${extra}${choice.advised ? " advised" : ""}`,
      type: "button",
      data: { option: choice.name },
      "aria-label": face ? choice.say : null,
      on: { click: () => reply(question, { option: choice.name }) },
    },
    ...(face ?? [choice.say]),
    choice.advised ? el("small", {}, t("advised")) : null,
  );
}

/** One button each; a room may draw what stands on it. */
function buttons(question, here) {
  const faced = (choice) => option(question, choice, "", here.room.answerFace?.(question, choice) ?? null);
  return [el("div", { class: "choices" }, ...question.options.map(faced))];
}

function step(question, here) {
  const [first, ...rest] = question.options;
  return [
    question.steps ? el("p", { class: "pace" }, t("pace", { step: question.step, steps: question.steps })) : null,
    ...here.room.path(question),
    el(
      "div",
      { class: "choices" },
      first ? option(question, { ...first, advised: false }, "main") : null,
      ...rest.map((choice) => option(question, choice, "less")),
    ),
  ].filter(Boolean);
}

function point(question) {
  return [
    el("p", { class: "hint" }, t("point_at", { count: question.points })),
    el("div", { class: "choices" }, ...question.options.map((choice) => option(question, choice, "less"))),
  ];
}

function pointed(question, cells, since) {
  return reply(question, { points: cells }, { since });
}

/** A race: one button per seat; a phone has only its own. A tap is a press of that seat's button. */
function race(question, here) {
  const own = role.startsWith("seat") ? `:${role.slice(5)}` : null;
  const choices = question.options.filter((choice) => own === null || choice.name.endsWith(own));
  return [
    countdown(question, here),
    el(
      "div",
      { class: "choices race" },
      ...choices.map((choice) => {
        const seat = Number(choice.name.split(":")[1]);
        if (Number.isNaN(seat)) return option(question, choice, "less");
        const colour = here.snapshot.view.seats[seat]?.colour;
        return el(
          "button",
          {
            class: "answer found",
            type: "button",
            data: { option: choice.name, colour },
            on: { click: () => post("/press", { seat, turn: here.snapshot.turn }) },
          },
          choice.say,
        );
      }),
    ),
  ];
}

function countdown(question, here) {
  if (!question.seconds) return el("p", { class: "countdown" });
  const shown = el("p", { class: "countdown", role: "timer" });
  const tick = () => {
    const left = Math.max(0, Math.ceil(here.secondsLeft(question.seconds)));
    shown.textContent = t("seconds_left", { seconds: left });
    shown.classList.toggle("late", left <= 10);
    if (shown.isConnected) setTimeout(tick, 250);
  };
  setTimeout(tick, 0);
  return shown;
}

/** Values to fill in: each field a row of things to pick, then one button. */
function form(question, here) {
  const given = { ...here.room.known(question) };
  const done = el(
    "button",
    { class: "answer main", type: "button", on: { click: () => reply(question, { fields: given }) } },
    t("turn_over"),
  );
  const check = () => {
    done.disabled = question.fields.some((field) => given[field.name] === undefined);
  };
  const rows = question.fields.map((field) =>
    row(field, here, given[field.name], (value) => {
      given[field.name] = value;
      check();
    }),
  );
  check();
  return [...rows, el("div", { class: "choices" }, done)];
}

export function row(field, here, chosen, pick) {
  const group = el("div", { class: field.choices.length < 5 ? "row short" : "row", role: "radiogroup" });
  const label = here.room.fieldLabel(field);
  group.setAttribute("aria-label", label);
  const buttons = field.choices.map((choice) =>
    el(
      "button",
      {
        type: "button",
        class: "pick",
        role: "radio",
        data: { value: choice, animal: choice },
        "aria-checked": String(choice === chosen),
        on: {
          click: () => {
            buttons.forEach((button, n) => button.setAttribute("aria-checked", String(field.choices[n] === choice)));
            pick(choice);
          },
        },
      },
      ...here.room.choiceFace(field, choice),
    ),
  );
  group.append(el("span", { class: "label field" }, ...here.room.fieldFace(field), label), el("span", { class: "picks" }, ...buttons));
  return group;
}
