// The referee's evening: calls, most urgent first; results that want a word; one table from close by.

import { el } from "../draw/elements.js";
import { get } from "../shell/requests.js";
import { soundIsOn, turnSound } from "../shell/sound_switch.js";
import { play } from "../shell/sounds.js";
import { loadWords, t } from "../shell/words.js";
import { button, claimed, follow, isolated, post, refill } from "./hall.js";
import { closeBy } from "./closeby.js";
import { byPlace } from "./cards.js";
import { judging } from "./outcome.js";
import { picker } from "./paged.js";

const main = document.getElementById("main");
const queue = el("section", { class: "step", id: "queue", "aria-live": "polite" });
const results = el("section", { class: "step", id: "results" });
const table = el("section", { class: "step", id: "table" });
let night = null;
let chosen = decodeURIComponent(location.hash.slice(1));
let asked = 0;
let known = null;
let shownResults = [];

const ago = (seconds) => t("waits", { minutes: Math.floor(seconds / 60) });
const OLD = [120, 300];

/** How long a call has been waiting: it goes on by itself, and is marked the older it gets. */
function ageNode({ id, waiting }) {
  const since = performance.now() / 1000 - waiting;
  const node = el("small", { data: { key: `age-${id}` } });
  const show = () => {
    const seconds = performance.now() / 1000 - since;
    node.textContent = ago(seconds);
    node.dataset.age = String(OLD.filter((most) => seconds >= most).length);
  };
  show();
  const tick = setInterval(() => (node.isConnected ? show() : clearInterval(tick)), 5000);
  return node;
}

/** Calls nobody has taken yet, as this device last knew them: a new one rings. */
let heardOf = null;

function ring(open) {
  const waiting = open.filter((call) => !call.claimed).map(({ id, times }) => `${id} ${times}`);
  const fresh = heardOf && waiting.some((one) => !heardOf.has(one));
  heardOf = new Set(waiting);
  if (!fresh || !soundIsOn()) return;
  play("right");
  navigator.vibrate?.([200, 100, 200]);
}

const ringing = () =>
  el(
    "label",
    { class: "check" },
    el("input", {
      type: "checkbox",
      id: "ring",
      checked: soundIsOn(),
      on: { change: ({ target }) => turnSound(target.checked) },
    }),
    t("ring"),
  );

function callNode(call) {
  const { mine } = call;
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
    call.claimed ? el("small", {}, t("call_by", { name: isolated(call.claimed) })) : null,
    ageNode(call),
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
  const all = byPlace(night.tables.values()).map((one) => [one.table, t("table", { place: one.place })]);
  return picker("which", t("which_table"), [["", "–"], ...all], chosen, choose);
}

function showQueue({ open, done }) {
  const past = done.map((call) =>
    el(
      "li",
      { data: { key: call.id } },
      el("strong", {}, t("table", { place: call.place })),
      el("span", {}, call.said),
      el(
        "em",
        { dir: "auto" },
        [call.answer, call.closed, call.before && `${call.before} → ${call.after}`].filter(Boolean).join(" · "),
      ),
    ),
  );
  refill(queue, [
    el("h2", {}, t("queue")),
    open.length ? el("ol", { class: "calls" }, ...open.map(callNode)) : el("p", { class: "lead" }, t("no_calls")),
    past.length
      ? el("details", { id: "past" }, el("summary", {}, t("calls_done")), el("ul", { class: "past" }, ...past))
      : null,
    chooser(),
    ringing(),
  ]);
}

function showResults(all, anew) {
  shownResults = all;
  const again = () => showResults(shownResults, false);
  refill(results, [el("h2", {}, t("results")), ...judging(all, act, again)], anew);
}

async function renew(anew = false) {
  const mine = (asked += 1);
  try {
    const calls = await get("/referee.json");
    if (mine !== asked) return;
    if (!queue.isConnected) main.replaceChildren(queue, table, results);
    table.hidden = !chosen;
    showQueue(calls);
    ring(calls.open);
    showResults(calls.results, anew);
    const shown = chosen ? await get(`/referee/${encodeURIComponent(chosen)}.json`) : null;
    const now = JSON.stringify(shown);
    if (shown && now !== known) refill(table, closeBy(shown, renew, act));
    known = now;
  } catch (wrong) {
    if (wrong.code === 403) location.reload();
  }
}

await loadWords();
document.title = t("referee_title");
let due = 0;
const heard = (now) => {
  night = now;
  due ||= setTimeout(() => {
    due = 0;
    renew();
  }, 600);
};
if (claimed(main, t("referee_title"), "referee", "organiser")) follow(heard);
