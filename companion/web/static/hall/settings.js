// What kind of night it is, at the organiser's desk.

import { el } from "../draw/elements.js";
import { pointsTable } from "./points.js";
import { t } from "../shell/words.js";
import { button, choice, field, unbroken } from "./hall.js";

export function settings({ desk, act }) {
  const { plan, codes } = desk;
  const title = field("title", t("night_title"), { maxlength: 60, value: plan.name });
  const venue = field("venue", t("night_venue"), { maxlength: 60, value: plan.venue, dir: "auto" });
  const save = () => {
    document.activeElement.blur();
    return act("arrange", { name: title.input.value, venue: venue.input.value });
  };
  const pairs = (names, said) => names.map((one) => [one, said(one)]);
  const arrange = (name) => (value) => {
    document.activeElement.blur();
    act("arrange", { [name]: value });
  };
  const number = (id, label, value, most) => {
    const made = field(id, label, { type: "number", min: 1, max: most, value });
    made.input.addEventListener("change", () => arrange(id)(Number(made.input.value)));
    return made.node;
  };
  return [
    el("div", { class: "row named", data: { whole: "" } }, title.node, venue.node, button(t("save"), save)),
    choice(
      "format",
      t("format"),
      pairs(desk.formats, (one) => t(`format_${one}`)),
      plan.format,
      arrange("format"),
    ),
    el("p", { class: "about" }, t(`about_${plan.format}`)),
    plan.format === "swiss" ? number("mixers", t("mixers"), plan.mixers, 40) : null,
    plan.format === "king" ? number("final", t("final"), plan.final, 12) : null,
    choice(
      "confirming",
      t("confirm_who"),
      pairs(desk.confirmings, (one) => t(`confirm_${one}`)),
      plan.confirm,
      arrange("confirm"),
    ),
    choice(
      "fill",
      t("fill"),
      pairs(["best", "full", "even"], (one) => t(`fill_${one}`)),
      plan.fill,
      arrange("fill"),
    ),
    ...pointsTable({ desk, act }),
    el(
      "dl",
      { class: "codes" },
      ...["organiser", "referee", "table"].flatMap((role) => [
        el("dt", {}, t(`code_${role}`)),
        el("dd", {}, unbroken(codes[role])),
      ]),
    ),
  ];
}
