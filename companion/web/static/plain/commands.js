// Typed commands: a number answers, a word asks. Each of them is a button too.

import { el } from "../draw/elements.js";
import { points, ranked } from "../shell/people.js";
import { clauseTexts, t } from "../shell/words.js";
import { boardText } from "./board.js";
import { asked, lastRuling, wordsOf } from "./news.js";
import { answersOf } from "./questions.js";
import { repeat, say } from "./said.js";

const NAMES = ["turn", "last", "why", "score", "board", "repeat", "help"];

/** What somebody typed: {name, number}; null where it isn't a command. *words* are the names as people say them. */
export function parse(typed, words) {
  const text = typed.trim().toLowerCase().replace(/^\//, "");
  if (!text) return { name: "repeat", number: null };
  if (/^\d+$/.test(text)) return { name: "answer", number: Number(text) };
  const number = /\s(\d+)$/.exec(text);
  const first = text.split(/\s+/)[0];
  const name = Object.keys(words).find((one) => words[one].toLowerCase() === first || one === first);
  return name ? { name, number: number ? Number(number[1]) : null } : null;
}

const spoken = () =>
  Object.fromEntries([
    ["turn", t("plain_do_turn")],
    ["last", t("plain_do_last")],
    ["why", t("plain_do_why")],
    ["score", t("plain_do_score")],
    ["board", t("plain_do_board")],
    ["repeat", t("plain_do_repeat")],
    ["help", t("plain_do_help")],
  ]);

const LABELS = {
  turn: () => t("plain_button_turn"),
  last: () => t("plain_button_last"),
  why: () => t("plain_button_why"),
  score: () => t("plain_button_score"),
  board: () => t("plain_button_board"),
  repeat: () => t("plain_button_repeat"),
  help: () => t("plain_button_help"),
};

const ACTS = {
  answer: (here, number) => answer(here, number),
  turn: ({ snapshot, plain }) => say([...asked(snapshot, plain.headline), ...choices(snapshot)].join("\n")),
  last: ({ snapshot }) => say(wordsOf(lastRuling(snapshot))),
  why: ({ snapshot }) => why(lastRuling(snapshot)),
  score: ({ snapshot }) => say(scores(snapshot.view).join("\n")),
  board: ({ plain }, number) => say(boardText(plain.board, number)),
  repeat: () => repeat(),
  help: () => say([t("plain_help", spoken()), t("plain_help_fields")].join("\n")),
};

/** Put the field and the buttons to work; *here* gives the newest snapshot and its words. */
export function openCommands(form, box, here) {
  const field = form.querySelector("input");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    run(field.value, here);
    field.value = "";
  });
  const button = (name) =>
    el("button", { class: "answer", type: "button", on: { click: () => ACTS[name](here, null) } }, LABELS[name]());
  box.append(...NAMES.map(button));
  addEventListener("keydown", (event) => {
    if (!event.altKey || event.code !== "KeyR") return;
    event.preventDefault();
    repeat();
  });
}

function run(typed, here) {
  if (!here.snapshot) return;
  const found = parse(typed, spoken());
  if (found) ACTS[found.name](here, found.number);
  else if (!fillIn(typed)) say(t("plain_unknown", { typed }));
}

/** Fill in a field by its name, or the beginning of it: "slot 3", "s 3". The next field has the focus then. */
function fillIn(typed) {
  const lines = [...document.querySelectorAll("#questions .field-line, #entries .field-line")];
  const found = fieldOf(typed, lines.map(described));
  if (!found) return false;
  const line = lines[found.line];
  const select = line.querySelector("select");
  select.value = String(found.choice);
  select.dispatchEvent(new Event("change", { bubbles: true }));
  const form = [...line.closest("form").querySelectorAll("select, button")];
  form[form.indexOf(select) + 1].focus();
  say(
    t("plain_cell", { place: line.querySelector("label").textContent, holds: select.selectedOptions[0].textContent }),
  );
  return true;
}

const described = (line) => ({
  say: line.querySelector("label").textContent,
  choices: [...line.querySelectorAll("option")].map((option) => option.textContent),
});

/** Which field a typed line means, and which of its choices: {line, choice}; null where it means none. */
export function fieldOf(typed, fields) {
  const [name, ...rest] = typed.trim().toLowerCase().split(/\s+/);
  const value = rest.join(" ");
  if (!value) return null;
  const means = (choice) => choice === value || choice.split(/[\s,:]+/).includes(value);
  for (const [line, field] of fields.entries()) {
    const choices = field.choices.map((choice) => choice.toLowerCase());
    const exact = choices.indexOf(value);
    const choice = exact >= 0 ? exact : choices.findIndex(means);
    if (field.say.toLowerCase().startsWith(name) && choice >= 0) return { line, choice };
  }
  return null;
}

function answer({ snapshot }, number) {
  const answers = answersOf(snapshot);
  const found = answers.find((one) => one.number === number);
  if (found) found.act();
  else say(t(answers.length ? "plain_no_answer" : "plain_nothing_asked", { number, count: answers.length }));
}

const choices = (snapshot) => answersOf(snapshot).map((one) => t("plain_answer", one));

/** A line for each player. */
export function scores({ seats, score, outcome }) {
  const lines = outcome ? ranked(score) : score;
  return lines.map((line) => t("plain_score", { player: seats[line.seat].name, points: points(line) }));
}

/** The clauses behind the last ruling, each with its words. */
async function why(ruling) {
  const ids = [...new Set((ruling?.sentences ?? []).flatMap((one) => one.because))].filter(Boolean);
  if (!ids.length) return say(t("plain_no_clause"));
  const texts = await clauseTexts(ids);
  return say(ids.map((clause, n) => t("plain_clause", { clause, say: texts[n] })).join("\n"));
}
