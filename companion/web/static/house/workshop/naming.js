// Naming: what looks the same stands together, with the name the house proposes for it.

import { el } from "../../draw/elements.js";
import { t } from "../../shell/words.js";
import { crop } from "./faces.js";

const SHOWN = 4;
const OUT = "-";

/** The picture's groups with a name each, to be confirmed together. */
export function naming(state, { step }) {
  const { proposals, pending } = state.lesson;
  const groups = proposals.map((group, number) => row(state, group, number));
  const form = el(
    "form",
    { class: "naming" },
    el("h4", {}, t("teach_name")),
    el("p", {}, t("teach_name_about")),
    el("ul", { class: "faces" }, ...groups.map(({ node }) => node)),
    el(
      "p",
      { class: "row" },
      el("button", { class: "big", data: { next: "" } }, t("teach_confirm")),
      retake(state, step),
    ),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const labels = {};
    for (const { cells, choice } of groups) {
      if (choice.value !== OUT) for (const cell of cells) labels[cell] = choice.value;
    }
    await step("name", { room: state.room, pending, labels });
  });
  return [form];
}

const retake = (state, step) =>
  el("button", { type: "button", on: { click: () => step("back", { room: state.room }) } }, t("teach_retake"));

function row(state, { cells, label, known }, number) {
  const { pending, kind, options, faces, loose } = state.lesson;
  const id = `name-${number}`;
  // in a spread nothing lies in any order: what is not recognised wants a name before all are confirmed
  const ask = !label && pending in loose;
  const choice = el(
    "select",
    { id, required: true },
    ask ? el("option", { value: "", selected: true }, t("teach_choose")) : "",
    el("option", { value: OUT, selected: !label && !ask }, t("teach_nothing")),
    ...options.map((one) => el("option", { value: one, selected: same(one, label) }, faces[`${kind}/${one}`].say)),
  );
  const shown = cells.slice(0, SHOWN).map((cell) => crop(state, [pending, cell]));
  const hint = label ? t(known ? "teach_known" : "teach_guess") : "";
  const text = el("label", { for: id }, t("teach_places", { count: cells.length }), hint ? ` · ${hint}` : "");
  return { cells, choice, node: el("li", { class: "face" }, el("span", { class: "crops" }, ...shown), text, choice) };
}

const same = (one, other) => Boolean(other) && one.split("@")[0] === other.split("@")[0];
