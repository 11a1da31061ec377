// Where the picture on the desk leads: the owner of a house is sent on to that house.

import { el } from "../draw/elements.js";
import { get } from "../shell/requests.js";
import { loadWords, t } from "../shell/words.js";
import { field, host, unbroken, unreached } from "./hall.js";

const main = document.getElementById("main");
// after the #, so that no network hears it on the way here
const code = location.hash.slice(1);

const [{ evening }] = await Promise.all([get("/hall.json"), loadWords()]);
document.title = t("enrol_title");
const at = host(evening);
const address = at ? `${location.protocol}//${at}` : location.origin;
const house = field("house", t("enrol_house"), { inputmode: "url", placeholder: "192.168.0.17:8080" });
const go = (event) => {
  event.preventDefault();
  const typed = house.input.value.trim();
  if (!typed) return;
  const to = new URL("/house/hall", typed.includes("://") ? typed : `${location.protocol}//${typed}`);
  to.hash = new URLSearchParams({ at: address, code });
  location.assign(to);
};
main.replaceChildren(
  el("h2", {}, t("enrol_title")),
  at ? el("p", {}, t("enrol_about", { address, code: unbroken(code) })) : unreached(evening),
  el("form", { class: "plan", on: { submit: go } }, house.node, el("button", { class: "big" }, t("enrol_go"))),
);
