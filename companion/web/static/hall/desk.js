// The organiser's desk: people, boxes, the draw, the round, results, screens.

import { el } from "../draw/elements.js";
import { resultList, seatingList } from "./cards.js";
import { entryForms } from "./entering.js";
import { button, claimForm, clockNode, field, follow, get, left, loadWords, post, t } from "./hall.js";

const main = document.getElementById("main");
const SECTIONS = ["round", "people", "boxes", "draw", "results", "screens", "tables", "settings"];
const sections = Object.fromEntries(SECTIONS.map((name) => [name, el("section", { id: name, class: "step" })]));
let night = null;
let desk = null;
let opened = false;

const act = async (name, body) => {
  const answer = await post(`/act/${name}`, body);
  await renew();
  return answer;
};

function put(name, ...nodes) {
  const section = sections[name];
  if (section.contains(document.activeElement) && document.activeElement.matches("input, textarea, select")) return;
  section.replaceChildren(el("h2", {}, t(`desk_${name}`)), ...nodes.filter(Boolean));
}

function showRound() {
  const { evening } = night;
  const next = (evening.round?.number ?? 0) + 1;
  const canPublish = evening.planned >= next;
  const minutes = field("minutes", t("minutes"), { type: "number", min: 1, max: 600, value: 45 });
  const set = (running, seconds) =>
    act("clock", { left: Math.max(0, seconds), running, wall: Date.now() / 1000, extra: evening.extra });
  put(
    "round",
    el(
      "p",
      { class: "row" },
      el("strong", {}, evening.round ? t("round_of", { number: next - 1, all: evening.planned }) : t("not_yet")),
      clockNode(night),
      evening.running
        ? button(t("clock_stop"), () => set(false, left(night)))
        : button(t("clock_go"), () => set(true, left(night) || minutes.input.value * 60)),
      button(t("clock_set"), () => set(true, minutes.input.value * 60)),
    ),
    minutes.node,
    evening.round && evening.missing ? el("p", { class: "note" }, t("missing", { count: evening.missing })) : null,
    canPublish
      ? button(t("publish", { number: next }), () => act("publish", { round: next }), {
          class: "big",
          disabled: evening.missing > 0,
        })
      : el("p", {}, t(evening.planned ? "last_round" : "draw_first")),
    evening.round ? seatingList(evening.round) : null,
  );
}

function showPeople() {
  const paste = el("textarea", { id: "paste", rows: 4, "aria-label": t("people_paste") });
  const add = async () => {
    const names = paste.value.split(/[\n,;]+/);
    paste.blur();
    await act("come", { names });
  };
  const list = desk.people.map((one) =>
    el(
      "li",
      { class: one.gone ? "gone" : "" },
      el("span", { dir: "auto" }, one.name),
      one.gone
        ? button(t("person_back"), () => act("come", { names: [one.name] }))
        : button(t("person_left"), () => act("left", { person: one.id }), {
            "aria-label": `${t("person_left")}: ${one.name}`,
          }),
    ),
  );
  const count = desk.people.filter((one) => !one.gone).length;
  put(
    "people",
    el("p", {}, t("people_count", { count })),
    el("p", { class: "field" }, el("label", { for: "paste" }, t("people_paste")), paste),
    button(t("people_add"), add),
    el("details", {}, el("summary", {}, t("people_list")), el("ul", { class: "names-list" }, ...list)),
  );
}

function showBoxes() {
  const game = el(
    "select",
    { id: "game" },
    ...desk.rooms.map((room) => el("option", { value: room.name }, room.title)),
  );
  const many = field("many", t("box_count"), { type: "number", min: 1, max: 200, value: 1 });
  const add = () => {
    const room = desk.rooms.find((one) => one.name === game.value);
    const sizes = Array.from({ length: room.most - room.least + 1 }, (_, n) => room.least + n);
    return act("box", { game: game.value, sizes, count: Number(many.input.value) || 1 });
  };
  const list = desk.boxes.map((box) =>
    el(
      "li",
      {},
      el("strong", {}, t("table", { place: box.place })),
      el("span", {}, `${box.title} (${box.sizes[0]}–${box.sizes.at(-1)})`),
      el("small", {}, box.machine ? t("box_machine", { name: box.machine }) : t("box_paper")),
      button(t("box_gone"), () => act("unbox", { box: box.id }), { "aria-label": `${t("box_gone")}: ${box.place}` }),
    ),
  );
  put(
    "boxes",
    el("p", { class: "field" }, el("label", { for: "game" }, t("box_game")), game),
    many.node,
    button(t("box_add"), add),
    el("ul", { class: "names-list" }, ...list),
  );
}

function showDraw() {
  const rounds = field("rounds", t("rounds"), { type: "number", min: 1, max: 12, value: night.evening.planned || 4 });
  const seed = field("seed", t("seed"), { type: "number", min: 1, value: desk.plan?.seed ?? 1 });
  const go = async () => {
    rounds.input.blur();
    await post("/draw", { rounds: Number(rounds.input.value), seed: Number(seed.input.value) });
    await renew();
  };
  const drawn = (desk.plan?.rounds ?? []).map((round) =>
    el("details", {}, el("summary", {}, t("round", { number: round.number })), seatingList(planned(round))),
  );
  put(
    "draw",
    el("div", { class: "row" }, rounds.node, seed.node),
    button(t("draw_do"), go, { class: "big" }),
    ...drawn,
  );
}

/** A round of the plan, as the list of a published one wants it. */
function planned(round) {
  const names = night.evening.names;
  const boxes = new Map(desk.boxes.map((box) => [box.id, box]));
  const person = (id) => ({ id, name: names[id] ?? id });
  return {
    number: round.number,
    waiting: round.waiting.map(person),
    tables: round.tables.map((table) => ({
      place: boxes.get(table.box)?.place ?? table.box,
      title: boxes.get(table.box)?.title ?? table.game,
      people: table.people.map(person),
    })),
  };
}

function showResults() {
  const judging = (result) => [
    el(
      "p",
      { class: "row" },
      result.status === "confirmed" ? null : button(t("confirm"), () => act("confirm", { task: result.task })),
      result.status === "disputed" ? null : button(t("dispute"), () => act("dispute", { task: result.task })),
    ),
  ];
  put("results", ...entryForms(night.evening, act), resultList(night.evening.results, judging));
}

function showScreens() {
  const screens = Object.keys(night.evening.screens);
  const all = screens.length ? screens : ["1"];
  const next = String(Math.max(...all.map(Number)) + 1);
  const rows = [...all, next].map((number) => {
    const now = night.evening.screens[number];
    const buttons = desk.shows.map((shows) =>
      button(t(`show_${shows}`), () => act("screen", { screen: number, shows }), {
        "aria-pressed": String(now?.shows === shows),
      }),
    );
    return el("li", {}, el("strong", {}, t("screen", { number })), el("span", { class: "row" }, ...buttons));
  });
  const link = el("a", { href: "/screen", target: "_blank" }, t("screen_open"));
  put("screens", el("ul", { class: "names-list" }, ...rows), el("p", {}, link));
}

function showTables() {
  const seconds = 300;
  const rows = [...night.tables.values()].map((table) =>
    el(
      "li",
      { class: table.lives ? "" : "gone" },
      el("strong", {}, t("table", { place: table.place })),
      el("span", {}, table.lives ? table.title || t("table_free") : t("table_lost")),
      button(t("extra"), () => more(table.table, seconds)),
    ),
  );
  put(
    "tables",
    el("p", {}, t("enrol_how", { code: desk.codes.table })),
    el("img", { class: "code", src: "/code.svg?for=table", alt: t("enrol_code"), width: 180, height: 180 }),
    el("ul", { class: "names-list" }, ...rows),
  );
}

function more(table, seconds) {
  const { evening } = night;
  const extra = { ...evening.extra, [table]: (evening.extra[table] ?? 0) + seconds };
  return act("clock", {
    left: Math.max(0, left(night) ?? 0),
    running: evening.running,
    wall: Date.now() / 1000,
    extra,
  });
}

function showSettings() {
  const title = field("title", t("night_title"), { maxlength: 60, value: night.evening.title });
  const who = el(
    "select",
    { id: "confirming", on: { change: (event) => act("title", { confirming: event.target.value }) } },
    ...desk.confirmings.map((one) =>
      el("option", { value: one, selected: one === desk.confirming }, t(`confirm_${one}`)),
    ),
  );
  put(
    "settings",
    title.node,
    button(t("save"), () => act("title", { title: title.input.value })),
    el("p", { class: "field" }, el("label", { for: "confirming" }, t("confirm_who")), who),
    el("p", {}, t("crew_codes", { organiser: desk.codes.organiser, referee: desk.codes.referee })),
  );
}

function showAll() {
  if (!desk || !night?.evening) return;
  if (!opened) main.replaceChildren(...troubles(), ...Object.values(sections));
  opened = true;
  for (const show of [showRound, showPeople, showBoxes, showDraw, showResults, showScreens, showTables, showSettings]) {
    show();
  }
}

function troubles() {
  if (desk.trouble) return [el("p", { class: "note", role: "alert" }, desk.trouble)];
  return desk.line ? [] : [el("p", { class: "note", role: "alert" }, t("no_broker"))];
}

async function renew() {
  try {
    desk = await get("/desk.json");
    showAll();
  } catch (wrong) {
    if (wrong.code === 403)
      main.replaceChildren(
        el("h2", {}, t("desk_title")),
        claimForm(() => location.reload()),
      );
  }
}

await loadWords();
document.title = t("desk_title");
let number = -1;
follow(async (now) => {
  night = now;
  if (now.number !== number) {
    number = now.number;
    await renew();
  } else showAll();
});
