// A weight over time, drawn: the line, stretches during which the bowl leaned, marked moments.

import { draw } from "../../draw/elements.js";
import { t } from "../../shell/words.js";

const WIDE = 600;
const HIGH = 150;
const LEAST_GRAMS = 8;
const REST = [0.02, 0.7];

/** Draw points of [seconds, grams]; marks are numbered lines. */
export function trace(points, { tilted = [], marks = [] } = {}) {
  const node = draw("svg", {
    class: "trace",
    viewBox: `0 0 ${WIDE} ${HIGH}`,
    preserveAspectRatio: "none",
    role: "img",
    "aria-label": t("scale_trace"),
  });
  if (!points.length) return node;
  const [x, y, low, high] = axes(points, marks);
  node.append(
    ...tilted.map(([from, to]) =>
      draw("rect", { class: "tilted", x: x(from), y: 0, width: Math.max(3, x(to) - x(from)), height: HIGH }),
    ),
    ...marks.map((mark) =>
      draw("line", { class: `moment ${mark.name}`, x1: x(mark.at), x2: x(mark.at), y1: 0, y2: HIGH }),
    ),
    draw("path", {
      class: "weight",
      d: `M${points.map(([at, grams]) => `${x(at).toFixed(1)} ${y(grams).toFixed(1)}`).join("L")}`,
    }),
  );
  node.dataset.low = low.toFixed(0);
  node.dataset.high = high.toFixed(0);
  return node;
}

/** The bowl at rest fills the picture: a hand weighs far more than a boulder, and is cut off. */
export function axes(points, marks) {
  const times = [...points.map(([at]) => at), ...marks.map((mark) => mark.at)];
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const grams = points.map(([, weight]) => weight).sort((one, other) => one - other);
  const [low, high] = REST.map((share) => grams[Math.floor(share * (grams.length - 1))]);
  const middle = (low + high) / 2;
  const half = Math.max(LEAST_GRAMS, (high - low) * 1.5) / 2;
  const x = (at) => ((at - first) / (last - first || 1)) * WIDE;
  const y = (weight) => HIGH - Math.max(0.01, Math.min(0.99, (weight - middle + half) / (2 * half))) * HIGH;
  return [x, y, middle - half, middle + half];
}
