// A page as the audit reads it: what is drawn, where, and what can be pressed. Complaints are kept here.

export const wide = document.documentElement.clientWidth;
export const high = window.innerHeight;
export const found = [];
const told = new Set();


const styles = new Map();
const boxes = new Map();
export const style = (node) => styles.get(node) ?? styles.set(node, getComputedStyle(node)).get(node);
export const box = (node) => boxes.get(node) ?? boxes.set(node, node.getBoundingClientRect()).get(node);
export const words = (node) =>
  (node.innerText || node.getAttribute("aria-label") || node.value || "").trim().replace(/\s+/g, " ");

export function name(node) {
  const id = node.id ? `#${node.id}` : "";
  const kind = (node.getAttribute("class") ?? "").trim().split(/\s+/).filter(Boolean).slice(0, 2);
  return node.localName + id + kind.map((one) => `.${one}`).join("");
}

/** An element by itself and the nearest part of the page with an id: two of a kind are one complaint. */
function place(node) {
  const around = node.parentElement?.closest("[id]");
  return node.id || !around ? name(node) : `#${around.id} ${name(node)}`;
}

/** Rules about a style: one complaint for all elements of a kind. */
const ONCE = new Set(["small text", "contrast"]);

export function complain(rule, node, more = "", where = box(node)) {
  const said = words(node).slice(0, 60);
  const key = ONCE.has(rule) ? `${rule} ${place(node)}` : `${rule} ${place(node)} ${said}`;
  if (told.has(key)) return;
  told.add(key);
  const at = [where.left + scrollX, where.top + scrollY, where.width, where.height].map(Math.round);
  found.push({ rule, where: place(node), words: said, more, at });
}

const HIDDEN = "[hidden], [inert], [aria-hidden='true'].unseen, .unseen, .visually-hidden, .sr-only, .skip, dialog:not([open])";

export function drawn(node) {
  const { width, height } = box(node);
  if (width <= 1 || height <= 1 || node.closest(HIDDEN)) return false;
  if (!node.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
  return style(node).clipPath !== "inset(50%)";
}

/** The part of a box that no scrolling or clipping ancestor hides. */
export function seenPart(node) {
  let { left, top, right, bottom } = box(node);
  for (let up = node.parentElement; up && up !== document.body; up = up.parentElement) {
    const { overflowX, overflowY, position } = style(up);
    const frame = box(up);
    if (overflowX !== "visible") [left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)];
    if (overflowY !== "visible") [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
    if (position === "fixed") break;
  }
  return { left, top, right, bottom, width: right - left, height: bottom - top };
}

export const scrolls = (node) => /(auto|scroll)/.test(style(node).overflowY) && node.scrollHeight > node.clientHeight + 8;
const PRESSABLE = "button, a[href], input:not([type=hidden]), select, textarea, summary, [role=button], [role=radio]";
export const top = document.querySelector("dialog[open]") ?? document.body;
export const dialog = top === document.body ? null : top;
export const nodes = [...top.querySelectorAll("*")].filter(drawn);
export const pressables = nodes.filter((node) => node.matches(PRESSABLE) && style(node).pointerEvents !== "none");

/** Text nodes that are drawn, each with its parent. */
export function texts() {
  const walk = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
  const list = [];
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const parent = node.parentElement;
    if (parent && node.data.trim() && !/^(script|style|noscript|title|option|textarea)$/.test(parent.localName) && drawn(parent)) {
      list.push([node, parent]);
    }
  }
  return list;
}

export function rects(node, from = 0, to = node.data.length) {
  const range = document.createRange();
  range.setStart(node, from);
  range.setEnd(node, to);
  return [...range.getClientRects()].filter((one) => one.width > 0.5 && one.height > 0.5);
}
