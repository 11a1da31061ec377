// Settings and the machine: for the owner; everybody else reads who may.

import { el } from "../draw/elements.js";
import { backupNode } from "./backup.js";
import { claimForm } from "./codes.js";
import { settingsForm } from "./fields.js";
import { get } from "../shell/requests.js";
import { loadWords, t } from "../shell/words.js";
import { follow, post } from "./house.js";
import { machineNode } from "./machine.js";
import { ownerNode } from "./owner.js";
import { personsNode } from "./persons.js";
import { updateNode } from "./update.js";

const main = document.getElementById("main");
let owner = null;

async function show() {
  const state = await get("/house/state");
  if (state.owner === owner) return; // nothing that is being typed is thrown away
  owner = state.owner;
  main.replaceChildren(el("h2", {}, t("settings_heading")), ...(owner ? await ofTheOwner() : [forOthers()]));
}

async function ofTheOwner() {
  const form = settingsForm(await get("/settings/values.json"), saved);
  return [
    form,
    await ownerNode(),
    screensNode(),
    await personsNode(),
    backupNode(),
    await updateNode(),
    await machineNode(),
  ];
}

function screensNode() {
  const choose = el("a", { href: "/screen/choose" }, t("screens_choose"));
  return el("fieldset", { class: "machine" }, el("legend", {}, t("to_screens")), el("p", {}, choose));
}

/** Renew the fields; where a change counts only after a restart, offer one. */
async function saved(answer) {
  const form = settingsForm(await get("/settings/values.json"), saved);
  if (answer.applies.includes("restart")) {
    const again = el(
      "button",
      { type: "button", on: { click: () => post("/settings/restart") } },
      t("settings_restart"),
    );
    form.append(el("p", { class: "row" }, again));
  }
  document.querySelector("form.settings").replaceWith(form);
}

function forOthers() {
  return el("div", { class: "plan" }, el("p", { class: "note" }, t("settings_owner_only")), claimForm(show));
}

await loadWords("/house/words.json");
document.title = t("settings_title");
follow(show);
