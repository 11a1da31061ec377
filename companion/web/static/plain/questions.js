// Open questions: every answer is a button with a number, and the number typed is the same answer.

import { el } from "../draw/elements.js";
import { keep } from "../draw/keep.js";
import { post } from "../shell/acts.js";
import { reply } from "../shell/answers.js";
import { clauses } from "../shell/clauses.js";
import { othersDecide } from "../shell/deciders.js";
import { mayAnswer } from "../table/may.js";
import { seat as mine } from "../shell/role.js";
import { t } from "../shell/words.js";
import { chosen, fieldLines } from "./fields.js";
import { say } from "./said.js";

/** All answers that may be given here, in the order of their numbers: {number, say, act}. */
export function answersOf(snapshot) {
  const open = snapshot.questions.filter(mayAnswer);
  return open
    .flatMap((question) => question.options.filter((one) => isMine(question, one)).map((one) => ({ question, one })))
    .map(({ question, one }, n) => ({
      question: question.id,
      number: n + 1,
      say: one.say,
      advised: one.advised,
      act: () => give(question, one, snapshot),
    }));
}

/** In a race a phone has only its own button. */
function isMine({ style }, { name }) {
  const seat = Number(name.split(":")[1]);
  return style !== "race" || mine === null || Number.isNaN(seat) || seat === mine;
}

function give(question, one, { turn }) {
  const seat = Number(one.name.split(":")[1]);
  if (question.style === "race" && !Number.isNaN(seat)) return post("/press", { seat, turn }, say);
  return reply(question, { option: one.name }, { say });
}

/** Show the questions; *forms* names the fields of each. */
export function showQuestions(box, snapshot, forms) {
  const answers = answersOf(snapshot);
  const shown = snapshot.questions.map((question) => ({
    ...question,
    mine: mayAnswer(question),
    form: forms[question.id] ?? [],
    numbers: answers.filter((one) => one.question === question.id).map((one) => [one.number, one.say]),
    turn: snapshot.turn,
    decides: mayAnswer(question) ? "" : othersDecide(question.to, snapshot.view.seats),
  }));
  keep(
    box,
    shown,
    (question) => question.id,
    (question) => card(question, answers),
  );
}

function card(question, answers) {
  const own = answers.filter((one) => one.question === question.id);
  return el(
    "article",
    { class: "question", "aria-label": question.ask },
    el("h3", {}, question.ask),
    question.mine ? null : el("p", {}, question.fields.length ? t("on_their_phone") : question.decides),
    question.mine && question.style === "point" ? el("p", {}, t("plain_point", { count: question.points })) : null,
    question.seconds ? el("p", {}, t("seconds_left", { seconds: question.seconds })) : null,
    ...(question.mine && question.form.length ? [form(question)] : []),
    el("div", { class: "choices" }, ...own.map(button)),
    clauses(question.because),
  );
}

function button({ number, say: text, advised, act }) {
  const label = t(advised ? "plain_answer_advised" : "plain_answer", { number, say: text });
  return el("button", { class: "answer", type: "button", on: { click: act } }, label);
}

/** Values to choose, then one button. */
function form(question) {
  const lines = fieldLines(question.form, question.id);
  const send = (event) => {
    event.preventDefault();
    const names = question.form.map((field, n) => [field.name, chosen(lines[n], field)]);
    reply(question, { fields: Object.fromEntries(names) }, { say });
  };
  return el(
    "form",
    { "aria-label": question.ask, on: { submit: send } },
    ...lines,
    el("button", { class: "answer main", type: "submit" }, t("plain_give")),
  );
}
