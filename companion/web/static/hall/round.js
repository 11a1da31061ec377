// The round at the organiser's desk: what comes next, the clock, and every table with what can be done there.

import { classes, el } from "../draw/elements.js";
import { MORE_SECONDS } from "./boxes.js";
import { papersRow, podium, statusOf, tableText, waiting } from "./cards.js";
import { t } from "../shell/words.js";
import { button, choice, clockNode, field, listed } from "./hall.js";
import { paged, picker } from "./paged.js";

const TABLES = 30;
const MOST_NAMED = 12;

export function round(here) {
  const { desk, night, act } = here;
  const { evening } = night;
  if (evening.over) return ended(evening, act);
  return [
    el(
      "div",
      { class: "row now" },
      el("strong", { class: "lead" }, evening.round ? heading(evening) : t("not_yet")),
      ...clock(night, act),
    ),
    evening.missing ? el("p", { class: "note", data: { key: "missing" } }, stillOpen(evening)) : null,
    next(desk, evening, act),
    takeBack(evening, act),
    takeStartBack(evening, act),
    ...(evening.round ? seats(evening, here) : []),
  ];
}

/** Every table of the round that is played, and of the one that is announced. */
function seats({ format, playing, round: shown }, here) {
  return [
    ...(playing ? tables(playing, here) : []),
    playing ? el("h3", {}, t("announced", { number: shown.number })) : null,
    ...tables(shown, here),
    shown.waiting.length ? el("p", { class: "about", data: { key: "waiting" } }, waiting(shown)) : null,
    format === "free" ? null : papersRow("seating", "cards"),
  ];
}

/** The night is over: who won, and what there is to print. */
const ended = (evening, act) => [
  el("p", { class: "lead" }, t("night_over")),
  podium(evening.standings),
  el("p", { class: "about" }, t("night_over_about")),
  papersRow("standings", "crosstable", "certificates"),
  el(
    "p",
    { class: "row" },
    button(t("reopen"), () => confirm(t("reopen_sure")) && act("reopen"), { class: "quiet" }),
  ),
];

const heading = ({ format, playing, round: shown, planned }) =>
  format === "free" ? t("format_free") : t("round_of", { number: (playing ?? shown).number, all: planned });

/** The tables that still owe a result, by what people call them. */
function owing(evening) {
  const current = evening.playing ?? evening.round;
  const places = current.tables.filter((table) => !evening.statuses[table.task]).map((table) => table.place);
  return places.length > MOST_NAMED ? [...places.slice(0, MOST_NAMED), "…"] : places;
}

const stillOpen = (evening) =>
  t("still_open", { count: evening.missing, tables: owing(evening).join(", ") || evening.missing });

/** An announcement can be taken back until the round begins. */
function takeBack(evening, act) {
  if (evening.rounds <= evening.started) return null;
  const number = evening.rounds;
  const back = () => confirm(t("unpublish_sure", { number })) && act("unpublish", { round: number });
  return el("p", { class: "row", data: { key: "back" } }, button(t("unpublish", { number }), back, { class: "quiet" }));
}

/** So can the start of a round, while no result has come in. */
function takeStartBack(evening, act) {
  const number = evening.started;
  const any = evening.results.some((result) => result.round === number);
  if (!number || any || evening.rounds > number || evening.format === "free") return null;
  const back = () => confirm(t("unstart_sure", { number })) && act("unstart", { round: number });
  return el(
    "p",
    { class: "row", data: { key: "unstart" } },
    button(t("unstart", { number }), back, { class: "quiet" }),
  );
}

function clock(night, act) {
  if (night.left === null) return [];
  return [
    clockNode(night),
    night.evening.running ? button(t("clock_stop"), () => act("pause")) : button(t("clock_go"), () => act("resume")),
    button(t("extra_all"), () => act("grant", { seconds: MORE_SECONDS, round: night.evening.started })),
  ];
}

/** How long the next round is; said where it is started. */
function minutes(desk, act) {
  const made = field("minutes", t("minutes"), { type: "number", min: 1, max: 600, value: desk.plan.minutes });
  made.input.addEventListener("change", () => act("arrange", { minutes: Number(made.input.value) }));
  return made.node;
}

/** What comes next: people, boxes, a draw, a round to announce, one to start, the end. */
function next(desk, evening, act) {
  const go = (key, name, body = {}, props = {}) =>
    button(t(key, { number: body.round }), () => act(name, body), { class: "big", ...props });
  if (evening.rounds > evening.started) {
    const start = go("start", "start", { round: evening.rounds }, { disabled: evening.missing > 0 });
    return el("div", { class: "starting", data: { key: "start" } }, start, minutes(desk, act));
  }
  if (!desk.drawn.length) return drawOrFinish(desk, evening, act, go);
  const number = evening.rounds + 1;
  return evening.missing ? early(evening, number, act) : go("publish", "publish", { round: number });
}

/** Games are still being played: the next round can be announced, but not by a slip of the finger. */
function early(evening, number, act) {
  const sure = () => confirm(`${stillOpen(evening)}\n\n${t("publish_early_sure", { number })}`);
  const go = () => sure() && act("publish", { round: number, early: true });
  const label = t("publish_early", { number });
  return el("p", { class: "row", data: { key: "early" } }, button(label, go, { class: "quiet" }));
}

/** Nothing is drawn: what is missing for a draw, or the end of the night. */
function drawOrFinish(desk, evening, act, go) {
  const link = (name) => el("a", { class: "big", href: `#${name}` }, t(`next_${name}`));
  if (!desk.people.length) return link("people");
  if (!desk.boxes.length) return link("boxes");
  if (desk.plan.format === "free") {
    const finish = evening.missing ? null : button(t("finish"), () => act("finish"));
    return el("p", { class: "row" }, el("a", { class: "big", href: "#draw" }, t("next_free")), finish);
  }
  if (!evening.rounds || evening.rounds < desk.plan.rounds) return link("draw");
  return evening.missing ? null : go("finish", "finish");
}

function tables(shown, { desk, night, act, open, show }) {
  const { evening } = night;
  const known = new Map(evening.results.map((result) => [result.task, result]));
  const used = new Set(shown.tables.map((one) => one.box));
  const row = (table) => {
    const result = known.get(table.task);
    const live = night.tables.get(table.table);
    const begun = Number(table.task.split(":")[0]) <= evening.started;
    return el(
      "li",
      { class: classes("sitting", result?.status ?? (live && !live.lives && "gone")), data: { key: table.task } },
      el("strong", {}, t("table", { place: table.place })),
      el("span", { class: "what" }, table.title),
      el("span", { class: "who" }, ...listed(table.people)),
      begun ? el("small", {}, status(result, live, table)) : null,
      begun && !result
        ? el("a", { class: "enter", href: "#results", on: { click: () => open(table) } }, t("enter"))
        : null,
      trouble(table, { used, desk, evening, act, result }),
    );
  };
  const silent = ({ table }) => night.tables.get(table) && !night.tables.get(table).lives;
  const filters = [
    ["open", t("filter_open"), ({ task }) => !evening.statuses[task]],
    ["disputed", t("filter_disputed"), ({ task }) => evening.statuses[task] === "disputed"],
    ["silent", t("table_lost"), silent],
  ];
  return paged(`round-${shown.number}`, shown.tables, {
    text: tableText,
    make: (those) => el("ol", { class: "sittings desk", data: { key: `round-${shown.number}` } }, ...those.map(row)),
    changed: () => show(),
    filters: shown.number > evening.started ? [] : filters,
    size: TABLES,
    find: `find-${shown.number}`,
  });
}

function status(result, live, table) {
  if (result) return statusOf(result);
  if (!live) return t("box_paper");
  if (!live.lives) return t("table_lost");
  if (live.task !== table.task) return t("table_waits");
  if (live.stopped) return t("table_stopped");
  return t(live.over ? "table_done" : "table_playing");
}

/** A table in trouble: more time, another box, or no result. */
function trouble(table, { used, desk, evening, act, result }) {
  const { box } = table;
  const number = Number(table.task.split(":")[0]);
  const begun = number <= evening.started;
  const broken = desk.boxes.find((one) => one.id === box)?.broken;
  return el(
    "details",
    { id: `trouble-${number}-${box}` },
    el("summary", { "aria-label": `${t("trouble")}: ${table.place}` }, t("trouble")),
    el(
      "p",
      { class: "row" },
      evening.running && begun && !result
        ? button(t("extra"), () => act("grant", { seconds: MORE_SECONDS, round: evening.started, box }))
        : null,
      broken
        ? button(t("box_mended"), () => act("mend", { box }))
        : button(t("box_broke"), () => act("break", { box })),
      result || !begun ? null : button(t("excuse"), () => act("excuse", { round: number, box })),
    ),
    ...(result ? [] : freeSeats(table, { number, desk, evening, act })),
    result ? null : elsewhere(table, { used, desk, act, broken }),
  );
}

/** A free seat for somebody who has none, and another table for somebody who sits here. */
function freeSeats(table, { number, desk, evening, act }) {
  const open = desk.seats.find((one) => one.round === number);
  if (!open) return [];
  const sit = (who, box) => {
    document.activeElement.blur();
    if (who) act("sit", { round: number, who, box });
  };
  const none = [["", "–"]];
  const come = open.unseated.map((id) => [id, evening.names[id] ?? "–"]);
  const go = table.people.map(({ id, name }) => [id, name]);
  const away = open.free.filter((box) => box !== table.box);
  const places = away.map((box) => [box, t("table", { place: desk.boxes.find((one) => one.id === box)?.place })]);
  let mover = "";
  return [
    open.free.includes(table.box) && come.length
      ? picker(`sit-${number}-${table.box}`, t("sit_here"), [...none, ...come], "", (who) => sit(who, table.box))
      : null,
    places.length
      ? el(
          "div",
          { class: "row", data: { whole: "", key: `away-${table.box}` } },
          choice(`mover-${number}-${table.box}`, t("sit_who"), [...none, ...go], "", (who) => (mover = who)),
          choice(
            `moved-${number}-${table.box}`,
            t("sit_where"),
            [...none, ...places],
            "",
            (box) => box && sit(mover, box),
          ),
        )
      : null,
  ].filter(Boolean);
}

/** Another box of the same game that is free and seats as many. */
function elsewhere(table, { used, desk, act, broken }) {
  const free = desk.boxes.filter((one) => one.game === table.room && !one.broken && !used.has(one.id));
  const fits = free.filter((one) => one.sizes.includes(table.people.length));
  if (!fits.length) return broken ? el("p", { class: "note" }, t("no_other_box")) : null;
  const number = Number(table.task.split(":")[0]);
  const to = fits.map((one) => [one.id, t("table", { place: one.place })]);
  return choice(`move-${number}-${table.box}`, t("move_to"), [["", "–"], ...to], "", (other) => {
    document.activeElement.blur();
    if (other) act("move", { round: number, box: table.box, to: other });
  });
}
