// Pieces laid out in a picture: how many of each, and for whom.

import { el } from "./elements.js";

/** Pieces that lie together. */
export const group = (...pieces) => el("span", { class: "laid" }, ...pieces);

/** So many of one piece. */
export const many = (count, ...faces) => group(...faces, el("b", { class: "count" }, `× ${count}`));

/** One piece again and again. */
export const times = (count, make) => Array.from({ length: count }, (_, n) => make(n));

/** What leads to what. */
export const arrow = () => el("span", { class: "leads" }, "→");

/** A card that shows its back. */
export const cardBack = (colour = "") => {
  const node = el("span", { class: "card-back" });
  if (colour) node.style.setProperty("--back", colour);
  return node;
};

/** What one person gets. */
export const forSeat = ({ name, colour }, ...pieces) =>
  el(
    "span",
    { class: "laid for-seat", data: { colour } },
    el("span", { class: "swatch" }),
    el("b", { dir: "auto" }, name),
    ...pieces,
  );
