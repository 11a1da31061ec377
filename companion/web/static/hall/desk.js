// The organiser's desk: people, boxes, the draw, the round, results, screens.

import { el } from "../draw/elements.js";
import { papersRow, resultList, seatingList, standingsTable } from "./cards.js";
import { drawing } from "./drawing.js";
import { entryForms } from "./entering.js";
import { button, choice, claimForm, clockNode, field, follow, get, loadWords, post, t } from "./hall.js";

const main = document.getElementById("main");
const SECTIONS = ["round", "people", "boxes", "draw", "results", "screens", "tables", "settings"];
const sections = Object.fromEntries(SECTIONS.map((name) => [name, el("section", { id: name, class: "step" })]));
const MORE_SECONDS = 300;
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

/** What comes next: announce a round, begin it, or wait for results. */
function nextStep(evening) {
  const next = evening.rounds + 1;
  if (evening.rounds > evening.started) {
    return button(t("start", { number: evening.rounds }), () => act("start", {}), {
      class: "big",
      disabled: evening.missing > 0,
    });
  }
  if (desk.drawn.length) {
    return button(t("publish", { number: next }), () => act("publish", {}), { class: "big" });
  }
  if (evening.rounds && evening.rounds === evening.planned) {
    return evening.over ? el("p", {}, t("night_over")) : button(t("finish"), () => act("finish", {}));
  }
  return el("p", {}, t("draw_first"));
}

function clockButtons(evening) {
  if (night.left === null) return [];
  return [
    clockNode(night),
    evening.running ? button(t("clock_stop"), () => act("pause", {})) : button(t("clock_go"), () => act("resume", {})),
    button(t("extra_all"), () => act("grant", { seconds: MORE_SECONDS })),
  ];
}

function showRound() {
  const { evening } = night;
  const minutes = field("minutes", t("minutes"), { type: "number", min: 1, max: 600, value: desk.plan.minutes });
  minutes.input.addEventListener("change", () => act("arrange", { minutes: Number(minutes.input.value) }));
  put(
    "round",
    el(
      "p",
      { class: "row" },
      el("strong", {}, evening.round ? t("round_of", { number: evening.rounds, all: evening.planned }) : t("not_yet")),
      ...clockButtons(evening),
    ),
    evening.missing ? el("p", { class: "note" }, t("missing", { count: evening.missing })) : null,
    nextStep(evening),
    minutes.node,
    evening.round ? seatingList(evening.round) : null,
  );
}

function showPeople() {
  const paste = el("textarea", { id: "paste", rows: 4, "aria-label": t("people_paste") });
  const add = async () => {
    const text = paste.value;
    paste.blur();
    await act("come", { text });
  };
  const list = desk.people.map((one) =>
    el(
      "li",
      { class: one.gone ? "gone" : "" },
      el("span", { dir: "auto" }, one.name),
      one.gone
        ? button(t("person_back"), () => act("return", { who: one.id }))
        : button(t("person_left"), () => act("leave", { who: one.id }), {
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
      box.broken
        ? button(t("box_mended"), () => act("mend", { box: box.id }))
        : button(t("box_gone"), () => act("break", { box: box.id }), {
            "aria-label": `${t("box_gone")}: ${box.place}`,
          }),
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

const showDraw = () => put("draw", ...drawing(desk, night, act, renew));

function showResults() {
  const judging = (result) => [
    el(
      "p",
      { class: "row" },
      result.status === "confirmed" ? null : button(t("confirm"), () => act("confirm", where(result))),
      result.status === "disputed" ? null : button(t("dispute"), () => act("dispute", where(result))),
    ),
  ];
  const { results, standings } = night.evening;
  const shown = [standingsTable(standings), resultList(results, judging), papersRow(night.evening)];
  put("results", ...entryForms(night.evening, act), ...shown);
}

const where = ({ round, box }) => ({ round, box });

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
  const rows = [...night.tables.values()].map((table) =>
    el(
      "li",
      { class: table.lives ? "" : "gone" },
      el("strong", {}, t("table", { place: table.place })),
      el("span", {}, table.lives ? table.title || t("table_free") : t("table_lost")),
      button(t("extra"), () => act("grant", { seconds: MORE_SECONDS, box: boxOf(table.table) })),
    ),
  );
  put(
    "tables",
    el("p", {}, t("enrol_how", { code: desk.codes.table })),
    el("img", { class: "code", src: "/code.svg?for=table", alt: t("enrol_code"), width: 180, height: 180 }),
    el("ul", { class: "names-list" }, ...rows),
  );
}

const boxOf = (table) => desk.machines.find((one) => one.table === table)?.box ?? "";

function showSettings() {
  const { plan, codes } = desk;
  const title = field("title", t("night_title"), { maxlength: 60, value: plan.name });
  const formats = desk.formats.map((one) => [one, t(`format_${one}`)]);
  const confirmings = desk.confirmings.map((one) => [one, t(`confirm_${one}`)]);
  put(
    "settings",
    title.node,
    button(t("save"), () => act("arrange", { name: title.input.value })),
    choice("confirming", t("confirm_who"), confirmings, plan.confirm, (confirm) => act("arrange", { confirm })),
    choice("format", t("format"), formats, plan.format, (format) => act("arrange", { format })),
    el(
      "p",
      { class: "row" },
      el("a", { href: "/standings.csv" }, t("standings_csv")),
      el("a", { href: "/standings.json" }, t("standings_json")),
    ),
    el("p", {}, t("crew_codes", { organiser: codes.organiser, referee: codes.referee })),
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
    desk.possible = (await get("/desk/possible.json")).lines;
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
