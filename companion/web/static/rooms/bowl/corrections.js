// What a past move at the bowl may really have been, drawn.

import { el } from "../../draw/elements.js";
import { each, several } from "../../shell/corrections.js";
import { ask } from "../../shell/dialog.js";
import { noun, t } from "../../shell/words.js";
import { boulder, splitTile, tilePicture } from "./faces.js";

export function corrections({ flip, name, ...ends }, { move, put }) {
  return [
    ...several(flip, t("bowl_another_tile"), (choices) => pickTile(choices, move.values.field, put)),
    ...each(name, put, (choice) => [boulder(choice.which), choice.say]),
    ...each(Object.values(ends).flat(), put),
  ];
}

function pickTile(choices, field, put) {
  const label = ({ which }) => {
    const { colour, symbols } = splitTile(which);
    return t("bowl_tile", { field, colour: noun(colour), symbols });
  };
  const tiles = each(choices, put, ({ which }) => [tilePicture(which)], label);
  ask(t("bowl_which_tile", { field }), el("div", { class: "choices tiles" }, ...tiles));
}
