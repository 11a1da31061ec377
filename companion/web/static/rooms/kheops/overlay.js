// Paths drawn over the pyramid, or over a picture of it: tiles joined, ways out, ankhs.

import { draw } from "../../draw/elements.js";
import { beside, middle, sides } from "./outline.js";

const HUES = [
  "#ffd23f",
  "#4cc9f0",
  "#f72585",
  "#80ed99",
  "#ff9f1c",
  "#b388ff",
  "#ff6b6b",
  "#2ec4b6",
  "#e0aaff",
  "#c0f58c",
];

export function hueOf(number) {
  return HUES[(number - 1) % HUES.length];
}

/** A path over cells that lie at *places* (corners by cell); *known* has the open sides. */
export function pathOver(path, places, known, { strong = true } = {}) {
  const there = path.cells.filter((cell) => places.has(cell));
  const centre = new Map(there.map((cell) => [cell, middle(places.get(cell))]));
  const size = there.length ? span(places.get(there[0])) : 1;
  const hue = hueOf(path.number);
  const node = draw(
    "g",
    { class: strong ? "way-over" : "way-over faint", data: { path: path.number } },
    ...there.map((cell) => draw("path", { class: "floor", d: shape(places.get(cell)) })),
    draw("path", { class: "halo", d: joins(there, centre, known), "stroke-width": size * 0.13 }),
    draw("path", { class: "line", d: joins(there, centre, known), "stroke-width": size * 0.065 }),
    ...there.map((cell) => dot(centre.get(cell), size * 0.06)),
    ...(strong ? path.exits.filter((cell) => places.has(cell)) : []).flatMap((cell) =>
      waysOut(cell, places.get(cell), known).map((out) => arrow(centre.get(cell), out, size)),
    ),
  );
  node.style.setProperty("--hue", hue);
  return node;
}

function shape(points) {
  return `M${points.map((point) => point.join(" ")).join("L")}Z`;
}

function span([[x, y], [u, v]]) {
  return Math.hypot(u - x, v - y);
}

function dot([cx, cy], r) {
  return draw("circle", { class: "stop", cx, cy, r });
}

/** Lines between neighbours that both open their common edge. */
function joins(cells, centre, known) {
  return cells
    .flatMap((cell) => beside(cell).map((other, edge) => ({ cell, other, edge })))
    .filter(
      ({ cell, other, edge }) =>
        cell < other && centre.has(other) && isOpen(known, cell, edge) && isOpen(known, other, edge),
    )
    .map(({ cell, other }) => `M${centre.get(cell).join(" ")}L${centre.get(other).join(" ")}`)
    .join("");
}

function isOpen(known, cell, edge) {
  return known.get(cell)?.open.includes(sides(cell)[edge]) ?? false;
}

/** Where a cell at these *points* opens to the outside: the middles of those edges. */
export function waysOut(cell, points, known) {
  return beside(cell)
    .map((other, edge) => ({ other, edge }))
    .filter(({ other, edge }) => isOpen(known, cell, edge) && !known.has(other))
    .map(({ edge }) => edgeMiddle(cell, points, edge));
}

/** Corners come as flat edge from left to right, then the tip. */
function edgeMiddle(cell, [left, right, tip], edge) {
  const [first, second] = cell[0] === "U" ? [left, right] : [right, left];
  const pairs = [
    [first, tip],
    [second, tip],
    [left, right],
  ];
  return middle(pairs[edge]);
}

function arrow([x, y], [u, v], size) {
  const [dx, dy] = [u - x, v - y];
  const length = Math.hypot(dx, dy) || 1;
  const [ex, ey] = [dx / length, dy / length];
  const head = size * 0.11;
  const [tx, ty] = [u + ex * head * 0.9, v + ey * head * 0.9];
  const left = [tx - ex * head - ey * head * 0.7, ty - ey * head + ex * head * 0.7];
  const right = [tx - ex * head + ey * head * 0.7, ty - ey * head - ex * head * 0.7];
  return draw("path", {
    class: "way-out",
    d: `M${x} ${y}L${tx} ${ty}M${left.join(" ")}L${tx} ${ty}L${right.join(" ")}`,
    "stroke-width": size * 0.05,
  });
}

/** Rings around cells, for ankhs and for what is asked about. */
export function ringsOver(cells, places, kind) {
  const there = cells.filter((cell) => places.has(cell));
  return draw("g", { class: `rings ${kind}` }, ...there.map((cell) => ring(places.get(cell))));
}

function ring(points) {
  const [cx, cy] = middle(points);
  const size = span(points);
  return draw("circle", { cx, cy, r: size * 0.24, "stroke-width": size * 0.06 });
}
