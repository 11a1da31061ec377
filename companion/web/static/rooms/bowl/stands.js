// The bowl in the middle: figures, scarabs, open tiles, the mummy, and what is still in the bowl.

import { askStanding, grid, group, labelled, line, number, select, tick } from "../../shell/standing.js";
import { noun, t } from "../../shell/words.js";

/** How a tile of each kind goes on after its colour: only those of the pyramid have mummies. */
const MUMMIES = { desert: [""], pyramid: ["", "_1", "_2", "_3"] };

export function goOnFrom(snapshot, tell) {
  const { seats, track, mummy, trap } = snapshot.view;
  const fields = track.filter(({ kind }) => kind !== "chamber");
  const named = fields.map(({ id }) => [id, noun(id)]);
  const people = seats.map(({ name }) => {
    const [field, scarabs] = [select(named, fields[0].id), number(0, seats[0].cap)];
    const node = group(name, line(labelled(t("bowl_light_field"), field), labelled(t("bowl_light_scarabs"), scarabs)));
    return { field, scarabs, node };
  });
  const tiles = fields
    .filter(({ kind }) => MUMMIES[kind])
    .map(({ id, kind }) => {
      const labels = MUMMIES[kind].flatMap((symbols) => trap.colours.map((colour) => colour + symbols));
      const shows = select([["", t("bowl_light_down")], ...labels.map((label) => [label, faceSay(label)])]);
      return { id, shows, node: line(labelled(noun(id), shows)) };
    });
  const home = fields.filter(({ kind }) => kind === "pyramid").map(({ id }) => [id, noun(id)]);
  const [at, faced] = [select(home, home.at(-1)?.[0]), tick()];
  const boulders = trap.colours.map((colour) => ({ colour, field: number(trap.bowl[colour], trap.bowl[colour], 1) }));
  const read = () => ({
    fields: people.map(({ field }) => field.value),
    scarabs: people.map(({ scarabs }) => Number(scarabs.value)),
    tiles: tiles.filter(({ shows }) => shows.value).map(({ id, shows }) => [id, ...faceOf(shows.value)]),
    mummy: mummy ? at.value : "",
    to_chamber: faced.checked,
    bowl: boulders.map(({ field }) => Number(field.value)),
  });
  const nodes = [
    ...people.map(({ node }) => node),
    group(t("bowl_light_tiles"), grid(...tiles.map(({ node }) => node))),
    ...(mummy
      ? [
          group(
            t("bowl_light_mummy"),
            line(labelled(t("bowl_light_field"), at), labelled(t("bowl_light_chamber"), faced)),
          ),
        ]
      : []),
    group(t("bowl_light_bowl"), line(...boulders.map(({ colour, field }) => labelled(noun(colour), field)))),
  ];
  askStanding(snapshot, nodes, read, tell);
}

function faceSay(label) {
  const [colour, symbols] = faceOf(label);
  return symbols ? `${noun(colour)} · ${symbols}` : noun(colour);
}

/** A label such as "red_2" as colour and mummies. */
export function faceOf(label) {
  const [colour, symbols = "0"] = label.split("_");
  return [colour, Number(symbols)];
}
