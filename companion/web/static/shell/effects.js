// The motions of great moments: drawn over the page for a second or two. They take no tap and move nothing below them.

import { el, hasSign, sign } from "../draw/elements.js";

/** Pieces each motion is made of, and the sign it shows; effects.css moves them. */
const PIECES = {
  fanfare: 36,
  landslide: 18,
  open: 1,
  third: 1,
  curse: 1,
  claim: 2,
  right: 1,
  wrong: 1,
  apex: 3,
  gong: 1,
};
const SIGNS = { third: "scarab", curse: "simple-eye" };
/** Milliseconds after which a motion is cleared away. */
const LASTS = 2_200;

const isCalm = matchMedia("(prefers-reduced-motion: reduce)");
let layer = null;
let clearing = 0;

/** Show the motion of a moment; where people want no motion there is none. */
export function show(name) {
  if (isCalm.matches || !PIECES[name]) return;
  layer ??= made();
  layer.className = name;
  layer.replaceChildren(...Array.from({ length: PIECES[name] }, (_, n) => piece(name, n)));
  clearTimeout(clearing);
  clearing = setTimeout(() => layer.replaceChildren(), LASTS);
}

function made() {
  const style = el("link", { rel: "stylesheet", href: new URL("./effects.css", import.meta.url).pathname });
  const node = el("div", { id: "effects", "aria-hidden": "true" });
  document.head.append(style);
  document.body.append(node);
  return node;
}

function piece(name, n) {
  const node = el("i", {}, SIGNS[name] && hasSign(SIGNS[name]) ? sign(SIGNS[name]) : null);
  node.style.setProperty("--n", n);
  node.style.setProperty("--x", `${Math.round(Math.random() * 100)}%`);
  node.style.setProperty("--late", `${(Math.random() * 0.5).toFixed(2)}s`);
  node.style.setProperty("--size", `${(0.6 + Math.random()).toFixed(2)}rem`);
  return node;
}
