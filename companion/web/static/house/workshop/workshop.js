// What every bench of the workshop shares: its words, its heading, and the door for strangers.

import { el } from "../../draw/elements.js";
import { claimForm } from "../codes.js";
import { get } from "../../shell/requests.js";
import { loadWords, t } from "../../shell/words.js";

const main = document.getElementById("main");

/** Read the words, and show the bench by *draw(state)*; whoever may not come in reads who may. */
export async function open(key, draw) {
  await loadWords("/workshop/words.json");
  document.title = t(key);
  const show = async () => {
    const state = await get("/workshop/state.json");
    const heading = el("h2", {}, t(key));
    if (state.may) main.replaceChildren(back(key), heading, ...(await draw(state)));
    else main.replaceChildren(heading, closed(show));
  };
  await show();
}

function back(key) {
  if (key === "workshop_heading") return "";
  return el("p", {}, el("a", { href: "/workshop" }, t("workshop_back")));
}

function closed(entered) {
  return el("div", { class: "plan" }, el("p", { class: "note" }, t("workshop_closed")), claimForm(entered));
}
