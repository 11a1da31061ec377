// The printing bench: choose paper and look once, then take any sheet.

import { el } from "../../draw/elements.js";
import { address } from "../../shell/address.js";
import { get } from "../../shell/requests.js";
import { t } from "../../shell/words.js";
import { post } from "../house.js";
import { open } from "./workshop.js";

const chosen = { paper: "a4", language: "", large: false, contrast: false, names: "", seats: 4 };
let links = [];

const option = (value, text, now) => el("option", { value, selected: value === now }, text);

function select(label, name, options) {
  const input = el(
    "select",
    { id: `print-${name}` },
    ...options.map(([value, text]) => option(value, text, chosen[name])),
  );
  input.addEventListener("change", () => change(name, input.value));
  return el("p", { class: "field" }, el("label", { for: input.id }, label), input);
}

function tick(label, name) {
  const input = el("input", { type: "checkbox", checked: chosen[name] });
  input.addEventListener("change", () => change(name, input.checked));
  return el("label", { class: "switch" }, input, el("span", {}, label));
}

function typed(label, name, type) {
  const input = el("input", { id: `print-${name}`, type, value: chosen[name], min: 1, max: 12, autocomplete: "off" });
  input.addEventListener("input", () => change(name, input.value));
  return el("p", { class: "field" }, el("label", { for: input.id }, label), input);
}

function change(name, value) {
  chosen[name] = value;
  for (const [link, kind, room] of links) link.href = hrefOf(kind, room);
}

function hrefOf(kind, room) {
  const asked = new URLSearchParams({ kind, paper: chosen.paper, language: chosen.language });
  if (room) asked.set("room", room);
  if (chosen.large) asked.set("large", "1");
  if (chosen.contrast) asked.set("contrast", "1");
  if (kind === "seats") asked.set("seats", chosen.seats || "4");
  if (kind === "places") for (const name of namesOf()) asked.append("name", name);
  return address(`/workshop/print/${room || "house"}-${kind}.pdf?${asked}`);
}

const namesOf = () =>
  chosen.names
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);

function sheet({ kind, title, about }, room) {
  const link = el("a", { href: hrefOf(kind, room), target: "_blank", class: kind === "play" ? "big" : "chip" }, title);
  links.push([link, kind, room]);
  return el("li", {}, link, about ? el("small", {}, about) : "");
}

const group = (heading, kinds, room) =>
  el(
    "fieldset",
    { class: "machine" },
    el("legend", {}, heading),
    el("ul", { class: "sheets" }, ...kinds.map((kind) => sheet(kind, room))),
  );

/** The bar was measured with a ruler: keep how large the printer made things. */
function measuring({ owner, printed_percent: percent }) {
  if (!owner) return "";
  const input = el("input", { id: "bar", type: "number", step: "any", min: 85, max: 110, value: percent });
  const keep = async (event) => {
    event.preventDefault();
    const values = { printed_percent: Number(input.value), paper: chosen.paper };
    await post("/settings/change", { values });
  };
  return el(
    "form",
    { class: "plan", on: { submit: keep } },
    el(
      "fieldset",
      {},
      el("legend", {}, t("print_measured")),
      el("p", {}, t("print_measured_about")),
      el("p", { class: "row" }, el("label", { for: "bar" }, t("print_bar")), input, el("button", {}, t("print_keep"))),
    ),
  );
}

await open("print_heading", async () => {
  const offered = await get("/workshop/print.json");
  links = [];
  Object.assign(chosen, { paper: offered.paper, language: offered.language, names: offered.people.join(", ") });
  return [
    el("p", {}, t("print_about")),
    el(
      "fieldset",
      { class: "machine" },
      el("legend", {}, t("print_how")),
      select(
        t("print_paper"),
        "paper",
        offered.papers.map((paper) => [paper, t(`paper_${paper}`)]),
      ),
      select(t("print_language"), "language", Object.entries(offered.languages)),
      tick(t("print_large"), "large"),
      tick(t("print_contrast"), "contrast"),
      typed(t("print_names"), "names", "text"),
      typed(t("print_seats"), "seats", "number"),
    ),
    group(t("print_general"), offered.general, ""),
    ...offered.rooms.map(({ name, title, kinds }) => group(title, kinds, name)),
    measuring(offered),
  ];
});
