// After the night, at the desk: the folder to publish, the signed night, and the nights of a season.

import { el } from "../draw/elements.js";
import { address } from "../shell/address.js";
import { get } from "../shell/requests.js";
import { t } from "../shell/words.js";
import { button, choice, field, isolated, post } from "./hall.js";
import { say } from "../house/house.js";

const KINDS = ["full", "first", "initials", "nameless"];
const BYTES = { "Content-Type": "application/octet-stream" };
/** The nights that came from elsewhere; nothing before they were asked for. */
let known = null;
let asked = false;
let best = "";

/** How much of a name is published, to choose from. */
export const kindsOfName = (...first) => [...first, ...KINDS.map((one) => [one, t(`shown_${one}`)])];

async function ask(here) {
  known = await get("/desk/season.json").catch(() => known);
  here.show();
}

export function publication(here) {
  const { desk, act } = here;
  if (!asked) {
    asked = true;
    ask(here);
  }
  const arrange = (shown) => {
    document.activeElement.blur();
    act("arrange", { shown });
  };
  return [
    el("h3", {}, t("publish_title")),
    el("p", { class: "about" }, t("publish_about")),
    choice("shown", t("shown_default"), kindsOfName(), desk.plan.shown, arrange),
    el(
      "p",
      { class: "row papers", data: { key: "publish" } },
      el("a", { class: "chip", href: `/desk/publish.zip${best ? `?best=${best}` : ""}` }, t("publish_zip")),
      el("a", { class: "chip", href: "/desk/night.json" }, t("publish_json")),
    ),
    el("p", { class: "about", data: { key: "keep" } }, t("publish_keep")),
    season(here),
  ];
}

function season(here) {
  const nights = known?.nights ?? [];
  return el(
    "details",
    { id: "season" },
    el("summary", {}, t("season_title"), nights.length ? el("small", {}, ` (${nights.length})`) : null),
    el("p", { class: "about" }, t("season_about")),
    nights.length ? el("ul", { class: "rules-list" }, ...nights.map((one) => nightNode(one, here))) : null,
    adding(here),
    nights.length ? counting(here) : null,
    known ? el("p", { class: "about", data: { key: "mark" } }, t("publish_mark", { mark: known.mark })) : null,
  );
}

function nightNode(one, here) {
  const drop = async () => {
    await post("/desk/season/drop", { night: one.night });
    await ask(here);
  };
  const name = [one.day, one.name].filter(Boolean).join(" ");
  return el(
    "li",
    { data: { key: one.night } },
    el("span", {}, el("bdi", {}, name)),
    el("small", {}, t("season_line", { people: one.people, mark: one.mark })),
    button(t("season_drop"), drop, { "aria-label": `${t("season_drop")}: ${name}` }),
  );
}

/** Signed files of other nights, one or several; what is none is named. */
function adding(here) {
  const file = el("input", { id: "season-file", type: "file", multiple: true, accept: ".json,application/json" });
  const send = async (body) => {
    const answer = await fetch(address("/desk/season"), { method: "POST", headers: BYTES, body });
    const told = await answer.json();
    say(told.kind === "accepted" ? t("season_added", { name: isolated(told.name) }) : told.say);
  };
  file.addEventListener("change", async () => {
    for (const one of file.files) await send(one);
    file.value = "";
    await ask(here);
  });
  return el(
    "p",
    { class: "field", data: { key: "season-add" } },
    el("label", { for: "season-file" }, t("season_file")),
    file,
  );
}

function counting(here) {
  const made = field("best", t("season_best"), { type: "number", min: 1, max: 200, value: best });
  made.input.addEventListener("change", () => {
    best = made.input.value;
    here.show();
  });
  return made.node;
}
