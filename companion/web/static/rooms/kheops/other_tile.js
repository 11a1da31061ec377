// By hand: a tile that our list does not have, said by its openings and its sign.

import { el } from "../../draw/elements.js";
import { ask, close } from "../../shell/dialog.js";
import { t } from "../../shell/words.js";
import { faceText, pictureButton, readFace, tilePicture } from "./faces.js";

const STONES = ["corridor", "room"].flatMap((kind) => [1, 2, 3].map((openings) => `${kind}-${openings}`));

/** Ask what a tile shows; *act* gets its face. */
export function askTile({ symbols }, cell, act) {
  pick(t("kheops_other_stone"), STONES, cell, (stone) => askSign(stone, symbols, cell, act));
}

function askSign(stone, symbols, cell, act) {
  const faces = [stone, ...symbols.map((symbol) => `${stone}-${symbol}`)];
  pick(t("kheops_other_sign"), faces, cell, (name) => {
    close();
    act({ ...readFace(name), left: 0 });
  });
}

function pick(heading, names, cell, act) {
  const one = (name) =>
    pictureButton(tilePicture(cell, readFace(name), 0), faceText(readFace(name)), () => act(name), {
      class: "tile-pick",
      data: { face: name },
    });
  ask(heading, el("div", { class: "shelf choices" }, ...names.map(one)));
}
