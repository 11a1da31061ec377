// The sheet at the foot of the page: one sentence for a while, with a heading where there is one.

import { el } from "../draw/elements.js";
import { t } from "../words.js";

const SHOWN = 12_000;

let closing = 0;

/** Say something at the foot of the page. */
export function notify(text, heading = "") {
  const sheet = document.getElementById("sheet");
  clearTimeout(closing);
  sheet.replaceChildren(
    ...(heading ? [el("b", {}, heading)] : []),
    el("p", {}, text),
    el("button", { class: "quiet", "aria-label": t("close"), on: { click: () => hide(sheet) } }, "✕"),
  );
  sheet.hidden = false;
  closing = setTimeout(() => hide(sheet), SHOWN);
}

function hide(sheet) {
  sheet.hidden = true;
}
