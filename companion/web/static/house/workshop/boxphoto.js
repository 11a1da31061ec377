// A photograph of the owner's board: its corners are tapped once, then every square shows itself.

import { el } from "../../draw/elements.js";
import { t } from "../../shell/words.js";
import { say } from "../house.js";
import { corners } from "./corners.js";
import { shutter } from "./picture.js";
import { inPhoto } from "./plane.js";

const LARGEST = 1600; // pixels of the longer side that are kept
const SMALL = 24; // pixels of a square when squares are compared
const STANDS_OUT = 3; // times the usual difference

const kept = new Map(); // the photograph of each board, for its next question too; it stays in this browser

/** A photograph of the board *name*, taken or taken before; *ready* gets it with its corners in pixels. */
export function boardPhoto(name, about, ready) {
  const place = el("div", {});
  const chosen = async (file) => {
    try {
      const picture = smaller(await createImageBitmap(file));
      const done = (points) => {
        const photo = { picture, corners: points.map(([x, y]) => [x * picture.width, y * picture.height]) };
        kept.set(name, photo);
        offer();
        ready(photo);
      };
      place.replaceChildren(el("p", {}, about), corners({ picture, t, done }));
    } catch {
      say(t("photo_unreadable"));
      offer();
    }
  };
  const offer = () =>
    place.replaceChildren(
      el("p", {}, t("board_photo_about")),
      shutter(t(kept.has(name) ? "board_photo_again" : "board_photo_take"), chosen, { board: name }),
    );
  offer();
  const node = el("details", { open: kept.has(name) }, el("summary", {}, t("fact_photo")), place);
  if (kept.has(name)) queueMicrotask(() => ready(kept.get(name)));
  return node;
}

/** A phone's picture, small enough to look into again and again. */
function smaller(picture) {
  const scale = Math.min(1, LARGEST / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)];
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Part of the board, seen straight from above: *side* around *middle*, in the board's own measure. */
export function boardCrop({ picture, corners: four }, size, middle, side, px) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [px, px];
  const way = inPhoto(four, size);
  const source = pixelsOf(picture);
  const pen = canvas.getContext("2d");
  const drawn = pen.createImageData(px, px);
  for (let v = 0; v < px; v += 1) {
    for (let u = 0; u < px; u += 1) {
      const at = [middle[0] + ((u + 0.5) / px - 0.5) * side, middle[1] + ((v + 0.5) / px - 0.5) * side];
      const [x, y] = way(at).map(Math.round);
      const to = 4 * (v * px + u);
      const inside = x >= 0 && y >= 0 && x < picture.width && y < picture.height;
      for (let colour = 0; colour < 3; colour += 1)
        drawn.data[to + colour] = inside ? source[4 * (y * picture.width + x) + colour] : 0;
      drawn.data[to + 3] = 255;
    }
  }
  pen.putImageData(drawn, 0, 0);
  return canvas;
}

const unpacked = new WeakMap();

function pixelsOf(picture) {
  if (!unpacked.has(picture))
    unpacked.set(picture, picture.getContext("2d").getImageData(0, 0, picture.width, picture.height).data);
  return unpacked.get(picture);
}

/** Squares of a grid one after the other: those that are listed and those that stand out, each with its crop. */
export function walk({ photo, grid, ask, choices, look, choose }) {
  const size = [grid[0].length, grid.length];
  const places = grid.flatMap((row, y) => row.map((square, x) => ({ square, middle: [x + 0.5, y + 0.5] })));
  const special = standing(places.map(({ middle }) => boardCrop(photo, size, middle, 1, SMALL)));
  const asked = places.filter(({ square }, n) => look(square) || special[n]);
  let at = 0;
  const place = el("div", { class: "walk", "aria-live": "polite" });
  const show = () => {
    if (at >= asked.length) {
      place.replaceChildren(el("p", { role: "status" }, t("board_walk_done")));
      return;
    }
    const { square, middle } = asked[at];
    const crop = boardCrop(photo, size, middle, 1.2, 192);
    crop.setAttribute("role", "img");
    crop.setAttribute("aria-label", t("board_square", { square }));
    const buttons = choices.map(({ name, say: label, colour }) =>
      el(
        "button",
        {
          type: "button",
          class: "chip",
          "aria-pressed": String(look(square) === name),
          data: colour ? { colour } : {},
          on: { click: () => tap(square, name) },
        },
        label,
      ),
    );
    place.replaceChildren(
      el("small", {}, t("box_number", { number: at + 1, of: asked.length })),
      el("p", {}, `${t("board_square", { square })} · ${ask}`),
      crop,
      el("div", { class: "chips" }, ...buttons),
    );
  };
  const tap = (square, name) => {
    choose(square, name);
    at += 1;
    show();
  };
  show();
  return place;
}

/** Which of many crops differ from what most of them show. */
export function standing(crops) {
  const seen = crops.map((crop) => crop.getContext("2d").getImageData(0, 0, crop.width, crop.height).data);
  const usual = seen[0].map((_, n) => (n % 4 === 3 ? 0 : middleOf(seen.map((data) => data[n]))));
  const away = seen.map((data) => data.reduce((sum, one, n) => sum + (n % 4 === 3 ? 0 : Math.abs(one - usual[n])), 0));
  const most = middleOf(away);
  const spread = middleOf(away.map((one) => Math.abs(one - most)));
  return away.map((one) => one > most + STANDS_OUT * spread);
}

function middleOf(values) {
  return Float64Array.from(values).toSorted()[values.length >> 1];
}
