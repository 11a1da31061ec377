// Contrast of words against every colour that may be behind them: WCAG AA.

import { complain, style } from "./audit_page.js";
import { contrastOf } from "../pages/behind.js";

/** Whether the words lie over a picture or something else whose colours nobody knows. */
function unknown(node) {
  for (let up = node; up; up = up.parentElement) {
    const { backgroundColor, backgroundImage, position, opacity, filter } = style(up);
    if (backgroundImage.includes("url(") || filter !== "none" || Number(opacity) < 1) return true;
    if (backgroundImage !== "none" || !/(transparent|, 0\))$/.test(backgroundColor)) return false;
    if (position === "absolute") return true;
  }
  return false;
}

export function contrast(written) {
  for (const [node, parent] of written) {
    if (parent.closest("svg, :disabled, [aria-disabled=true], label:has(:disabled)") || !/[\p{L}\p{N}]/u.test(node.data)) continue;
    if (unknown(parent)) continue;
    const { worst, least, size } = contrastOf(parent);
    if (worst < least - 0.02) complain("contrast", parent, `${worst.toFixed(2)} at ${Math.round(size)} px`);
  }
}
