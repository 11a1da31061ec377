// The dig at its end: everybody's purse, and who is out of the game.

import { el } from "../../draw/elements.js";
import { ask } from "../../shell/dialog.js";
import { t } from "../../shell/words.js";

export function countAtEnd({ view }, tell) {
  const rows = view.seats.map(purse);
  const send = (event) => {
    event.preventDefault();
    tell({
      purses: rows.map(({ gold, silver, owed }) => [Number(gold.value), Number(silver.value), Number(owed.value)]),
      out: rows.flatMap(({ out }, seat) => (out.checked ? [seat] : [])),
    });
  };
  const done = el("button", { class: "answer main", type: "submit" }, t("light_done"));
  ask(t("light_count"), el("form", { class: "at-end", on: { submit: send } }, ...rows.map(({ node }) => node), done));
}

function purse({ name }) {
  const field = () => el("input", { type: "number", min: 0, max: 999, value: 0, required: true, inputmode: "numeric" });
  const [gold, silver, owed, out] = [field(), field(), field(), el("input", { type: "checkbox" })];
  const node = el(
    "fieldset",
    {},
    el("legend", { dir: "auto" }, name),
    el(
      "div",
      { class: "purse" },
      el("label", {}, t("dig_light_gold"), gold),
      el("label", {}, t("dig_light_silver"), silver),
      el("label", {}, t("dig_light_owed"), owed),
      el("label", {}, out, t("dig_light_out")),
    ),
  );
  return { node, gold, silver, owed, out };
}
