// The seats of the dig: the purse in coins, scarabs and barricade left, where a cell is barred and how long.

import { draw, el, named, sign } from "../../draw/elements.js";
import { keep } from "../../draw/keep.js";
import { post } from "../../shell/acts.js";
import { ask, close } from "../../shell/dialog.js";
import { seatCard } from "../../shell/people.js";
import { maySpeakFor } from "../../table/may.js";
import { begun } from "../../table/moment.js";
import { t } from "../../shell/words.js";
import { coins, written } from "./coins.js";
import { lid } from "./faces.js";

export function showSeats(box, { view }) {
  const digging = ["dig", "end"].includes(view.phase);
  const shown = view.seats.map((seat, n) => ({
    ...seat,
    n,
    turn: digging && n === view.turn,
    skipped: digging && view.skips.includes(n),
    leaving: digging && !seat.out && maySpeakFor(n),
  }));
  keep(box, shown, (seat) => String(seat.n), card);
}

function card(seat) {
  const { purse } = seat;
  const label = t("dig_purse", { silver: purse.silver_worth });
  const node = seatCard(
    seat,
    el("strong", { class: "points purse", "aria-label": label, title: label }, String(purse.silver_worth)),
    seat.out
      ? el("p", { class: "is-out" }, t("dig_out"))
      : el("p", { class: "purse-row" }, coins(purse), written(purse.written)),
    seat.out
      ? null
      : el(
          "p",
          { class: "kit" },
          ...scarabs(seat),
          ...barricades(seat),
          seat.skipped ? el("span", { class: "skipped" }, t("dig_skipped")) : null,
          seat.leaving ? leave(seat) : null,
        ),
    ...seat.barricade_in.map((cell) => barred(cell, seat)),
  );
  if (seat.out) node.classList.add("out");
  return node;
}

function scarabs({ scarabs: left }) {
  return [
    el(
      "span",
      {
        class: "kit-part",
        role: "img",
        "aria-label": t("dig_scarabs", { left }),
        title: t("dig_scarabs", { left }),
        data: { scarabs: left },
      },
      ...Array.from({ length: left }, () => el("span", { class: "scarab there" }, sign("scarab"))),
    ),
  ];
}

function barricades({ barricades: left }) {
  const label = t("dig_barricades", { left });
  const lids = Array.from({ length: left }, () =>
    draw("svg", { class: "small-lid", viewBox: "0 0 100 100", "aria-hidden": "true" }, lid()),
  );
  return [
    el(
      "span",
      { class: "kit-part", role: "img", "aria-label": label, title: label, data: { barricades: left } },
      ...lids,
    ),
  ];
}

/** Where a barricade lies and when its ban ends: at the start of the owner's next turn. */
function barred(cell, { name, wait }) {
  const key = ["dig_barred_next", "dig_barred_one"][wait] ?? "dig_barred";
  return el("p", { class: "barred", data: { cell, wait } }, t(key, { cell, player: name, turns: wait }));
}

/** Somebody leaves: asked once more, because the game goes on without them. */
function leave({ n, name }) {
  const really = () =>
    ask(
      t("dig_leave_really", { player: name }),
      el("p", {}, t("dig_leave_means", { player: name })),
      el(
        "div",
        { class: "choices" },
        el(
          "button",
          { class: "answer", type: "button", data: { leave: n }, on: { click: () => leaveFor(n) } },
          t("dig_leave", { player: name }),
        ),
      ),
    );
  const button = el("button", { class: "quiet leave", type: "button", on: { click: really } }, t("dig_leaves"));
  return named(button, name);
}

function leaveFor(seat) {
  close();
  post("/move", { move: { type: "LeaveGame", seat }, base: begun() });
}
