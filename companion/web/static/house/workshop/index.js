// The workshop's door: one card for each bench.

import { el } from "../../draw/elements.js";
import { t } from "../../shell/words.js";
import { open } from "./workshop.js";

const card = ({ name, title, about }) =>
  el("li", {}, el("a", { class: "room", href: `/workshop/${name}` }, el("strong", {}, title), el("span", {}, about)));

await open("workshop_heading", (state) => [
  el("p", {}, t("workshop_about")),
  el("ul", { class: "boxes benches" }, ...state.benches.map(card)),
]);
