// What to try next with a part that doesn't work. Where one stands in the tree is measured: when the part
// shows something else, another step appears by itself; a tap says that a step has changed nothing.

import { el } from "../../draw/elements.js";
import { t } from "../../shell/words.js";

/** A step below a part, and a button for the next one; hidden while nothing is wrong. */
export function remedies() {
  let place = "";
  let number = 0;
  let steps = [];
  const said = el("span", { role: "status" });
  const next = el("button", { type: "button", on: { click: on } }, t("trouble_same"));
  const node = el("p", { class: "row trouble", hidden: true }, said, next);

  function on() {
    number += 1;
    show();
  }

  function show() {
    const left = number < steps.length;
    said.textContent = t(left ? `trouble_${steps[number]}` : "trouble_none_left");
    next.hidden = !left;
  }

  function renew(part) {
    if (part.trouble === place) return;
    const mended = place && !part.trouble;
    place = part.trouble;
    steps = part.steps;
    number = 0;
    node.hidden = !place && !mended;
    if (mended) {
      said.textContent = t("trouble_mended");
      next.hidden = true;
    } else if (place) show();
  }

  return { node, renew };
}
