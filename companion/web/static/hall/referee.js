// The referee's evening: calls, most urgent first; results that want a word; one table from close by.

import { el } from "../draw/elements.js";
import { button, claimForm, follow, get, loadWords, post, refill, t } from "./hall.js";
import { closeBy } from "./closeby.js";
import { judging } from "./outcome.js";

const main = document.getElementById("main");
const queue = el("section", { class: "step", "aria-live": "polite" });
const results = el("section", { class: "step" });
const table = el("section", { class: "step", id: "table" });
let night = null;
let chosen = decodeURIComponent(location.hash.slice(1));
let asked = 0;
let known = null;

const ago = (seconds) => t("waits", { minutes: Math.floor(seconds / 60) });

function callNode(call, me) {
  const mine = call.claimed === me;
  return el(
    "li",
    { class: call.claimed ? "call claimed" : "call", data: { kind: call.kind, key: call.id } },
    el(
      "strong",
      {},
      t("table", { place: call.place }),
      call.seat ? ` · ${t("seat_number", { number: call.seat })}` : "",
    ),
    el("span", {}, call.said, call.text ? ` ${call.text}` : ""),
    el("small", {}, call.claimed ? t("call_by", { name: call.claimed }) : ago(call.waiting)),
    el(
      "span",
      { class: "row" },
      call.claimed ? null : button(t("call_claim"), () => act("claim", { id: call.id }), { class: "go" }),
      button(t("call_look"), () => choose(call.table)),
      mine ? button(t("call_release"), () => act("release", { id: call.id }), { class: "quiet" }) : null,
    ),
    mine ? answering(call) : null,
  );
}

/** What was decided, with before and after where something was reversed. */
function answering(call) {
  const text = el("input", { id: `answer-${call.id}`, maxlength: 200 });
  const before = el("input", { id: `before-${call.id}`, maxlength: 120 });
  const after = el("input", { id: `after-${call.id}`, maxlength: 120 });
  const field = (input, label) => el("p", { class: "field" }, el("label", { for: input.id }, label), input);
  const submit = (event) => {
    event.preventDefault();
    document.activeElement.blur();
    const reversal = Boolean(before.value || after.value);
    act("answer", { id: call.id, text: text.value, before: before.value, after: after.value, reversal });
  };
  return el(
    "form",
    { class: "answering", on: { submit } },
    field(text, t("call_answer")),
    el(
      "details",
      { id: `reversed-${call.id}` },
      el("summary", {}, t("reversed")),
      field(before, t("before")),
      field(after, t("after")),
    ),
    el("button", { class: "go" }, t("call_done")),
  );
}

async function act(name, body) {
  const answer = await post(`/act/${name}`, body);
  await renew(answer.kind === "accepted");
  return answer;
}

function choose(name) {
  chosen = name;
  history.replaceState(null, "", `#${encodeURIComponent(name)}`);
  known = null;
  renew().then(() => table.scrollIntoView({ block: "start", behavior: "smooth" }));
}

function chooser() {
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

function showQueue({ open, done, me }) {
  const past = done.map((call) =>
    el(
      "li",
      { data: { key: call.id } },
      el("strong", {}, t("table", { place: call.place })),
      el("span", {}, call.said),
      el("em", {}, [call.answer, call.before && `${call.before} → ${call.after}`].filter(Boolean).join(" · ")),
    ),
  );
  refill(queue, [
    el("h2", {}, t("queue")),
    open.length
      ? el("ol", { class: "calls" }, ...open.map((call) => callNode(call, me)))
      : el("p", { class: "lead" }, t("no_calls")),
    past.length
      ? el("details", { id: "past" }, el("summary", {}, t("calls_done")), el("ul", { class: "names-list" }, ...past))
      : null,
    chooser(),
  ]);
}

function showResults(all, anew) {
  const wanted = all.filter((one) => one.status === "disputed" || one.held || one.status === "reported");
  const rest = all.filter((one) => !wanted.includes(one));
  const nodes = [
    el("h2", {}, t("results")),
    wanted.length ? judging(wanted, act) : el("p", {}, t("results_settled")),
    rest.length ? el("details", { id: "settled" }, el("summary", {}, t("status_confirmed")), judging(rest, act)) : null,
  ];
  refill(results, nodes, anew);
}

async function renew(anew = false) {
  const mine = (asked += 1);
  try {
    const calls = await get("/referee.json");
    if (mine !== asked) return;
    if (!queue.isConnected) main.replaceChildren(queue, table, results);
    table.hidden = !chosen;
    showQueue(calls);
    showResults(calls.results, anew);
    const shown = chosen ? await get(`/referee/${encodeURIComponent(chosen)}.json`) : null;
    const now = JSON.stringify(shown);
    if (shown && now !== known) refill(table, closeBy(shown, renew, act));
    known = now;
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
