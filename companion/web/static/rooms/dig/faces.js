// The cards of the dig as they are drawn: our own pictures, a hundred wide and a hundred high.

import { draw } from "../../draw/elements.js";

const GOLD = "#e9b53c";
const LAPIS = "#2d63b8";
const PALE = "#f6ecd4";
const CORAL = "#c8452f";
const TURQUOISE = "#3fb3a5";
const STONE = "#cdb892";
const INK = "#2a1a0c";
const SCALES = "#5c8f3c";

/** A closed shape with an outline. */
const shape = (d, fill) => ["path", { d, fill, stroke: INK, "stroke-width": 2.5, "stroke-linejoin": "round" }];
/** A line without filling. */
const line = (d, stroke = INK, width = 3) => [
  "path",
  { d, fill: "none", stroke, "stroke-width": width, "stroke-linecap": "round", "stroke-linejoin": "round" },
];
const dot = (cx, cy, r, fill) => ["circle", { cx, cy, r, fill, stroke: INK, "stroke-width": 1.5 }];
const oval = (cx, cy, rx, ry, fill) => ["ellipse", { cx, cy, rx, ry, fill, stroke: INK, "stroke-width": 2 }];

/** A broad line with a dark edge: the body of the snake. */
const band = (d, width = 20) => [line(d, INK, width + 5), line(d, SCALES, width), line(d, "#a9cf6f", 3)];

const PICTURES = {
  alabaster_vase: [
    shape("M37 14h26l-4 11c12 8 18 18 18 31 0 18-11 30-27 30S23 74 23 56c0-13 6-23 18-31Z", PALE),
    line("M36 40c9 5 19 5 28 0M27 58c14 7 32 7 46 0", "#c9a873", 3),
    line("M42 25h16", "#c9a873", 3),
  ],
  faience_vase: [
    line("M30 34c-12 0-14 18-4 22M70 34c12 0 14 18 4 22", INK, 5),
    shape("M36 12h28v9l-6 6c13 6 20 17 20 30 0 18-12 31-28 31S22 75 22 57c0-13 7-24 20-30l-6-6Z", TURQUOISE),
    shape(
      "M50 74c-13-6-17-17-14-27 6 3 9 6 11 10 0-6 1-11 3-16 2 5 3 10 3 16 2-4 5-7 11-10 3 10-1 21-14 27Z",
      "#fff6dc",
    ),
  ],
  bracelet: [
    ["ellipse", { cx: 50, cy: 50, rx: 34, ry: 29, fill: "none", stroke: INK, "stroke-width": 19 }],
    ["ellipse", { cx: 50, cy: 50, rx: 34, ry: 29, fill: "none", stroke: GOLD, "stroke-width": 14 }],
    dot(50, 79, 8, LAPIS),
    dot(28, 72, 5, CORAL),
    dot(72, 72, 5, CORAL),
    dot(50, 21, 5, TURQUOISE),
  ],
  necklace: [
    line("M18 18c2 40 14 62 32 62s30-22 32-62", INK, 16),
    line("M18 18c2 40 14 62 32 62s30-22 32-62", GOLD, 11),
    line("M30 18c2 30 9 46 20 46s18-16 20-46", LAPIS, 7),
    dot(50, 82, 9, CORAL),
    dot(30, 68, 6, TURQUOISE),
    dot(70, 68, 6, TURQUOISE),
  ],
  breast_ornament: [
    shape("M20 18h60l8 60H12Z", GOLD),
    shape("M27 26h46l5 44H22Z", LAPIS),
    dot(50, 38, 9, CORAL),
    shape("M50 66C38 66 28 58 26 46c10 2 18 6 24 12 6-6 14-10 24-12-2 12-12 20-24 20Z", "#f2d27a"),
    line("M18 86v6M34 86v8M50 86v9M66 86v8M82 86v6", GOLD, 5),
  ],
  horus_falcon: [
    shape(
      "M42 12c14-4 25 4 25 16 0 8-2 13-2 19 6 12 8 24 6 38H54c-3 0-5 3-6 7H34c3-6 2-10 0-16-6-14-5-30 4-40 2-4 1-8-6-8 0-8 4-14 10-16Z",
      GOLD,
    ),
    shape("M60 46c8 14 9 26 7 40H52c-6-14-4-30 8-40Z", LAPIS),
    dot(49, 23, 4, INK),
    line("M48 28c0 5-2 8-6 10M53 27c3 2 6 2 9 1", INK, 2.5),
    line("M30 92h44", INK, 5),
  ],
  mask: [
    shape("M50 6c24 0 33 16 35 36 1 16 4 32 6 50H9c2-18 5-34 6-50C17 22 26 6 50 6Z", LAPIS),
    line("M24 22 14 88M33 14 25 90M67 14l8 76M76 22l10 66", GOLD, 5),
    shape("M50 22c14 0 20 10 20 24 0 16-8 30-20 30S30 62 30 46c0-14 6-24 20-24Z", GOLD),
    shape("M45 76h10l2 18H43Z", LAPIS),
    line("M37 44c3-3 7-3 10 0M53 44c3-3 7-3 10 0M43 63c4 3 10 3 14 0M50 46v9", INK, 2.8),
    dot(50, 14, 6, CORAL),
  ],
  scorpion: [
    line("M50 62c0 18 22 22 24 6 2-12-8-16-6-26", INK, 9),
    line("M50 62c0 18 22 22 24 6 2-12-8-16-6-26", "#7b2b1c", 5),
    shape("M66 44c-2-8 2-14 8-16-2 6-1 10 1 15Z", INK),
    line("M40 42 22 34M39 50H19M40 58 22 68M60 46l14-2M60 54l12 3", INK, 3.5),
    line("M42 32C30 28 28 16 34 10M58 32c10-6 10-16 4-22", INK, 5),
    shape("M34 10c-8 0-10 8-6 14 1-5 3-7 8-8Z", "#7b2b1c"),
    shape("M62 10c8 0 10 8 6 14-1-5-3-7-8-8Z", "#7b2b1c"),
    oval(50, 48, 12, 20, "#a8412b"),
    line("M41 42h18M40 50h20M42 58h16", INK, 2),
  ],
  mosquito: [
    oval(30, 34, 8, 25, "#dfe9ec"),
    oval(70, 34, 8, 25, "#dfe9ec"),
    line("M46 50 22 62l-8 20M46 58 30 78l-2 14M54 50l24 12 8 20M54 58l16 20 2 14", INK, 3),
    line("M50 30V8", INK, 3),
    dot(50, 32, 9, "#5b4a3a"),
    oval(50, 46, 8, 10, "#5b4a3a"),
    oval(50, 70, 7, 20, "#8a3a2c"),
    line("M44 64h12M44 72h12M45 80h10", INK, 2),
  ],
  earth: [
    line(
      "M8 34c14-6 24 4 40-2s26 4 44-2M6 62c18-6 30 5 46-1s26 2 42-2M12 84c16-4 30 4 44-1s20 2 32 0",
      "rgb(0 0 0 / 35%)",
      3,
    ),
    oval(28, 48, 8, 5, "rgb(255 240 205 / 45%)"),
    oval(70, 74, 10, 6, "rgb(255 240 205 / 38%)"),
    oval(64, 22, 6, 4, "rgb(255 240 205 / 45%)"),
  ],
  obelisk_base: [
    shape("M34 0h32l3 66H31Z", STONE),
    shape("M22 66h56v12H22Z", "#b8a27c"),
    shape("M12 78h76v16H12Z", STONE),
    line("M50 10v12M44 32h12M46 44h8M50 52v8", INK, 3),
  ],
  obelisk_mid: [
    shape("M34 0h32l2 100H32Z", STONE),
    dot(50, 18, 6, GOLD),
    line("M43 38c4-6 10-6 14 0M44 50h12M50 58v14M44 84h12M47 92h6", INK, 3),
  ],
  obelisk_tip: [
    shape("M36 36h28l3 64H33Z", STONE),
    shape("M50 6 66 36H34Z", GOLD),
    line("M50 48v12M44 68h12M45 80c4-5 7-5 10 0M46 92h8", INK, 3),
  ],
  snake_head: [
    ...band("M50 100C50 88 66 82 62 68S44 56 48 44"),
    shape("M30 34c0-16 8-24 20-24s20 8 20 24c0 12-8 20-20 20s-20-8-20-20Z", SCALES),
    line("M50 12V2m0 0-5-2m5 2 5-2", CORAL, 3),
    dot(42, 28, 4, GOLD),
    dot(58, 28, 4, GOLD),
    line("M36 40c6 6 22 6 28 0", "#a9cf6f", 3),
  ],
  snake_body: band("M50 0c0 14 18 18 18 32S32 56 32 70s18 16 18 30"),
  snake_tail: [
    ...band("M50 0c0 14 18 16 16 30S40 48 40 60"),
    shape("M31 58h18c1 12 6 20 14 30-16-2-30-12-32-30Z", SCALES),
  ],
  cover: [
    line(
      "M6 26c20-10 34 8 52 0s24-2 36-6M4 52c18-8 30 6 48 0s28 2 44-4M6 78c20-8 36 6 54 0s22 0 34-4",
      "rgb(120 80 30 / 45%)",
      3,
    ),
    dot(30, 38, 1.6, "rgb(120 80 30 / 60%)"),
    dot(66, 64, 1.6, "rgb(120 80 30 / 60%)"),
    dot(78, 32, 1.6, "rgb(120 80 30 / 60%)"),
  ],
};

/** The picture of a card, or nothing for a card nobody has drawn. */
export function picture(card) {
  return (PICTURES[card] ?? []).map(([tag, attributes]) => draw(tag, attributes));
}

/** "+5", "−2" or "0", as printed. */
export function printed(value) {
  if (value === 0) return "0";
  return value > 0 ? `+${value}` : `−${-value}`;
}

export function kindOf(value) {
  if (value === 0) return "nothing";
  return value > 0 ? "treasure" : "hazard";
}

/** A card by itself: its colour, its picture, its number. */
export function cardFace(card, value, colour) {
  const face = draw(
    "svg",
    { class: "dig-card", viewBox: "0 0 100 100", "aria-hidden": "true", data: { kind: kindOf(value) } },
    draw("rect", { x: 1, y: 1, width: 98, height: 98, rx: 8, class: "card-back", fill: colour }),
    draw("g", { transform: "translate(9 6) scale(.82)" }, ...picture(card)),
    number(value, 78, 80, 17),
  );
  return face;
}

/** The number in its corner. */
export function number(value, x, y, r = 15) {
  const shown = printed(value);
  return draw(
    "g",
    { class: "number", data: { kind: kindOf(value) }, transform: `translate(${x} ${y})` },
    draw("rect", { x: -r * 1.1, y: -r * 0.85, width: r * 2.2, height: r * 1.7, rx: r * 0.5 }),
    draw("text", { y: r * 0.42, "font-size": shown.length > 2 ? r * 1.12 : r * 1.25 }, shown),
  );
}

/** The lid of a barricade: planks and an iron ring, a hundred wide. */
export function lid() {
  return draw(
    "g",
    { class: "lid" },
    draw("rect", { x: 5, y: 5, width: 90, height: 90, rx: 7, class: "planks" }),
    draw("path", { class: "gaps", d: "M6 27h88M6 50h88M6 73h88" }),
    draw("path", { class: "beam", d: "M14 12 86 88M86 12 14 88" }),
    draw("circle", { cx: 50, cy: 50, r: 15, class: "ring-shade" }),
    draw("circle", { cx: 50, cy: 49, r: 15, class: "ring" }),
  );
}
