// The sheet at the foot of the page: one sentence for a while, and the rule it rests on.

import { el } from "../draw/elements.js";
import { ruleLink } from "./rule_link.js";
import { t } from "./words.js";

const SHOWN = 12_000;

let closing = 0;

/** Say something at the foot of the page; its *clause* leads to the rules. */
export function notify(text, clause = "") {
  const sheet = document.getElementById("sheet");
  clearTimeout(closing);
  sheet.replaceChildren(
    el("p", {}, text, ...(clause ? [" ", ruleLink(clause)] : [])),
    el("button", { class: "quiet", "aria-label": t("close"), on: { click: () => hide(sheet) } }, "✕"),
  );
  sheet.hidden = false;
  closing = setTimeout(() => hide(sheet), SHOWN);
}

function hide(sheet) {
  sheet.hidden = true;
}
