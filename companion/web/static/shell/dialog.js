// One dialog for everything that has to be picked.

import { el } from "../draw/elements.js";
import { begin } from "../table/moment.js";
import { t } from "./words.js";

/** Open the dialog with a heading and nodes; close() ends it. What follows from it was begun now. */
export function ask(heading, ...nodes) {
  const dialog = document.getElementById("dialog");
  if (!dialog.open) begin();
  dialog.replaceChildren(
    el(
      "header",
      {},
      el("h2", {}, heading),
      el("button", { class: "quiet", "aria-label": t("close"), on: { click: close } }, "✕"),
    ),
    ...nodes,
  );
  if (!dialog.open) dialog.showModal();
  dialog.querySelector(".choices button, .pairs button")?.focus();
}

export function close() {
  document.getElementById("dialog").close();
}
