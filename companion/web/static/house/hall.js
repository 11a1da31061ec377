// The house at an event night: join, open the game of the round, call a referee, agree on the result.

import { el } from "../draw/elements.js";
import { patch } from "../draw/patch.js";
import { isAsked, question, result } from "./agreement.js";
import { get } from "../shell/requests.js";
import { loadWords, t } from "../shell/words.js";
import { follow, post } from "./house.js";

const main = document.getElementById("main");
const given = new URLSearchParams(location.hash.slice(1));
let shown = "";

const button = (label, act, props = {}) => el("button", { type: "button", ...props, on: { click: act } }, label);

function field(id, label, value) {
  const input = el("input", { id, value, autocomplete: "off" });
  return { input, node: el("p", { class: "field" }, el("label", { for: id }, label), input) };
}

function joinForm() {
  const at = field("at", t("hall_address"), given.get("at") ?? "");
  const code = field("hall-code", t("hall_code"), given.get("code") ?? "");
  const table = field("table", t("hall_table"), "");
  const submit = async (event) => {
    event.preventDefault();
    const body = { address: at.input.value, code: code.input.value, table: table.input.value };
    const answer = await post("/house/hall/join", body);
    if (answer.kind === "accepted") location.replace("/house/hall");
  };
  const near = el("p", { class: "row", role: "status" });
  const choose = (one) => button(one.name, () => (at.input.value = one.address));
  get("/house/hall/found.json").then(
    ({ halls }) => near.append(...(halls.length ? [t("hall_near"), ...halls.map(choose)] : [])),
    () => {},
  );
  return el(
    "form",
    { class: "plan", on: { submit } },
    near,
    at.node,
    code.node,
    table.node,
    el("button", { class: "big" }, t("hall_join")),
  );
}

/** The game that waits here, or why none does. */
const waitingNode = ({ offer, over }) =>
  offer ? offerNode(offer) : el("p", {}, t(over ? "hall_over" : "hall_no_offer"));

function offerNode(offer) {
  const names = offer.people.map((person) => person.name).join(", ");
  const open = async () => {
    const answer = await post("/house/hall/open", { task: offer.task });
    if (answer.kind === "accepted") location.assign(answer.to);
  };
  return el(
    "div",
    { class: "step" },
    el("h3", {}, t("hall_round", { number: offer.round, title: offer.title })),
    el("p", { dir: "auto" }, names),
    button(t("hall_open"), open, { class: "big" }),
  );
}

const agreement = (agree) =>
  el(
    "div",
    { class: "step", data: { key: `agree ${agree.task} ${agree.said}` } },
    ...result(agree, t),
    ...question(agree, t, judge),
  );

async function judge(told) {
  await post("/house/hall/result", told);
  await refresh();
}

function minutes(seconds) {
  return t("hall_left", { minutes: Math.max(0, Math.ceil(seconds / 60)) });
}

function joinedNodes(state) {
  const call = (why) => post("/house/hall/call", { why });
  return [
    el("p", {}, t("hall_part", { title: state.title, table: state.table })),
    state.owner && state.mark ? el("p", { class: "about" }, t("hall_mark", { mark: state.mark })) : null,
    state.up && state.hall ? null : el("p", { class: "note", role: "status" }, t("hall_away")),
    state.clash ? el("p", { class: "note", role: "alert" }, t("hall_clash", { table: state.table })) : null,
    state.left === null ? null : el("p", {}, minutes(state.left)),
    waitingNode(state),
    isAsked(state) ? agreement(state.agree) : null,
    el(
      "p",
      { class: "row" },
      button(t("hall_call_help"), () => call("help")),
      button(t("hall_call_rules"), () => call("rules")),
      button(t("hall_call_part"), () => call("part")),
    ),
    state.waiting ? el("p", { role: "status" }, t("hall_calling")) : null,
    state.owner ? button(t("hall_leave"), () => post("/house/hall/leave"), { class: "quiet" }) : null,
  ];
}

async function refresh() {
  const state = await get("/house/hall.json");
  const now = JSON.stringify({ ...state, left: state.left === null ? null : Math.ceil((state.left ?? 0) / 60) });
  if (now === shown) return;
  shown = now;
  const nodes = state.joined
    ? joinedNodes(state)
    : [state.owner ? joinForm() : el("p", { class: "note" }, t("settings_owner_only"))];
  patch(main, [el("h2", {}, t("hall_heading")), ...nodes.filter(Boolean)]);
}

await loadWords("/house/words.json");
document.title = t("hall_heading");
follow(refresh);
setInterval(refresh, 3000);
