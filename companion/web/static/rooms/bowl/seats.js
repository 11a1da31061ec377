// The seats of the bowl: scarabs owned and allowed, where the figure stands, who was warned.

import { el, sign } from "../../draw/elements.js";
import { keep } from "../../draw/keep.js";
import { seatCard } from "../../shell/people.js";
import { t } from "../../shell/words.js";

export function showSeats(box, { view }) {
  const on = ["setup", "over"].includes(view.phase) ? null : view.turn;
  const shown = view.seats.map((seat, n) => ({ ...seat, n, turn: n === on, way: view.score[n].parts[0]?.say ?? "" }));
  keep(box, shown, (seat) => String(seat.n), card);
}

function card(seat) {
  const owned = Array.from({ length: seat.cap }, (_, n) =>
    el("span", { class: n < seat.scarabs ? "scarab there" : "scarab" }, sign("scarab")),
  );
  const label = t("bowl_scarabs", { count: seat.scarabs, cap: seat.cap });
  const scarabs = seat.cap
    ? el("span", { class: "owned", role: "img", "aria-label": label, title: label }, ...owned)
    : null;
  return seatCard(
    seat,
    scarabs,
    el(
      "p",
      { class: "holdings" },
      seat.left ? t("bowl_left") : seat.way,
      seat.warned ? el("b", { class: "warned" }, t("bowl_warned")) : null,
    ),
  );
}
