// Showing again what has changed, and leaving alone what has not: focus, scrolling and all.

import { el } from "./elements.js";

/** Show *items* in *box*; a node stays as it is while its item does. */
export function keep(box, items, keyOf, make) {
  const focused = document.activeElement;
  const old = new Map([...box.children].map((node) => [node.dataset.key, node]));
  const nodes = items.map((item) => known(old, item, keyOf(item)) ?? made(item, keyOf(item), make));
  const inside = box.contains(focused);
  if (!put(box, nodes)) return;
  if (inside && focused.isConnected) focused.focus({ preventScroll: true });
  else if (inside) box.focus({ preventScroll: true });
}

/** Have exactly these nodes in *box*, moving none that need not move: all that moves is styled and laid out again. */
function put(box, nodes) {
  const staying = new Set(nodes);
  const gone = [...box.childNodes].filter((node) => !staying.has(node));
  for (const node of gone) node.remove();
  let changed = gone.length > 0;
  nodes.forEach((node, n) => {
    if (box.childNodes[n] === node) return;
    box.insertBefore(node, box.childNodes[n] ?? null);
    changed = true;
  });
  return changed;
}

/** Show lines of text as a list, in their order. */
export function keepLines(list, lines) {
  keep(
    list,
    lines.map((line, n) => ({ line, n })),
    ({ n }) => `${n}`,
    ({ line }) => el("li", {}, line),
  );
}

function known(old, item, key) {
  const node = old.get(key);
  return node?.print === JSON.stringify(item) ? node : null;
}

function made(item, key, make) {
  const node = make(item);
  node.dataset.key = key;
  node.print = JSON.stringify(item);
  return node;
}

/** Fill a box again, but only when what it shows has changed. */
export function once(box, data, fill) {
  const print = JSON.stringify(data);
  if (box.print === print) return;
  box.print = print;
  box.replaceChildren(...fill());
}
