// The result of the wall: every part of every score, and the sarcophagi won.

import { el } from "../dom.js";
import { showResult as show } from "../people.js";
import { t } from "../words.js";

export function showResult(box, snapshot) {
  show(box, snapshot, (seat) => el("p", { class: "hint" }, t("sarcophagi", { count: seat.won.length })));
}
