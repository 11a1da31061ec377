// Teaching: the empty board, then every face, several in a picture; the house proposes, people confirm.

import { el } from "../../draw/elements.js";
import { get } from "../../shell/requests.js";
import { t } from "../../shell/words.js";
import { post } from "../house.js";
import { cameras } from "./taking.js";
import { naming } from "./naming.js";
import { face, pairs, trial } from "./faces.js";
import { tonight } from "./tonight.js";
import { open } from "./workshop.js";

const place = el("div", { class: "bench teaching" });
const roomNow = () => decodeURIComponent(location.hash.slice(1));

/** Draw what *answer* leads to; without one, what the house says. */
async function draw(answer) {
  const room = roomNow();
  if (!room) return place.replaceChildren(...(await everyRoom()));
  const state = answer?.state ?? (await get(`/workshop/teach/${room}.json`));
  place.replaceChildren(
    el("p", {}, el("a", { href: "#" }, t("teach_rooms"))),
    el("h3", {}, state.title),
    ...(state.lesson ? lesson(state) : await beginning(state)),
  );
  place.querySelector("[data-next]")?.focus({ preventScroll: true });
  return undefined;
}

async function everyRoom() {
  const { rooms } = await get("/workshop/teach.json");
  const cards = rooms.map(({ name, title, used, lesson: begun, tonight: waiting }) =>
    el(
      "li",
      {},
      el(
        "a",
        { class: "room", href: `#${name}` },
        el("strong", {}, title),
        el("span", {}, used ? t("teach_used", { edition: used }) : t("teach_unknown")),
        waiting ? el("span", { class: "waiting" }, t("tonight_heading")) : "",
        begun ? el("span", {}, t("teach_progress", begun)) : "",
        begun ? el("progress", { max: begun.of, value: begun.done, "aria-label": title }) : "",
      ),
    ),
  );
  return [el("p", {}, t("teach_about")), el("ul", { class: "boxes" }, ...cards)];
}

async function beginning(state) {
  if (!state.owner) return [el("p", { class: "note" }, t("teach_wait"))];
  const { rooms } = await get("/workshop/teach.json");
  const { editions, tonight: waiting } = rooms.find(({ name }) => name === state.room);
  const name = el("input", { id: "edition", maxlength: 40, required: true, "aria-describedby": "edition-hint" });
  const form = el(
    "form",
    { class: "step" },
    el("label", { for: "edition" }, t("teach_edition")),
    name,
    el("small", { id: "edition-hint" }, t("teach_edition_hint")),
    el("button", { class: "big" }, t("teach_begin")),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    begin(state.room, name.value, false);
  });
  const again = editions.map((edition) =>
    el(
      "button",
      { type: "button", on: { click: () => begin(state.room, edition, true) } },
      t("teach_again", { edition }),
    ),
  );
  return [waiting ? await tonight(state.room, () => draw()) : "", form, el("p", { class: "row" }, ...again), markers()];
}

const begin = (room, edition, again) => step("begin", { room, edition, again });

/** One step of the lesson; the answer brings what comes next. */
async function step(act, body) {
  const answer = await post(`/workshop/teach/${act}`, body);
  if (answer.kind === "accepted") await draw(answer);
  return answer;
}

const markers = () =>
  el(
    "p",
    { class: "note" },
    t("teach_markers"),
    " ",
    el("a", { href: "/workshop/print" }, t("teach_print")),
    " · ",
    el("a", { href: "/workshop/camera" }, t("teach_aim")),
  );

const STEPS = { empty: emptyBoard, faces: laying, name: naming, learn: complete, test: testing, done: testing };

function lesson(state) {
  const { of, done, step: due } = state.lesson;
  const parts = STEPS[due](state, { step, draw, again: () => draw() });
  return [
    el("p", { role: "status" }, t("teach_progress", { done, of })),
    el("progress", { max: of, value: done, "aria-label": t("teach_heading") }),
    state.owner ? "" : el("p", { class: "note" }, t("teach_wait")),
    ...(state.owner ? parts : []),
    state.owner ? leaving(state) : "",
  ];
}

function emptyBoard(state) {
  return [el("p", { class: "ask" }, t("teach_do_empty")), cameras(state, draw), markers()];
}

function laying(state) {
  const { kind, missing } = state.lesson;
  const due = missing.map((label) => el("li", {}, state.lesson.faces[`${kind}/${label}`].say));
  const ask = missing.length === 1 && missing[0] === "down" ? "teach_lay_down" : `teach_lay_${kind}`;
  return [
    ...pairs(state, step),
    el("p", { class: "ask" }, t(ask)),
    el("h4", {}, t("teach_left")),
    el("ol", { class: "due" }, ...due),
    missing.length > 1 ? el("p", {}, el("small", {}, t("teach_order"))) : "",
    cameras(state, draw),
  ];
}

function complete(state) {
  const learn = el("button", { type: "button", class: "big", data: { next: "" } }, t("teach_learn"));
  learn.addEventListener("click", () => {
    learn.disabled = true;
    learn.textContent = t("teach_learning");
    step("learn", { room: state.room }).then(({ kind }) => kind === "accepted" || draw());
  });
  const { extends: goesOn } = state.lesson;
  return [
    ...pairs(state, step),
    goesOn
      ? el("p", { class: "note" }, t("teach_lamp"))
      : el("p", { class: "ask", role: "status" }, t("teach_all_shown")),
    el("p", {}, learn),
    el("details", { open: goesOn }, el("summary", {}, t("teach_more")), cameras(state, draw)),
    el("ul", { class: "faces" }, ...Object.keys(state.lesson.faces).map((key) => face(state, key))),
  ];
}

function testing(state) {
  const { tried } = state.lesson;
  const again = el(
    "button",
    { type: "button", on: { click: () => step("trial", { room: state.room }) } },
    t("teach_test_again"),
  );
  const done = el(
    "button",
    {
      type: "button",
      class: "big",
      on: { click: () => step("stop", { room: state.room }).then(() => (location.hash = "")) },
    },
    t("teach_done"),
  );
  return [
    el("h4", {}, t("teach_test")),
    ...trial(state),
    tried?.passed ? "" : cameras(state, draw),
    el("p", { class: "row" }, tried ? again : "", done),
  ];
}

/** The way back: the last picture, or the whole lesson. */
function leaving(state) {
  const { room, lesson: now } = state;
  const undo = el(
    "button",
    { type: "button", class: "quiet", on: { click: () => step("back", { room }) } },
    t("teach_undo"),
  );
  const drop = el("button", { type: "button", class: "quiet" }, t("teach_drop"));
  drop.addEventListener("click", () => {
    if (drop.dataset.sure) return step("stop", { room });
    drop.dataset.sure = "1";
    drop.textContent = t("teach_drop_sure");
    return undefined;
  });
  const over = now.step === "test" || now.step === "done";
  return el("p", { class: "row" }, now.pictures && !now.pending ? undo : "", over ? "" : drop);
}

await open("teach_heading", async () => {
  addEventListener("hashchange", () => draw());
  await draw();
  return [place];
});
