// The people the house knows: the owner may rename or forget them.

import { el } from "../draw/elements.js";
import { keep } from "../draw/keep.js";
import { get } from "../shell/requests.js";
import { t } from "../shell/words.js";
import { post } from "./house.js";

export async function personsNode() {
  const list = el("ul", { class: "known" });
  const show = async () => {
    const { people } = await get("/settings/people.json");
    keep(
      list,
      people.length ? people : [""],
      (name) => name,
      (name) => (name ? person(name, show) : el("li", {}, t("people_none"))),
    );
  };
  await show();
  return el(
    "fieldset",
    { class: "machine" },
    el("legend", {}, t("people_settings")),
    el("p", {}, el("small", {}, t("people_settings_about"))),
    list,
  );
}

function person(who, changed) {
  const field = el("input", {
    value: who,
    maxlength: 24,
    required: true,
    autocomplete: "off",
    dir: "auto",
    "aria-label": t("person_name", { name: who }),
  });
  const rename = async (event) => {
    event.preventDefault();
    const answer = await post("/settings/people/rename", { who, name: field.value });
    if (answer.kind === "accepted") changed();
  };
  const forget = async () => {
    if (!confirm(t("person_forget_really", { name: who }))) return;
    const answer = await post("/settings/people/forget", { who });
    if (answer.kind === "accepted") changed();
  };
  const buttons = [
    el("button", { class: "quiet" }, t("person_rename")),
    el("button", { type: "button", class: "quiet", on: { click: forget } }, t("person_forget")),
  ];
  return el("li", {}, el("form", { class: "row", on: { submit: rename } }, field, ...buttons));
}
