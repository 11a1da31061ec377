// What the referee may do about the phones of a seat: a code for one more, and sending away.

import { el } from "../draw/elements.js";
import { post } from "./acts.js";
import { ask, close } from "./dialog.js";
import { t } from "./words.js";

/** Show a code for one more phone. */
export async function invite(seat, player) {
  const invited = await post("/invite", { seat });
  if (invited.kind !== "accepted") return;
  ask(
    t("phone_code_for", { player }),
    el("p", { class: "code" }, `${invited.code.slice(0, 3)} ${invited.code.slice(3)}`),
    el(
      "p",
      {},
      t("phone_code_how", { address: `${location.origin}/join/${invited.code}`, minutes: invited.seconds / 60 }),
    ),
  );
}

/** Send the phones of a seat away, once that is meant. */
export function sendAway(seat, player) {
  const go = () => {
    close();
    post("/revoke", { seat });
  };
  ask(
    t("phone_away_really", { player }),
    el(
      "div",
      { class: "choices" },
      el(
        "button",
        { class: "answer main", type: "button", data: { phones: "really" }, on: { click: go } },
        t("phone_away"),
      ),
    ),
  );
}
