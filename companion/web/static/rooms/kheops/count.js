// Parts of a count that a game and a photograph share: what is drawn over, and who has what.

import { el } from "../../draw/elements.js";
import { clauses } from "../../shell/clauses.js";
import { pathOver, ringsOver } from "./overlay.js";

/** What is drawn over the pyramid for a part of the count; null means all paths together. */
export function partOver(part, { paths }, at, known) {
  if (part === null) return paths.map((path) => pathOver(path, at, known, { strong: false }));
  if (!part.ankhs) return [pathOver(part, at, known)];
  return part.ankhs.flatMap((one) => [
    ringsOver(one.cells, at, `ankh ${one.colour}`),
    ringsOver([...one.cursed, ...one.alone], at, "void"),
  ]);
}

/** Who has how many points, and who is the great architect. */
export function standings({ count, seats }) {
  const line = (seat, n) =>
    el(
      "li",
      { class: count.winners.includes(seat.colour) ? "first" : null, data: { colour: seat.colour } },
      el("i", { class: "dot" }),
      el("span", { dir: "auto" }, seat.name),
      el("strong", { class: "points" }, String(count.totals[n])),
    );
  return [
    el(
      "div",
      { class: "photo-result" },
      el("h3", {}, count.say),
      clauses(count.because),
      el("ul", { class: "totals" }, ...seats.map(line)),
    ),
  ];
}
