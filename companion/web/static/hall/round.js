// The round at the organiser's desk: what comes next, the clock, and every table with what can be done there.

import { classes, el } from "../draw/elements.js";
import { MORE_SECONDS } from "./boxes.js";
import { button, choice, clockNode, field, t } from "./hall.js";

export function round({ desk, night, act }) {
  const { evening } = night;
  return [
    el(
      "div",
      { class: "row now" },
      el("strong", { class: "lead" }, evening.round ? heading(evening) : t("not_yet")),
      ...clock(night, act),
    ),
    evening.missing ? el("p", { class: "note" }, t("missing", { count: evening.missing })) : null,
    next(desk, evening, act),
    evening.round ? tables(desk, night, act) : null,
    evening.round?.waiting.length
      ? el("p", {}, t("waiting", { names: evening.round.waiting.map((one) => one.name).join(", ") }))
      : null,
    minutes(desk, act),
  ];
}

const heading = (evening) =>
  evening.format === "free" ? t("format_free") : t("round_of", { number: evening.rounds, all: evening.planned });

function clock(night, act) {
  if (night.left === null) return [];
  return [
    clockNode(night),
    night.evening.running ? button(t("clock_stop"), () => act("pause")) : button(t("clock_go"), () => act("resume")),
    button(t("extra_all"), () => act("grant", { seconds: MORE_SECONDS })),
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
  const go = (key, name, values = {}, props = {}) =>
    button(t(key, values), () => act(name), { class: "big", ...props });
  if (evening.rounds > evening.started) {
    return go("start", "start", { number: evening.rounds }, { disabled: evening.missing > 0 });
  }
  if (desk.drawn.length) return go("publish", "publish", { number: evening.rounds + 1 });
  return drawOrFinish(desk, evening, act, go);
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

function tables(desk, night, act) {
  const { evening } = night;
  const known = new Map(evening.results.map((result) => [result.task, result]));
  const rows = evening.round.tables.map((table) => {
    const result = known.get(table.task);
    const live = night.tables.get(table.table);
    return el(
      "li",
      { class: classes("sitting", result && "done", live && !live.lives && "gone") },
      el("strong", {}, t("table", { place: table.place })),
      el("span", {}, table.title),
      el("span", { dir: "auto" }, table.people.map((one) => one.name).join(", ")),
      el("small", {}, status(result, live, table, evening)),
      trouble(table, desk, evening, act, result),
    );
  });
  return el("ol", { class: "sittings desk" }, ...rows);
}

function status(result, live, table, evening) {
  if (result) return t(`status_${result.status}`);
  if (evening.started < evening.rounds) return "";
  if (!live) return t("box_paper");
  if (!live.lives) return t("table_lost");
  return live.task === table.task ? t("table_playing") : t("table_waits");
}

/** A table in trouble: more time, another box, or no result. */
function trouble(table, desk, evening, act, result) {
  const { box } = table;
  const number = Number(table.task.split(":")[0]);
  const broken = desk.boxes.find((one) => one.id === box)?.broken;
  return el(
    "details",
    { id: `trouble-${box}` },
    el("summary", { "aria-label": `${t("trouble")}: ${table.place}` }, t("trouble")),
    el(
      "p",
      { class: "row" },
      evening.running && !result ? button(t("extra"), () => act("grant", { seconds: MORE_SECONDS, box })) : null,
      broken
        ? button(t("box_mended"), () => act("mend", { box }))
        : button(t("box_broke"), () => act("break", { box })),
      result ? null : button(t("excuse"), () => act("excuse", { round: number, box })),
    ),
    result ? null : elsewhere(table, desk, evening, act, broken),
  );
}

/** Another box of the same game that is free and seats as many. */
function elsewhere(table, desk, evening, act, broken) {
  const used = new Set(evening.round.tables.map((one) => one.box));
  const free = desk.boxes.filter((one) => one.game === table.room && !one.broken && !used.has(one.id));
  const fits = free.filter((one) => one.sizes.includes(table.people.length));
  if (!fits.length) return broken ? el("p", { class: "note" }, t("no_other_box")) : null;
  const to = fits.map((one) => [one.id, t("table", { place: one.place })]);
  const number = Number(table.task.split(":")[0]);
  return choice(`move-${table.box}`, t("move_to"), [["", "–"], ...to], "", (other) => {
    document.activeElement.blur();
    if (other) act("move", { round: number, box: table.box, to: other });
  });
}
