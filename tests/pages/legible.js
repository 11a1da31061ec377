// What axe leaves open: contrast on gradients and pictures of colour, and how large targets are.
//
// The driver strips imports and exports, puts behind.js before it and calls legible().

import { contrastOf } from "./behind.js";

const SMALLEST = 24;
const GOOD = 44;

const shown = (node) =>
  node.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
  node.getBoundingClientRect().width > 1 &&
  !node.closest(".unseen, .skip, [inert], [disabled], [aria-disabled=true], svg");

const own = (node) => [...node.childNodes].some((one) => one.nodeType === Node.TEXT_NODE && one.data.trim());
const named = (node) => `${node.localName}.${[...node.classList].join(".")} "${node.textContent.trim().slice(0, 24)}"`;

/** {contrast: [...], small: [...], under44: number} */
export function legible() {
  const contrast = [];
  for (const node of document.querySelectorAll("body *")) {
    if (!own(node) || !shown(node)) continue;
    const { worst, least } = contrastOf(node);
    if (worst < least) contrast.push(`${worst.toFixed(2)} ${named(node)}`);
  }
  const targets = [...document.querySelectorAll("button, a[href], input, select, summary, [role=button]")];
  const inText = (node) => node.localName === "a" && getComputedStyle(node).display === "inline";
  const sizes = targets
    .filter((node) => shown(node) && !inText(node))
    .map((node) => [node, Math.min(node.getBoundingClientRect().width, node.getBoundingClientRect().height)]);
  return {
    contrast: [...new Set(contrast)],
    small: sizes.filter(([, size]) => size < SMALLEST).map(([node, size]) => `${size.toFixed(0)} px ${named(node)}`),
    under44: sizes.filter(([, size]) => size < GOOD - 0.5).length,
  };
}
