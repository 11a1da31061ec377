// Screens told from the organiser's desk: any number, each with its own.

import { el } from "../draw/elements.js";
import { byPlace } from "./cards.js";
import { t } from "../shell/words.js";
import { choice, host, select, unreached } from "./hall.js";

export function screens(here) {
  const { evening } = here.night;
  const known = Object.keys(evening.screens);
  const all = known.length ? known : ["1"];
  const next = String(Math.max(...all.map(Number)) + 1);
  const rows = [...all, next].map((number) => row(number, here));
  return [
    host(evening) ? null : unreached(evening),
    el("p", { class: "about" }, t("screens_about")),
    el("p", { class: "about" }, t("screens_sound")),
    el("ul", { class: "screens" }, ...rows),
  ];
}

function row(number, { desk, night, act }) {
  const now = night.evening.screens[number];
  const path = `/screen?n=${number}`;
  const at = host(night.evening);
  const show = (body) => {
    document.activeElement.blur();
    act("screen", { screen: number, ...body });
  };
  const kinds = desk.shows.map((shows) => [shows, t(`show_${shows}`)]);
  const tables = byPlace(night.tables.values()).map((one) => [one.table, t("table", { place: one.place })]);
  return el(
    "li",
    { data: { key: number } },
    el("label", { for: `shows-${number}` }, el("strong", {}, t("screen", { number }))),
    select(`shows-${number}`, kinds, now?.shows ?? "seating", (shows) => show({ shows })),
    now?.shows === "table" && tables.length
      ? choice(`screen-table-${number}`, t("which_table"), [["", "–"], ...tables], now.table, (table) =>
          show({ shows: "table", table }),
        )
      : null,
    el("a", { href: path, target: "_blank" }, at ? `${at}${path}` : t("screen_open")),
  );
}
