// The referee's evening: calls, most urgent first; a table's questions and rulings; the answer.

import { el } from "../draw/elements.js";
import { button, claimForm, follow, get, loadWords, post, t } from "./hall.js";

const main = document.getElementById("main");
const queue = el("section", { class: "step", "aria-live": "polite" });
const table = el("section", { class: "step", id: "table" });
let night = null;
let chosen = location.hash.slice(1);
let asked = 0;

const ago = (seconds) => t("waits", { minutes: Math.floor(seconds / 60) });

function callNode(call, me) {
  const mine = call.claimed === me;
  const answer = el("input", { "aria-label": t("call_answer"), maxlength: 200 });
  const done = () => act("answer", { id: call.id, text: answer.value });
  return el(
    "li",
    { class: call.claimed ? "call claimed" : "call" },
    el("strong", {}, t("table", { place: call.place })),
    el("span", {}, call.said),
    el("small", {}, call.claimed ? t("call_by", { name: call.claimed }) : ago(call.waiting)),
    el(
      "span",
      { class: "row" },
      call.claimed ? null : button(t("call_claim"), () => act("claim", { id: call.id })),
      mine ? answer : null,
      mine ? button(t("call_done"), done) : null,
      button(t("call_look"), () => choose(call.table)),
    ),
  );
}

async function act(name, body) {
  await post(`/act/${name}`, body);
  await renew();
}

function choose(name) {
  chosen = name;
  history.replaceState(null, "", `#${name}`);
  renew();
  table.scrollIntoView({ block: "start" });
}

function questionNode(question) {
  const options = question.options.map((option) =>
    button(option.say || option.name, () => order("answer", { question: question.id, option: option.name })),
  );
  return el("li", {}, el("p", {}, question.ask), el("p", { class: "row" }, ...options));
}

function rulingNode(ruling) {
  const back = () => confirm(t("take_back_sure")) && order("take back", { number: ruling.number });
  return el(
    "li",
    { class: ruling.undone ? "undone" : "" },
    el("p", {}, ruling.said.join(" ")),
    el("small", {}, ruling.because.join(", ")),
    ruling.undone ? null : button(t("take_back"), back, { class: "quiet" }),
  );
}

async function order(name, body = {}) {
  const answer = await post(`/order/${chosen}`, { act: name, body });
  if (answer.kind === "accepted") await renew();
}

function showTable(shown) {
  const scores = shown.seats.map((seat, number) => {
    const line = shown.scores.find((one) => one.seat === number);
    return el(
      "li",
      { data: { colour: seat.colour } },
      el("span", { class: "swatch" }),
      `${seat.name} `,
      line ? points(line) : "",
    );
  });
  table.replaceChildren(
    el("h2", {}, t("table", { place: shown.place })),
    shown.lives ? "" : el("p", { class: "wrong" }, t("table_lost")),
    shown.page ? el("p", {}, el("a", { href: shown.page, target: "_blank", rel: "noreferrer" }, t("table_page"))) : "",
    el("ul", { class: "seats" }, ...scores),
    el(
      "p",
      { class: "row" },
      shown.playing ? button(t(shown.paused ? "go_on" : "pause"), () => order(shown.paused ? "go on" : "pause")) : null,
    ),
    el("h3", {}, t("questions")),
    shown.questions.length ? el("ul", {}, ...shown.questions.map(questionNode)) : el("p", {}, t("no_questions")),
    el("h3", {}, t("rulings")),
    el("ul", { class: "rulings" }, ...shown.rulings.map(rulingNode)),
  );
}

const points = (line) => (line.low === line.high ? `${line.low}` : `${line.low}–${line.high}`);

function tableChooser() {
  const options = [...night.tables.values()].map((one) =>
    el("option", { value: one.table, selected: one.table === chosen }, t("table", { place: one.place })),
  );
  const select = el(
    "select",
    { id: "which", on: { change: (event) => choose(event.target.value) } },
    el("option", { value: "" }, "–"),
    ...options,
  );
  return el("p", { class: "field" }, el("label", { for: "which" }, t("which_table")), select);
}

/** Whether somebody is typing an answer: then the queue stays as it is. */
const isTyping = () => queue.contains(document.activeElement) && document.activeElement.matches("input");

function showQueue({ open, done, me }) {
  const rows = open.map((call) => callNode(call, me));
  const past = done.map((call) =>
    el("li", {}, t("table", { place: call.place }), " ", call.said, " ", el("em", {}, call.answer)),
  );
  queue.replaceChildren(
    el("h2", {}, t("queue")),
    rows.length ? el("ol", { class: "calls" }, ...rows) : el("p", {}, t("no_calls")),
    past.length ? el("details", {}, el("summary", {}, t("calls_done")), el("ul", {}, ...past)) : "",
    tableChooser(),
  );
}

async function renew() {
  const mine = (asked += 1);
  try {
    const calls = await get("/referee.json");
    if (mine !== asked) return;
    if (!isTyping()) showQueue(calls);
    if (chosen) showTable(await get(`/referee/${encodeURIComponent(chosen)}.json`));
    if (!queue.isConnected) main.replaceChildren(queue, table);
  } catch (wrong) {
    if (wrong.code === 403)
      main.replaceChildren(
        el("h2", {}, t("referee_title")),
        claimForm(() => location.reload()),
      );
  }
}

await loadWords();
document.title = t("referee_title");
let due = 0;
follow((now) => {
  night = now;
  due ||= setTimeout(() => {
    due = 0;
    renew();
  }, 600);
});
