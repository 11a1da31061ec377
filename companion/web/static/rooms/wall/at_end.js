// The wall at its end: each column is tapped until it is as on the table; then the shift goes on as ever.

import { el, sign } from "../../draw/elements.js";
import { pawn } from "../../shell/people.js";
import { ask } from "../../shell/dialog.js";
import { noun, t } from "../../shell/words.js";
import { sarcophagus, scarab } from "./columns.js";

const MOST_SCARABS = 3;

export function countAtEnd({ view }, tell) {
  const { columns, grid } = columnsAtEnd(view);
  const done = el(
    "button",
    { class: "answer main", type: "button", on: { click: () => tell(moveOf(columns)) } },
    t("light_done"),
  );
  ask(t("light_count"), el("div", { class: "at-end" }, el("p", {}, t("wall_light_about")), grid, done));
}

/** The columns to tap, and what has been tapped so far. */
export function columnsAtEnd(view) {
  const columns = view.columns.map(({ animal, stack }) => ({
    animal,
    seat: null,
    scarabs: 0,
    taken: stack.map((eyes) => ({ eyes, seat: null })),
  }));
  const grid = el("div", { class: "columns-at-end" }, ...columns.map((one) => column(one, view.seats)));
  return { columns, grid };
}

/** What is said of the columns, as the rules take it. */
export function moveOf(columns) {
  return {
    columns: columns.map(({ animal, seat, scarabs }) => [animal, seat, scarabs]),
    taken: columns.flatMap(({ animal, taken }) =>
      taken.filter(({ seat }) => seat !== null).map(({ eyes, seat }) => [animal, eyes, seat]),
    ),
  };
}

function column(one, seats) {
  const who = tapped(
    () => [owner(one.seat, seats)],
    () => (one.seat = after(one.seat, seats)),
    () => nameOf(one.seat, seats),
  );
  const scarabs = tapped(
    () => [
      el("span", { class: "scarabs" }, ...Array.from({ length: MOST_SCARABS }, (_, n) => scarab(n < one.scarabs))),
    ],
    () => (one.scarabs = (one.scarabs + 1) % (MOST_SCARABS + 1)),
    () => t("wall_light_scarabs", { count: one.scarabs }),
  );
  const pieces = one.taken.map((piece) =>
    tapped(
      () => [sarcophagus(piece.eyes), owner(piece.seat, seats)],
      () => (piece.seat = after(piece.seat, seats)),
      () => `${t("mummy", { animal: noun(one.animal), eyes: piece.eyes })}: ${nameOf(piece.seat, seats)}`,
      "quiet piece",
    ),
  );
  const picture = el("span", { class: "capital" }, sign(one.animal));
  const name = el("span", { class: "animal", "aria-hidden": "true" }, picture, el("small", {}, noun(one.animal)));
  const about = { "aria-label": noun(one.animal), data: { animal: one.animal } };
  return el("fieldset", about, name, who, scarabs, ...pieces);
}

const owner = (seat, seats) => (seat === null ? el("span", { class: "nobody" }) : pawn(seats[seat]));
const nameOf = (seat, seats) => (seat === null ? t("nobody") : seats[seat].name);

/** Nobody, then each of the people in turn. */
export function after(seat, seats) {
  if (seat === null) return 0;
  return seat + 1 < seats.length ? seat + 1 : null;
}

function tapped(drawn, act, named, extra = "quiet") {
  const node = el("button", { class: extra, type: "button" });
  const paint = () => {
    node.replaceChildren(...drawn());
    node.setAttribute("aria-label", named());
  };
  node.addEventListener("click", () => {
    act();
    paint();
  });
  paint();
  return node;
}
