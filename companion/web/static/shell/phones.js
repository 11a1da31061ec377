// The phones at the seats, for the referee: who has joined, a code for one more, and sending away.

import { el } from "../draw/elements.js";
import { once } from "../draw/keep.js";
import { t } from "./words.js";
import { pawn } from "./people.js";

/** A code and sending away come when somebody wants them. */
const acts = () => import("./phone_acts.js");

/** Show how many phones play for each seat; only the referee is shown them. */
export function showPhones(box, { phones_at: counts, view }) {
  if (!box || !counts) return;
  const seats = view.seats.map(({ name, colour }, n) => ({ name, colour, n, count: counts[n] }));
  const open = box.querySelector("details")?.open ?? false;
  once(box, seats, () => [el("details", { open }, el("summary", {}, t("phones")), ...seats.map(row))]);
}

function row(seat) {
  const { name, n, count } = seat;
  const code = button("code", t("phone_code"), async () => (await acts()).invite(n, name));
  const away = count ? button("away", t("phone_away"), async () => (await acts()).sendAway(n, name)) : null;
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
