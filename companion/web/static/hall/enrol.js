// Where the picture on the desk leads: the owner of a house is sent on to that house.

import { el } from "../draw/elements.js";
import { field, loadWords, t, unbroken } from "./hall.js";

const main = document.getElementById("main");
// after the #, so that no network hears it on the way here
const code = location.hash.slice(1);

await loadWords();
document.title = t("enrol_title");
const house = field("house", t("enrol_house"), { inputmode: "url", placeholder: "192.168.0.17:8080" });
const go = (event) => {
  event.preventDefault();
  const typed = house.input.value.trim();
  if (!typed) return;
  const to = new URL("/house/hall", typed.includes("://") ? typed : `${location.protocol}//${typed}`);
  to.hash = new URLSearchParams({ at: location.origin, code });
  location.assign(to);
};
main.replaceChildren(
  el("h2", {}, t("enrol_title")),
  el("p", {}, t("enrol_about", { address: location.origin, code: unbroken(code) })),
  el("form", { class: "plan", on: { submit: go } }, house.node, el("button", { class: "big" }, t("enrol_go"))),
);
