// What a person would complain about on a page, found by geometry.
//
// The driver strips imports and exports, puts the three files into one function and calls audit().

import {
  box, complain, dialog, drawn, found, high, name, nodes, pressables, rects, scrolls, seenPart, style, texts, top, wide, words,
} from "./audit_page.js";
import { contrast } from "./audit_contrast.js";

function endlessDialog() {
  if (!dialog) return;
  const longest = [dialog, ...nodes].reduce((one, two) => (two.scrollHeight > one.scrollHeight ? two : one));
  if (longest.scrollHeight > 2 * high) complain("endless dialog", dialog, `${longest.scrollHeight} px high`);
}

function sidewaysScroll(phone) {
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > wide + 1) {
    const guilty = nodes.find((node) => box(node).right > wide + 1 && seenPart(node).right > wide + 1);
    complain("sideways scroll", guilty ?? document.body, `${scrollWidth} px in ${wide}`);
  }
  for (const node of nodes) {
    if (!/(auto|scroll)/.test(style(node).overflowX) || node.scrollWidth <= node.clientWidth + 1) continue;
    if (node.matches("textarea, input, select, pre")) continue;
    if (phone || node === dialog) complain("sideways scroll", node, `${node.scrollWidth} px in ${node.clientWidth}`);
  }
}

/** Words cut by a box that does not scroll; an ellipsis cuts them too. */
function clippedWords(written) {
  for (const [node, parent] of written) {
    const cutter = parent.closest("svg") ? null : cutterOf(node, parent);
    if (cutter) complain("clipped words", parent, `by ${name(cutter)}`);
  }
}

/** The box that cuts a text; what can be scrolled into sight is not cut. */
function cutterOf(node, parent) {
  for (let up = parent; up && up !== top.parentElement; up = up.parentElement) {
    if (cuts(up, node)) return up;
    if (scrolls(up) || style(up).position === "fixed") return null;
  }
  return null;
}

function cuts(up, node) {
  const [cutsX, cutsY] = [style(up).overflowX, style(up).overflowY].map((one) => /(hidden|clip)/.test(one));
  if (!cutsX && !cutsY) return false;
  const frame = box(up);
  const beside = (one) => one.right > frame.right + 2 || one.left < frame.left - 2;
  const beyond = (one) => one.bottom > frame.bottom + one.height / 3 || one.top < frame.top - one.height / 3;
  return rects(node).some((one) => (cutsX && beside(one)) || (cutsY && beyond(one)));
}

/** A window inside the page, or inside a dialog, with something to press beyond its edge. */
function hiddenPressables() {
  for (const node of nodes) {
    if (!scrolls(node) || node === dialog || node.matches("textarea, select")) continue;
    const frame = box(node);
    const inDialog = dialog && node !== dialog;
    if (frame.height >= 0.7 * high && !inDialog) continue;
    const beyond = pressables.filter(
      (one) => node.contains(one) && (box(one).top >= frame.bottom - 4 || box(one).bottom <= frame.top + 4),
    );
    if (beyond.length) {
      const first = words(beyond[0]).slice(0, 30);
      complain("hidden pressables", node, `${beyond.length}, first "${first}", window ${Math.round(frame.height)} of ${node.scrollHeight} px`);
    }
  }
}

function outsideButton() {
  for (const node of pressables) {
    if (!node.matches("button, a[href], [role=button], [role=radio]") || style(node).display === "inline") continue;
    const frame = box(node);
    const out = ({ left, top: above, right, bottom }) =>
      right > frame.right + 3 || left < frame.left - 3 || bottom > frame.bottom + 3 || above < frame.top - 3;
    if (node.ownerSVGElement) continue;
    const child = [...node.querySelectorAll("*")].find(
      (one) => drawn(one) && !one.ownerSVGElement && style(one).position !== "absolute" && out(seenPart(one)) && box(one).width > 4,
    );
    const text = !child && own(node).some((one) => out(one));
    if (child) complain("outside its button", node, `${name(child)} ${Math.round(box(child).width)}x${Math.round(box(child).height)} in ${Math.round(frame.width)}x${Math.round(frame.height)}`);
    else if (text) complain("outside its button", node, "its words");
  }
}

const own = (node) =>
  [...node.childNodes].filter((one) => one.nodeType === Node.TEXT_NODE && one.data.trim()).flatMap((one) => rects(one));

/** The part of the page that stays while the rest scrolls under it. */
function floats(node) {
  for (let up = node; up && up !== top; up = up.parentElement) {
    if (/(fixed|sticky)/.test(style(up).position)) return up;
  }
  return null;
}

/**
 * Two things to press over each other: a finger on one may hit the other. What scrolls under a
 * bar that stays can be scrolled out again.
 */
function overlaps() {
  const shown = pressables
    .map((node) => ({ node, part: seenPart(node) }))
    .filter(({ node, part }) => part.width > 3 && part.height > 3 && inSight(part) && !node.ownerSVGElement);
  for (const [n, one] of shown.entries()) {
    const two = shown.slice(n + 1).find((other) => collide(one, other));
    if (two) complain("overlap", one.node, `with ${name(two.node)} "${words(two.node).slice(0, 30)}"`);
  }
}

const inSight = ({ top: above, bottom }) => bottom > 0 && above < high;
const related = (one, two) => one.contains(two) || two.contains(one) || one.closest("label")?.contains(two);

function collide({ node: one, part: first }, { node: two, part: second }) {
  if (related(one, two) || floats(one) !== floats(two)) return false;
  const [left, above] = [Math.max(first.left, second.left), Math.max(first.top, second.top)];
  const across = Math.min(first.right, second.right) - left;
  const down = Math.min(first.bottom, second.bottom) - above;
  const least = Math.min(first.width * first.height, second.width * second.height);
  if (across <= 3 || down <= 3 || across * down <= 0.15 * least) return false;
  const hit = document.elementFromPoint(left + across / 2, above + down / 2);
  return hit !== null && (one.contains(hit) || two.contains(hit));
}

function brokenWords(written) {
  for (const [node, parent] of written) {
    if (parent.closest("svg")) continue;
    for (const { 0: word, index } of node.data.matchAll(/[\p{L}\p{M}\u00ad'’]{2,}|\d[\d.,:\u00a0\u202f]*\d/gu)) {
      if (word.includes("\u00ad")) continue;
      const lines = new Set(rects(node, index, index + word.length).map((one) => Math.round(one.top / 4)));
      const spread = [...lines].sort((one, two) => one - two);
      if (spread.length < 2 || spread.at(-1) - spread[0] < 2) continue;
      const [first] = rects(node, index, index + word.length);
      complain(/\d/.test(word) ? "broken number" : "broken word", parent, `"${word}"`, first);
      break;
    }
  }
}

/** The mark behind a sentence stands in its last line, not alone below it. */
function loneMarks() {
  for (const mark of nodes.filter((node) => node.matches(".clause"))) {
    const said = mark.closest(".clauses")?.previousElementSibling;
    const text = said?.matches("span.said") ? said.lastChild : null;
    const last = text?.nodeType === Node.TEXT_NODE ? rects(text).at(-1) : null;
    if (last && box(mark).top >= last.bottom - 2) complain("mark alone", said);
  }
}

function emptyPage() {
  if (dialog) return;
  const main = document.querySelector("main") ?? document.body;
  const drawings = main.querySelectorAll("svg, img, canvas").length;
  if ((main.innerText ?? "").trim().length < 10 && !drawings) complain("empty page", main);
}

const LEAST = 14;

function smallText(written) {
  for (const [node, parent] of written) {
    if (!/[\p{L}\p{N}]/u.test(node.data)) continue;
    const svg = parent.closest("svg");
    let size = parseFloat(style(parent).fontSize);
    if (svg) {
      const matrix = parent.getScreenCTM?.();
      size *= matrix ? Math.hypot(matrix.a, matrix.b) : 1;
    }
    if (size > 0 && size < LEAST - 0.25) complain("small text", parent, `${size.toFixed(1)} px`);
  }
}

/** The one button a page or dialog wants pressed is in sight when it opens. */
function primaryInSight() {
  const main = nodes.filter((node) => node.matches("button.main, a.main, .answer.main, button.big, a.big, button.primary, [data-primary]") && !node.disabled);
  if (!main.length) return;
  const insight = main.some((node) => {
    const { top: above, bottom, left, right } = seenPart(node);
    return above >= -1 && bottom <= high + 1 && right - left > 8 && bottom - above > 8;
  });
  if (!insight) complain("primary action out of sight", main[0], `${Math.round(box(main[0]).top)} px down of ${high}`);
}

/** Every complaint about the page as it is now; *phone* holds letters to the size of a phone. */
export function audit({ phone }) {
  const written = texts();
  endlessDialog();
  sidewaysScroll(phone);
  clippedWords(written);
  hiddenPressables();
  outsideButton();
  overlaps();
  brokenWords(written);
  loneMarks();
  emptyPage();
  if (phone) smallText(written);
  primaryInSight();
  contrast(written);
  return found;
}
