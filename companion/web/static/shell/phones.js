// The phones at the seats, for the referee: who has joined, a code for one more, and sending away.

import { el } from "../draw/elements.js";
import { once } from "../draw/keep.js";
import { t } from "./words.js";
import { post } from "./acts.js";
import { ask, close } from "./dialog.js";
import { pawn } from "./people.js";

/** Show how many phones play for each seat; only the referee is shown them. */
export function showPhones(box, { phones_at: counts, view }) {
  if (!box || !counts) return;
  const seats = view.seats.map(({ name, colour }, n) => ({ name, colour, n, count: counts[n] }));
  const open = box.querySelector("details")?.open ?? false;
  once(box, seats, () => [el("details", { open }, el("summary", {}, t("phones")), ...seats.map(row))]);
}

function row(seat) {
  const { name, n, count } = seat;
  const code = button("code", t("phone_code"), () => invite(n, name));
  const away = count ? button("away", t("phone_away"), () => sure(n, name)) : null;
  return el(
    "p",
    { class: "phones-of", data: { seat: n } },
    pawn(seat),
    el("span", {}, t("phones_of", { player: name, count })),
    code,
    away,
  );
}

function button(name, text, act) {
  return el("button", { class: "quiet", type: "button", data: { phones: name }, on: { click: act } }, text);
}

async function invite(seat, player) {
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

function sure(seat, player) {
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
