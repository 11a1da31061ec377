// The dig in the middle: everybody's purse and cards, and how deep each cell of the tray has been dug.

import { askStanding, grid, group, labelled, line, number, tick } from "../../shell/standing.js";
import { t } from "../../shell/words.js";

const MOST = 999;

export function goOnFrom(snapshot, tell) {
  const { seats, tray, layers } = snapshot.view;
  const people = seats.map(person);
  const cells = tray.cells.map(({ id }) => cell(id, layers.length - 1));
  const read = () => ({
    purses: people.map(({ gold, silver, owed }) => [Number(gold.value), Number(silver.value), Number(owed.value)]),
    scarabs: people.map(({ scarabs }) => Number(scarabs.value)),
    barricades: people.map(({ barricades }) => Number(barricades.value)),
    tray: cells
      .filter(({ lifted }) => Number(lifted.value))
      .map(({ id, lifted, top }) => [id, Number(lifted.value), Number(top.value)]),
    out: people.flatMap(({ out }, seat) => (out.checked ? [seat] : [])),
  });
  const pits = group(t("dig_light_tray"), grid(...cells.map(({ node }) => node)));
  askStanding(snapshot, [...people.map(({ node }) => node), pits], read, tell);
}

function person({ name, scarabs: left, barricades: kept }) {
  const [gold, silver, owed, out] = [number(0, MOST), number(0, MOST), number(0, MOST), tick()];
  const [scarabs, barricades] = [number(left ?? 2, left ?? 2), number(kept ?? 1, kept ?? 1)];
  const money = line(
    labelled(t("dig_light_gold"), gold),
    labelled(t("dig_light_silver"), silver),
    labelled(t("dig_light_owed"), owed),
  );
  const kit = line(
    labelled(t("dig_light_scarabs"), scarabs),
    labelled(t("dig_light_barricades"), barricades),
    labelled(t("dig_light_out"), out),
  );
  return { gold, silver, owed, out, scarabs, barricades, node: group(name, money, kit) };
}

function cell(id, most) {
  const [lifted, top] = [number(0, most), number(0, MOST, -MOST)];
  const node = line(labelled(t("dig_light_lifted", { cell: id }), lifted), labelled(t("dig_light_top"), top));
  return { id, lifted, top, node };
}
