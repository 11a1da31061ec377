// A light that walks from lamp to lamp, from the first to the last: it shows at a glance which pixels
// of a strip, or which wires, belong to which column.

import { el } from "../../draw/elements.js";
import { t } from "../../shell/words.js";
import { post } from "../house.js";

const EACH_MS = 1000;

/** A button that starts and stops the walk; it is hidden where fewer than two lamps are wired. */
export function walking() {
  let lamps = [];
  let timer = 0;
  const button = el("button", { type: "button", on: { click: () => (timer ? stop() : start()) } }, t("check_walk"));
  const at = el("span", { class: "live", role: "status" });
  const node = el("p", { class: "row walking", hidden: true }, button, at);

  function start() {
    button.textContent = t("check_walk_stop");
    step(0);
  }

  async function step(number) {
    if (number >= lamps.length) return stop();
    const lamp = lamps[number];
    at.textContent = t(`part_${lamp.sort}`, { name: lamp.name });
    timer = setTimeout(() => step(number + 1), EACH_MS);
    if (!(await post("/workshop/check/try", { part: lamp.id }))) stop();
  }

  function stop() {
    clearTimeout(timer);
    timer = 0;
    button.textContent = t("check_walk");
    at.textContent = "";
  }

  function renew(parts) {
    lamps = parts.filter((part) => part.does === "light");
    node.hidden = lamps.length < 2;
    if (node.hidden && timer) stop();
  }

  return { node, renew };
}
