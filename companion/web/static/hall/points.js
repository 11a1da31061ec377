// What places, waiting and broken tables bring, and what decides ties: to be seen and changed before the first result.

import { el } from "../draw/elements.js";
import { t } from "../shell/words.js";
import { button, choice } from "./hall.js";

export function pointsTable({ desk, act }) {
  const { plan, ladder, schemes } = desk;
  const locked = desk.results.length > 0;
  const pick = (name) => (value) => {
    document.activeElement.blur();
    act("arrange", { [name]: value });
  };
  const kinds = schemes.map((one) => [one, t(`scheme_${one}`)]);
  const own = () => ({ scheme: "own", table: Object.values(ladder).map((row) => row.map((one) => Math.round(one))) });
  const choose = (value) => {
    document.activeElement.blur();
    act("arrange", value === "own" && !plan.table.length ? own() : { scheme: value });
  };
  return [
    el("h3", { id: "points" }, t("points_table")),
    locked ? el("p", { class: "about" }, t("points_locked")) : null,
    locked ? null : choice("scheme", t("points_scheme"), kinds, plan.scheme, choose),
    locked || plan.scheme !== "own" ? shown(ladder) : editable(ladder, plan, act),
    ...(locked ? [] : shares(plan, pick)),
    ties(desk, act, locked),
  ];
}

const rowsOf = (ladder) => Object.entries(ladder).sort((a, b) => a[0] - b[0]);

function grid(ladder, cell) {
  const most = Math.max(...Object.values(ladder).map((row) => row.length));
  const heads = Array.from({ length: most }, (_, n) => el("th", { scope: "col" }, t("place_number", { place: n + 1 })));
  const rows = rowsOf(ladder).map(([size, row]) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, t("box_size", { count: Number(size) })),
      ...Array.from({ length: most }, (_, n) => el("td", {}, n < row.length ? cell(size, n, row[n]) : "")),
    ),
  );
  const head = el("thead", {}, el("tr", {}, el("td", {}), ...heads));
  return el("div", { class: "scrolls" }, el("table", { class: "ladder" }, head, el("tbody", {}, ...rows)));
}

const shown = (ladder) => grid(ladder, (size, n, points) => points);

/** The organiser's own table; sizes nobody plays in tonight are kept as they are. */
function editable(ladder, plan, act) {
  const fields = {};
  const table = grid(ladder, (size, n, points) => {
    const label = `${t("box_size", { count: Number(size) })}, ${t("place_number", { place: n + 1 })}`;
    const input = el("input", { type: "number", min: 0, max: 1000, value: Math.round(points), "aria-label": label });
    (fields[size] ??= []).push(input);
    return input;
  });
  const save = () => {
    document.activeElement.blur();
    const made = Object.values(fields).map((row) => row.map((one) => Number(one.value)));
    const rest = plan.table.filter((row) => !fields[row.length]);
    return act("arrange", { scheme: "own", table: [...made, ...rest] });
  };
  return el(
    "div",
    { data: { whole: "", key: "ladder" } },
    table,
    button(t("save"), save, { class: "go", "aria-label": `${t("save")}: ${t("points_table")}` }),
  );
}

/** What a round without a game of one's own brings. */
function shares(plan, pick) {
  const numbers = ["1", "2", "3", "4", "5", "6"].map((one) => [one, t("podium_points", { points: one })]);
  const options = [["", t("share_nothing")], ["average", t("share_average")], ...numbers];
  return ["bye", "broken", "missed"].map((name) =>
    choice(`share-${name}`, t(`share_${name}`), options, plan[name], pick(name)),
  );
}

/** What decides between people with the same points: in order, each can be moved or left out. */
function ties({ plan, breaks }, act, locked) {
  const said = Object.fromEntries(breaks.map(({ name, say }) => [name, say]));
  const arrange = (list) => act("arrange", { breaks: list });
  const used = plan.breaks.map((name, n) =>
    el(
      "li",
      { data: { key: name } },
      el("span", {}, said[name]),
      ...(locked
        ? []
        : [
            n
              ? button("↑", () => arrange(swapped(plan.breaks, n)), { "aria-label": `${t("tie_up")}: ${said[name]}` })
              : null,
            button(t("tie_out"), () => arrange(plan.breaks.filter((one) => one !== name)), {
              "aria-label": `${t("tie_out")}: ${said[name]}`,
            }),
          ]),
    ),
  );
  const rest = breaks.filter(({ name }) => !plan.breaks.includes(name));
  const more = rest.map(({ name, say }) =>
    button(t("tie_add", { name: say }), () => arrange([...plan.breaks, name]), { class: "quiet" }),
  );
  return el(
    "div",
    { class: "ties", data: { key: "ties" } },
    el("h3", {}, t("ties_title")),
    used.length ? el("ol", {}, ...used) : el("p", { class: "about" }, t("ties_none")),
    locked || !more.length ? null : el("p", { class: "row" }, ...more),
  );
}

const swapped = (list, n) => [...list.slice(0, n - 1), list[n], list[n - 1], ...list.slice(n + 1)];
