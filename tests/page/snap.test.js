import assert from "node:assert/strict";
import test from "node:test";

import { greys, snapped } from "../../companion/web/static/house/workshop/snap.js";

const WIDE = 160;
const HIGH = 120;

/** A light board on a dark table, its corners at (40, 30) and (120, 90). */
function table(noise = 0) {
  const data = new Uint8ClampedArray(WIDE * HIGH * 4);
  let seed = 7;
  for (let y = 0; y < HIGH; y += 1) {
    for (let x = 0; x < WIDE; x += 1) {
      seed = (seed * 16807) % 2147483647;
      const inside = x >= 40 && x < 120 && y >= 30 && y < 90;
      data.fill((inside ? 190 : 70) + noise * (seed / 2147483647 - 0.5), 4 * (y * WIDE + x), 4 * (y * WIDE + x) + 3);
    }
  }
  return greys({ data, width: WIDE, height: HIGH });
}

const away = ([x, y], [u, v]) => Math.hypot(x - u, y - v);

test("a tap beside a corner moves to it", () => {
  for (const noise of [0, 12]) {
    for (const [tap, corner] of [
      [
        [44, 27],
        [40, 30],
      ],
      [
        [115, 34],
        [120, 30],
      ],
      [
        [124, 95],
        [120, 90],
      ],
    ]) {
      assert.ok(away(snapped(table(noise), tap, 12), corner) <= 2.5, `${tap}`);
    }
  }
});

test("a tap on the bare table or along an edge stays where it is", () => {
  assert.deepEqual(snapped(table(12), [15, 100], 10), [15, 100]);
  assert.deepEqual(snapped(table(), [80, 30], 12), [80, 30]);
});

test("a tap at the very edge of the picture stays inside it", () => {
  const [x, y] = snapped(table(), [0, 0], 12);
  assert.ok(x >= 0 && y >= 0);
});
