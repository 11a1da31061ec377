// Screens told from the organiser's desk: any number, each with its own.

import { el } from "../draw/elements.js";
import { byPlace } from "./cards.js";
import { button, choice, t } from "./hall.js";

export function screens({ desk, night, act }) {
  const known = Object.keys(night.evening.screens);
  const all = known.length ? known : ["1"];
  const next = String(Math.max(...all.map(Number)) + 1);
  const rows = [...all, next].map((number) => row(number, desk, night, act));
  return [el("p", {}, t("screens_about")), el("ul", { class: "names-list" }, ...rows)];
}

function row(number, desk, night, act) {
  const now = night.evening.screens[number];
  const address = `/screen?n=${number}`;
  const buttons = desk.shows.map((shows) =>
    button(t(`show_${shows}`), () => act("screen", { screen: number, shows }), {
      "aria-pressed": String((now?.shows ?? "seating") === shows),
    }),
  );
  const tables = byPlace(night.tables.values()).map((one) => [one.table, t("table", { place: one.place })]);
  const which = (table) => {
    document.activeElement.blur();
    act("screen", { screen: number, shows: "table", table });
  };
  return el(
    "li",
    { data: { key: number } },
    el("strong", {}, t("screen", { number })),
    el("a", { class: "chip", href: address, target: "_blank", title: t("screen_open") }, location.host + address),
    el("span", { class: "row" }, ...buttons),
    now?.shows === "table" && tables.length
      ? choice(`screen-table-${number}`, t("which_table"), [["", "–"], ...tables], now.table, which)
      : null,
  );
}
