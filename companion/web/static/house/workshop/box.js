// The bench of the box: which facts are assumed, asked one after the other with a picture.

import { el } from "../../draw/elements.js";
import { address } from "../../shell/address.js";
import { get } from "../../shell/requests.js";
import { t } from "../../shell/words.js";
import { post, say } from "../house.js";
import { fill } from "../../shell/sentence.js";
import { boxField } from "./boxfields.js";
import { spreads } from "./boxspread.js";
import { sourceNodes, sources } from "./boxsources.js";
import { open } from "./workshop.js";

const place = el("div", { class: "bench" });
let at = 0; // which of the questions is shown
let all = false; // whether confirmed ones are shown too

const roomNow = () => decodeURIComponent(location.hash.slice(1));

async function everyRoom() {
  const { rooms, owner } = await get("/workshop/box.json");
  const cards = rooms.map(({ name, title, own, ...known }) =>
    el(
      "li",
      {},
      el(
        "a",
        { class: "room", href: `#${name}` },
        el("strong", {}, title),
        el("span", {}, how(known)),
        el("progress", { max: known.facts, value: known.facts - known.guesses, "aria-label": title }),
        own ? el("small", {}, t("box_own")) : "",
      ),
    ),
  );
  return [el("p", {}, t("box_about")), el("ul", { class: "boxes" }, ...cards), owner ? taking() : ""];
}

const how = (known) => t(known.guesses ? "box_left" : "box_done", known);

/** Take the box file of another owner. */
function taking() {
  const input = el("input", { type: "file", id: "box-file", accept: ".toml,text/plain" });
  input.addEventListener("change", async () => {
    if (!input.files.length) return;
    const answer = await post("/workshop/box/import", { text: await input.files[0].text() });
    if (answer.room) location.hash = answer.room;
  });
  return el("p", { class: "field" }, el("label", { for: "box-file" }, t("box_import")), input);
}

async function oneRoom(room) {
  const state = await get(`/workshop/box/${room}.json`);
  const waiting = state.facts.filter((fact) => all || fact.level === "guess" || fact.id in state.differ);
  at = Math.max(0, Math.min(at, waiting.length - 1));
  const { known } = state;
  return [
    el("p", {}, el("a", { href: "#" }, t("box_rooms"))),
    el("h3", {}, state.title),
    el("p", { role: "status" }, how(known)),
    el("progress", { max: known.facts, value: known.facts - known.guesses, "aria-label": state.title }),
    ...trouble(state),
    state.parts.length ? await spreads(room, show) : "",
    waiting.length ? question(state, waiting) : "",
    sources(state),
    tools(state),
    book(state),
  ];
}

const MOST_WRONG = 5;

/** What contradicts each other; each leads to the question where it is put right. */
function trouble({ wrong, counted, facts }) {
  const said = counted.map((text) => el("p", { class: "note" }, text));
  if (!wrong.length) return said;
  const list = wrong
    .slice(0, MOST_WRONG)
    .map(({ say: text, fact }) => el("li", {}, `${text} `, fact ? goTo(fact, facts, text) : ""));
  const more = wrong.length - list.length;
  if (more > 0) list.push(el("li", {}, t("box_wrong_more", { count: more })));
  return [...said, el("div", { class: "note", role: "alert" }, el("p", {}, t("box_wrong")), el("ul", {}, ...list))];
}

/** Shows the question of a fact, also one that was confirmed before. */
function goTo(fact, facts, text) {
  const link = button("box_go", async () => {
    all = true;
    at = facts.findIndex(({ id }) => id === fact);
    await show();
    const asked = document.getElementById("asked");
    asked?.focus({ preventScroll: true });
    asked?.scrollIntoView({ block: "center" });
  });
  link.setAttribute("aria-label", `${link.textContent}: ${text}`);
  return link;
}

/** One question: its picture, its fields, and what to do with them. */
function question(state, waiting) {
  const fact = waiting[at];
  const inputs = fact.inputs.map((input) => boxField(input, fact, state));
  const picture = pictureOf(state.room, fact);
  const kin = state.facts.filter((one) => one.group === fact.group);
  const counted = { number: kin.indexOf(fact) + 1, of: kin.length };
  const asked = fill(state.asked[fact.group] ?? fact.group, { name: named(fact.name, state), ...counted });
  const values = () => Object.fromEntries(inputs.map((input) => [input.name, input.value()]));
  const save = async (event) => {
    event.preventDefault();
    const answer = await post(`/workshop/box/${state.room}/answer`, { fact: fact.id, values: values() });
    if (answer.kind === "accepted") await move(all ? 1 : 0);
  };
  const like = waiting.filter(({ group, level }) => group === fact.group && level === "guess").length;
  return el(
    "form",
    { class: "step fact", on: { submit: save } },
    el("small", {}, t("box_number", { number: at + 1, of: waiting.length })),
    el("p", { id: "asked", tabindex: -1 }, asked),
    el("small", { class: `level ${fact.level}` }, ...sourceNodes(state.room, fact)),
    picture,
    fact.id in state.differ ? otherOwner(state, fact) : "",
    ...inputs.map((input) => input.node),
    state.owner
      ? el(
          "p",
          { class: "row" },
          el("button", { class: "big" }, t("box_right")),
          like > 1 ? button("box_all_right", () => act(state, "confirm", { group: fact.group }), { count: like }) : "",
          fact.grows ? button("box_more", () => act(state, "grow", { fact: fact.id })) : "",
          fact.grows ? button("box_less", () => act(state, "shrink", { fact: fact.id })) : "",
        )
      : el("p", { class: "note" }, t("settings_owner_only")),
    el(
      "p",
      { class: "row" },
      button("box_before", () => move(-1)),
      button("box_later", () => move(1)),
    ),
  );
}

/** What another owner has said of the same fact; a person chooses between both. */
function otherOwner(state, fact) {
  const mine = Object.fromEntries(fact.inputs.map(({ name, value }) => [name, value]));
  const side = (heading, values, key) => {
    const choose = async () => {
      const answer = await post(`/workshop/box/${state.room}/answer`, { fact: fact.id, values });
      if (answer.kind === "accepted") await move(0);
    };
    const said = fact.inputs.map(({ name }) => el("li", {}, `${t(`fact_${name}`)}: ${inWords(values[name], state)}`));
    return el("div", {}, el("b", {}, t(heading)), el("ul", {}, ...said), button(key, choose));
  };
  return el(
    "div",
    { class: "note differ" },
    el("p", {}, t("box_differ")),
    el(
      "div",
      { class: "both" },
      side("box_differ_here", mine, "box_differ_keep"),
      side("box_differ_there", state.differ[fact.id], "box_differ_take"),
    ),
  );
}

/** A value of a box file as people read it. */
function inWords(value, state) {
  if (Array.isArray(value)) return value.map((one) => inWords(one, state)).join(", ");
  if (value && typeof value === "object")
    return Object.entries(value)
      .map(([name, one]) => `${inWords(name, state)}: ${inWords(one, state)}`)
      .join("; ");
  return state.values[value] ?? String(value ?? "–");
}

const named = (name, { values }) =>
  values[name] ??
  name
    .split(" ")
    .map((word) => values[word] ?? word)
    .join(" ");

const ON_THE_BOARD = new Set(["place", "squares", "pairs", "groups", "cells"]); // these draw it themselves

function pictureOf(room, { picture, number, count, inputs }) {
  if (!picture || (picture === "board" && inputs.some(({ kind }) => ON_THE_BOARD.has(kind)))) return "";
  const whole = number < 0 || picture === "board";
  const which = whole ? "" : `-${number}${count > 1 ? `-${count}` : ""}`;
  const src = address(`/workshop/box/${room}/${picture}${which}.svg`);
  const fresh = `${src}${src.includes("?") ? "&" : "?"}at=${Date.now()}`;
  const img = el("img", { class: "piece", src: fresh, alt: t("box_drawn") });
  img.addEventListener("error", () => (img.hidden = true));
  return img;
}

const button = (key, tap, values = {}) => el("button", { type: "button", on: { click: tap } }, t(key, values));

async function act(state, what, body) {
  const answer = await post(`/workshop/box/${state.room}/${what}`, body);
  if (answer.kind === "accepted") await show();
}

async function move(by) {
  at += by;
  await show();
  document.getElementById("asked")?.scrollIntoView({ block: "nearest" });
}

/** The text of the owner's own rulebook, so that a clause can show the sentence it rests on. */
function book({ room, owner, rulebook: { found, clauses } }) {
  if (!clauses) return "";
  const input = el("input", { type: "file", id: "book-file", accept: ".txt,.md,text/plain" });
  input.addEventListener("change", async () => {
    if (!input.files.length) return;
    const answer = await post(`/workshop/box/${room}/rulebook`, { text: await input.files[0].text() });
    if (answer.kind === "accepted") await show();
  });
  return el(
    "fieldset",
    { class: "machine" },
    el("legend", {}, t("box_rulebook")),
    el("p", {}, found ? t("box_rulebook_found", { found, clauses }) : t("box_rulebook_about")),
    owner ? el("p", { class: "field" }, el("label", { for: "book-file" }, t("box_rulebook_take")), input) : "",
    owner && found ? button("box_rulebook_forget", () => act({ room }, "rulebook/forget", {})) : "",
  );
}

/** Versions, the file itself, and the way back to the shipped box. */
function tools(state) {
  const { room, versions, own, owner } = state;
  const every = el("input", { type: "checkbox", checked: all });
  every.addEventListener("change", () => {
    all = every.checked;
    at = 0;
    show();
  });
  const before = versions
    .toReversed()
    .slice(0, 8)
    .map((number) => button("box_version", () => act(state, "restore", { number }), { number }));
  return el(
    "fieldset",
    { class: "machine" },
    el("legend", {}, t("box_file")),
    el("label", { class: "switch" }, every, el("span", {}, t("box_all"))),
    el("p", {}, el("a", { href: address(`/workshop/box/${room}/box.toml`), download: "" }, t("box_export"))),
    owner && before.length ? el("p", { class: "row" }, el("span", {}, t("box_versions")), ...before) : "",
    owner && own
      ? el(
          "p",
          { class: "row" },
          button("box_forget", () => act(state, "forget", {})),
        )
      : "",
  );
}

async function show() {
  const drawn = roomNow() ? await oneRoom(roomNow()) : await everyRoom();
  place.replaceChildren(...drawn.filter(Boolean));
}

addEventListener("hashchange", () => {
  at = 0;
  show().catch(() => say(t("not_sent")));
});
await open("box_heading", async () => {
  await show();
  return [place];
});
