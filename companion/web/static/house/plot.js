// A plot of scores over the moves: a line per seat, a band where values were hidden. Pure except for drawing.

import { draw } from "../draw/elements.js";

export const SIZE = { width: 720, height: 300, left: 56, right: 28, top: 26, bottom: 40 };
const DASHES = ["", "9 4", "3 3", "12 3 3 3", "1 4", "6 2 2 2"];

/** Steps of 1, 2 or 5 that divide a range into about five parts. */
export function steps(least, most) {
  const span = Math.max(1, most - least);
  const power = 10 ** Math.floor(Math.log10(span / 5 || 1));
  const step = Math.max(1, [1, 2, 5, 10].map((n) => n * power).find((one) => span / one <= 6) ?? power * 10);
  const found = [];
  for (let at = Math.ceil(least / step) * step; at <= most; at += step) found.push(at);
  return found;
}

/** How moves and points lie on the paper. */
export function scales(points) {
  const every = points.flatMap((point) => point.scores.flat());
  const least = Math.min(0, ...every);
  const most = Math.max(1, ...every);
  const { width, height, left, right, top, bottom } = SIZE;
  const x = (move) => left + ((width - left - right) * move) / Math.max(1, points.length - 1);
  const y = (score) => height - bottom - ((height - top - bottom) * (score - least)) / (most - least);
  return { x, y, least, most };
}

/** A path along one side of a seat's scores; every change is a step. */
export function line(points, seat, side, { x, y }) {
  return points
    .map(
      (point, n) => `${n ? `H${x(n).toFixed(1)}V` : `M${x(0).toFixed(1)} `}${y(point.scores[seat][side]).toFixed(1)}`,
    )
    .join("");
}

/** The area between the low and the high line of a seat; nothing where they are the same. */
export function band(points, seat, scale) {
  if (points.every((point) => point.scores[seat][0] === point.scores[seat][1])) return "";
  const low = points.map((point, n) => `${scale.x(n).toFixed(1)} ${scale.y(point.scores[seat][0]).toFixed(1)}`);
  const high = points.map((point, n) => `${scale.x(n).toFixed(1)} ${scale.y(point.scores[seat][1]).toFixed(1)}`);
  return `M${high.join("L")}L${low.reverse().join("L")}Z`;
}

/** The whole plot. *turns* are marked; *go* is called with the moment of a mark that is tapped. */
export function plot(points, seats, turns, label) {
  const scale = scales(points);
  const { width, height, left, right, bottom } = SIZE;
  const grid = steps(scale.least, scale.most).flatMap((score) => [
    draw("path", { d: `M${left} ${scale.y(score)}H${width - right}`, class: "grid" }),
    draw("text", { x: left - 6, y: scale.y(score) + 6, "text-anchor": "end" }, String(score)),
  ]);
  const moves = steps(0, points.length - 1).map((move) =>
    draw("text", { x: scale.x(move), y: height - bottom + 28, "text-anchor": "middle" }, String(move)),
  );
  const lines = seats.flatMap((seat, n) => [
    draw("path", { d: band(points, n, scale), class: "band", data: { colour: seat.colour } }),
    draw("path", {
      d: line(points, n, 0, scale),
      class: "line",
      "stroke-dasharray": DASHES[n % DASHES.length],
      data: { colour: seat.colour },
    }),
  ]);
  const marks = turns.map((turn) =>
    draw("circle", {
      cx: scale.x(turn.moment),
      cy: scale.y(points[turn.moment].scores[turn.seat][0]),
      r: 5,
      class: "mark-turn",
      data: { colour: seats[turn.seat].colour },
    }),
  );
  return draw(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, class: "plot", role: "img", "aria-label": label },
    ...grid,
    ...moves,
    ...lines,
    ...marks,
  );
}
