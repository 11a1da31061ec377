// Beside the tray: the pot and what a stop would earn, the bank, and the coins that change hands.

import { el } from "../../draw/elements.js";
import { once } from "../../draw/keep.js";
import { clauses } from "../../shell/clauses.js";
import { pawn } from "../../shell/people.js";
import { noun, t } from "../../shell/words.js";
import { coins, written } from "./coins.js";
import { cardFace, printed } from "./faces.js";

const CHANGED = {
  kept: "dig_coins_kept",
  lost: "dig_coins_lost",
  fine: "dig_coins_fine",
  out: "dig_coins_out",
  fee: "dig_coins_fee",
  exchanged: "dig_coins_exchanged",
};

export function showBench(box, { view }) {
  const shown = [view.digging, view.turn, view.bank, view.credit, view.settled, view.skips, view.seats, view.phase];
  once(box, shown, () => [pot(view), settled(view), bank(view)].filter(Boolean));
}

function pot(view) {
  const { digging } = view;
  if (!digging || digging.ended) return null;
  const player = view.seats[view.turn];
  return el(
    "section",
    {
      class: "pot",
      "aria-label": t("dig_pot"),
      data: { about: "pot", doubled: digging.doubled, worth: digging.pot.silver_worth },
    },
    el(
      "header",
      {},
      pawn(player),
      el("h2", {}, t("dig_pot_of", { player: player.name })),
      digging.doubled ? el("b", { class: "doubled" }, t("dig_doubled")) : null,
    ),
    el(
      "p",
      { class: "earns" },
      el("strong", {}, String(digging.pot.silver_worth)),
      el("span", {}, t(earning(digging))),
    ),
    digging.pot.silver_worth ? el("div", {}, coins(digging.pot), written(digging.pot.written)) : null,
    finds(digging, view),
    cannotSkip(digging, player),
    inARow(view),
  );
}

function earning({ lifts, pot: { silver_worth: worth } }) {
  if (!lifts) return "dig_not_dug";
  return worth ? "dig_stop_earns" : "dig_stop_earns_nothing";
}

/** What this turn has uncovered so far. */
function finds({ finds: found, doubled }, view) {
  if (!found.length) return null;
  const colour = view.layers[Math.floor(view.layers.length / 2)].colour;
  const items = found.map(({ card, value }) =>
    el(
      "li",
      { title: card ? noun(card) : null },
      cardFace(card, value, colour),
      el("span", { class: "unseen" }, `${card ? noun(card) : ""} ${printed(value)}`),
    ),
  );
  return el("ul", { class: doubled ? "finds twice" : "finds", "aria-label": t("dig_finds") }, ...items);
}

function cannotSkip({ too_poor_to_skip: poor, skip_fee: fee }, { name, purse }) {
  if (!poor) return null;
  return el(
    "p",
    { class: "hint" },
    t("dig_cannot_skip", { player: name, fee, purse: purse.silver_worth }),
    " ",
    clauses(["DIG-O-05"]),
  );
}

/** Who skipped in a row: when the last one does, the game is over. */
function inARow({ skips, skips_left: left, seats }) {
  if (!skips.length) return null;
  return el(
    "p",
    { class: "skips", data: { left } },
    ...skips.map((n) => pawn(seats[n])),
    el("span", {}, t(left === 1 ? "dig_skips_last" : "dig_skips", { left })),
    clauses(["DIG-28"]),
  );
}

/** Coins that change hands now, or did in the turn before. */
function settled(view) {
  if (!view.settled.length) return null;
  const lines = view.settled.map((one) => transfer(one, view));
  const now = view.settled.some((one) => one.now);
  return el(
    "section",
    { class: now ? "settled now" : "settled", "aria-label": t("dig_settled") },
    el("h2", {}, t(now ? "dig_settled" : "dig_settled_before")),
    el("ul", {}, ...lines),
  );
}

export function transfer({ what, seat, points, coins: given, change, written: owed }, { seats }) {
  const who = seat === null ? { name: t("dig_pot") } : seats[seat];
  const back = change.gold || change.silver;
  return el(
    "li",
    { data: { what, points } },
    seat === null ? null : pawn(who),
    el("span", { class: "what" }, t(CHANGED[what], { player: who.name, points })),
    given.gold || given.silver ? coins(given) : null,
    back ? el("span", { class: "change" }, t("dig_change"), " ", coins(change)) : null,
    owed
      ? el(
          "span",
          { class: "written" },
          t(owed > 0 ? "dig_written_more" : "dig_written_less", { silver: Math.abs(owed) }),
        )
      : null,
  );
}

function bank({ bank: { gold, silver }, credit, phase }) {
  const dry = credit > 0 || (!gold && !silver);
  return el(
    "section",
    { class: dry ? "bank dry" : "bank", "aria-label": t("dig_bank"), data: { gold, silver, phase } },
    el("h2", {}, t("dig_bank")),
    coins({ gold, silver }, "many"),
    dry ? el("p", { class: "dry-note" }, t("dig_bank_dry", { silver: credit }), " ", clauses(["DIG-O-12"])) : null,
  );
}
