// The round at the organiser's desk: what comes next, the clock, and every table with what can be done there.

import { classes, el } from "../draw/elements.js";
import { MORE_SECONDS } from "./boxes.js";
import { button, choice, clockNode, field, t } from "./hall.js";

export function round({ desk, night, act }) {
  const { evening } = night;
  const { playing, round: shown } = evening;
  return [
    el(
      "div",
      { class: "row now" },
      el("strong", { class: "lead" }, shown ? heading(evening) : t("not_yet")),
      ...clock(night, act),
    ),
    evening.missing ? el("p", { class: "note", data: { key: "missing" } }, stillOpen(evening)) : null,
    next(desk, evening, act),
    takeBack(evening, act),
    playing ? tables(playing, desk, night, act) : null,
    playing ? el("h3", {}, t("announced", { number: shown.number })) : null,
    shown ? tables(shown, desk, night, act) : null,
    shown?.waiting.length
      ? el("p", { data: { key: "waiting" } }, t("waiting", { names: shown.waiting.map((one) => one.name).join(", ") }))
      : null,
    minutes(desk, act),
  ];
}

const heading = ({ format, playing, round: shown, planned }) =>
  format === "free" ? t("format_free") : t("round_of", { number: (playing ?? shown).number, all: planned });

/** The tables that still owe a result, by what people call them. */
function owing(evening) {
  const known = new Set(evening.results.map((result) => result.task));
  const current = evening.playing ?? evening.round;
  return current.tables.filter((table) => !known.has(table.task)).map((table) => table.place);
}

const stillOpen = (evening) =>
  t("still_open", { count: evening.missing, tables: owing(evening).join(", ") || evening.missing });

/** An announcement can be taken back until the round begins. */
function takeBack(evening, act) {
  if (evening.over || evening.rounds <= evening.started) return null;
  const number = evening.rounds;
  const back = () => confirm(t("unpublish_sure", { number })) && act("unpublish", { round: number });
  return el("p", { class: "row", data: { key: "back" } }, button(t("unpublish", { number }), back, { class: "quiet" }));
}

function clock(night, act) {
  if (night.left === null) return [];
  return [
    clockNode(night),
    night.evening.running ? button(t("clock_stop"), () => act("pause")) : button(t("clock_go"), () => act("resume")),
    button(t("extra_all"), () => act("grant", { seconds: MORE_SECONDS, round: night.evening.started })),
  ];
}

function minutes(desk, act) {
  const made = field("minutes", t("minutes"), { type: "number", min: 1, max: 600, value: desk.plan.minutes });
  made.input.addEventListener("change", () => act("arrange", { minutes: Number(made.input.value) }));
  return desk.plan.format === "free" ? null : made.node;
}

/** What comes next: people, boxes, a draw, a round to announce, one to start, the end. */
function next(desk, evening, act) {
  if (evening.over) return el("p", { class: "note" }, t("night_over"));
  const go = (key, name, body = {}, props = {}) =>
    button(t(key, { number: body.round }), () => act(name, body), { class: "big", ...props });
  if (evening.rounds > evening.started) {
    return go("start", "start", { round: evening.rounds }, { disabled: evening.missing > 0 });
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
    return el("p", { class: "row" }, link("free"), evening.missing ? null : button(t("finish"), () => act("finish")));
  }
  if (!evening.rounds || evening.rounds < desk.plan.rounds) return link("draw");
  return evening.missing ? null : go("finish", "finish");
}

function tables(shown, desk, night, act) {
  const { evening } = night;
  const known = new Map(evening.results.map((result) => [result.task, result]));
  const used = new Set(shown.tables.map((one) => one.box));
  const rows = shown.tables.map((table) => {
    const result = known.get(table.task);
    const live = night.tables.get(table.table);
    const begun = Number(table.task.split(":")[0]) <= evening.started;
    return el(
      "li",
      { class: classes("sitting", result && "done", live && !live.lives && "gone"), data: { key: table.task } },
      el("strong", {}, t("table", { place: table.place })),
      el("span", {}, table.title),
      el("span", { dir: "auto" }, table.people.map((one) => one.name).join(", ")),
      el("small", {}, begun ? status(result, live, table) : ""),
      trouble(table, { used, desk, evening, act, result }),
    );
  });
  return el("ol", { class: "sittings desk", data: { key: `round-${shown.number}` } }, ...rows);
}

function status(result, live, table) {
  if (result) return t(`status_${result.status}`);
  if (!live) return t("box_paper");
  if (!live.lives) return t("table_lost");
  return live.task === table.task ? t("table_playing") : t("table_waits");
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
    result ? null : elsewhere(table, { used, desk, act, broken }),
  );
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
