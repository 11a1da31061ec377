// What is rarely done about one of the people: a free seat, a penalty, one person twice, another phone, to be forgotten.

import { el } from "../draw/elements.js";
import { t } from "../shell/words.js";
import { sortedNames } from "./cards.js";
import { button, choice, field, isolated } from "./hall.js";
import { picker } from "./paged.js";

/** What is rarely needed: a free seat, a penalty, the same person twice, another phone, and to be forgotten. */
export function record(one, desk, night, act) {
  const { names, boxes } = { names: night.evening.names, boxes: desk.boxes };
  const place = (id) => t("table", { place: boxes.find((box) => box.id === id)?.place ?? "–" });
  const seats = desk.seats
    .filter((each) => each.unseated.includes(one.id) && each.free.length)
    .map((each) =>
      choice(
        `sit-${one.id}-${each.round}`,
        t("sit_in", { number: each.round }),
        [["", "–"], ...each.free.map((box) => [box, place(box)])],
        "",
        (box) => {
          document.activeElement.blur();
          if (box) act("sit", { round: each.round, who: one.id, box });
        },
      ),
    );
  const others = sortedNames(names).filter(([id]) => id !== one.id);
  const merge = picker(`merge-${one.id}`, t("merge"), [["", "–"], ...others], "", (into) => {
    document.activeElement.blur();
    const sure = into && confirm(t("merge_sure", { name: isolated(one.name), other: isolated(names[into]) }));
    if (sure) act("merge", { who: one.id, into });
  });
  const forget = () =>
    confirm(t(one.sat ? "forget_sure_sat" : "forget_sure", { name: isolated(one.name) })) &&
    act("forget", { who: one.id });
  const label = t(one.sat ? "forget_sat" : "forget");
  return el(
    "div",
    { class: "form" },
    ...seats,
    penalties(one, desk, act),
    merge,
    el(
      "p",
      { class: "row" },
      one.phone
        ? button(t("phone_free"), () => act("silence", { who: one.id }), {
            "aria-label": `${t("phone_free")}: ${one.name}`,
          })
        : null,
      one.nameless ? null : button(label, forget, { class: "danger", "aria-label": `${label}: ${one.name}` }),
    ),
  );
}

function penalties(one, desk, act) {
  const had = desk.penalties.filter(({ who }) => who === one.id);
  const points = field(`penalty-${one.id}`, t("penalty_points"), {
    type: "number",
    min: 0.5,
    max: 100,
    step: 0.5,
    value: 1,
  });
  const why = field(`penalty-why-${one.id}`, t("penalty_why"), { maxlength: 200, dir: "auto" });
  const give = () => {
    document.activeElement.blur();
    const told = { id: `${one.id}-${desk.penalties.length}`, points: Number(points.input.value), why: why.input.value };
    return act("penalise", { who: one.id, ...told });
  };
  const rows = had.map((each) =>
    el(
      "li",
      { class: each.pardoned ? "gone" : "", data: { key: each.id } },
      el("span", {}, t("penalty_line", { points: String(each.points), why: isolated(each.why) })),
      each.pardoned
        ? el("small", {}, t("penalty_pardoned"))
        : button(t("penalty_pardon"), () => act("pardon", { id: each.id })),
    ),
  );
  return el(
    "details",
    { id: `penalties-${one.id}`, data: { whole: "" } },
    el("summary", {}, t("penalties")),
    rows.length ? el("ul", { class: "rules-list" }, ...rows) : null,
    el(
      "div",
      { class: "row" },
      points.node,
      why.node,
      button(t("penalty_give"), give, { "aria-label": `${t("penalty_give")}: ${one.name}` }),
    ),
  );
}
