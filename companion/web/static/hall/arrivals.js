// How people come in, at the organiser's desk: who asks to play, and what is asked of whoever comes.

import { el } from "../draw/elements.js";
import { t } from "../shell/words.js";
import { button, field } from "./hall.js";

/** Who would like to play, and waits to be let in. */
export function asking({ asking: those }, act) {
  if (!those.length) return null;
  const rows = those.map((one) =>
    el(
      "li",
      { data: { key: one.id } },
      el("bdi", {}, one.name),
      el(
        "span",
        { class: "row" },
        button(t("ask_admit"), () => act("admit", { who: one.id }), {
          class: "go",
          "aria-label": `${t("ask_admit")}: ${one.name}`,
        }),
        button(t("ask_not"), () => act("turn-away", { who: one.id }), { "aria-label": `${t("ask_not")}: ${one.name}` }),
      ),
    ),
  );
  return el("div", { class: "note asking", data: { key: "asking" } }, el("h3", {}, t("asking")), el("ul", {}, ...rows));
}

/** How people come in: with their own phone, each let in or not, checked in at the door, as many as there is room for. */
export function arrivals(desk, act) {
  const { plan } = desk;
  const check = (id, label, checked, change) =>
    el("label", { class: "check" }, el("input", { type: "checkbox", id, checked, on: { change } }), t(label));
  const set = (name) => (event) => {
    const on = event.target.checked;
    event.target.blur();
    act("arrange", { [name]: on });
  };
  const most = field("most", t("most_people"), { type: "number", min: 0, max: 10000, value: plan.most || "" });
  most.input.addEventListener("change", () => act("arrange", { most: Number(most.input.value) || 0 }));
  return [
    check("door", "door", desk.door, toggle(act)),
    el(
      "details",
      { id: "arrivals" },
      el("summary", {}, t("arrivals")),
      check("admit", "door_admit", plan.admit, set("admit")),
      check("checkin", "checkin", plan.checkin, set("checkin")),
      most.node,
    ),
  ];
}

const toggle = (act) => (event) => {
  const open = event.target.checked;
  event.target.blur();
  act("door", { open });
};
