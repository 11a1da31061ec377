// Bringing a page up to date in place: whoever presses, types or reads something keeps it in hand.

/** Show *nodes* in *box*. A node that is there already stays where it is and takes on what is new;
 * only what has gone is taken away. With *anew*, fields forget what was typed but not sent. */
export function patch(box, nodes, anew = false) {
  const there = new Map();
  for (const node of box.childNodes) there.set(node.key, [...(there.get(node.key) ?? []), node]);
  const wanted = nodes.map(asNode).map((fresh) => {
    const known = there.get(keyOf(fresh))?.shift();
    return known ? renewed(known, fresh, anew) : printed(fresh);
  });
  const staying = new Set(wanted);
  for (const node of [...box.childNodes]) if (!staying.has(node)) node.remove();
  wanted.forEach((node, n) => {
    if (box.childNodes[n] !== node) box.insertBefore(node, box.childNodes[n] ?? null);
  });
}

const FIELDS = "input, select, textarea";
const REACHED = "button, a[href], summary, option";
const asNode = (child) => (child instanceof Node ? child : document.createTextNode(child));

/** What a node is known by among its neighbours: its key or id, what is written on something to tap. */
function keyOf(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return "text";
  if (node.dataset.key) return `key ${node.dataset.key}`;
  if (node.id) return `id ${node.id}`;
  if (node.matches(REACHED)) return `${node.localName} ${node.value ?? ""} ${node.ariaLabel ?? node.textContent}`;
  return `${node.localName} ${node.classList[0] ?? ""}`;
}

/** Whether a node is only ever exchanged as one: what it does reads its own fields. */
const isWhole = (node) => node.localName === "form" || node.dataset.whole !== undefined;

/** Whether somebody is at one of its fields. */
const isTyping = (node) => node.contains(document.activeElement) && document.activeElement.matches(FIELDS);

/** A node with all that is in it, as text to compare. */
const written = (node) => new XMLSerializer().serializeToString(node);

const given = (node) => Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value]));

/** A new node that remembers how it was made: what happens to it later is its own affair. */
function printed(node) {
  node.key = keyOf(node);
  if (node.nodeType !== Node.ELEMENT_NODE) return node;
  node.print = written(node);
  node.given = given(node);
  node.childNodes.forEach(printed);
  return node;
}

/** The node that is shown, with what the fresh one says. */
function renewed(node, fresh, anew) {
  if (node.nodeType !== Node.ELEMENT_NODE) {
    if (node.data !== fresh.data) node.data = fresh.data;
    return node;
  }
  const print = written(fresh);
  if (isWhole(node)) {
    const stays = isTyping(node) || (node.print === print && !anew);
    return stays ? node : printed(fresh);
  }
  if (anew) restore(node);
  if (node.print === print && !anew) adopt(node, fresh);
  else change(node, fresh, anew);
  node.print = print;
  return node;
}

function change(node, fresh, anew) {
  const now = given(fresh);
  for (const name of new Set([...Object.keys(node.given), ...Object.keys(now)])) {
    if (node.given[name] !== now[name]) put(node, name, now[name]);
  }
  node.given = now;
  if (fresh.acts) node.acts = fresh.acts;
  patch(node, [...fresh.childNodes], anew);
}

/** Nothing looks different: only what it does may be about something newer. */
function adopt(node, fresh) {
  const [old, made] = [node, fresh].map((one) => [one, ...one.querySelectorAll("*")]);
  if (node.querySelector(FIELDS) || old.length !== made.length) return;
  old.forEach((one, n) => {
    if (made[n].acts) one.acts = made[n].acts;
  });
}

function put(node, name, value) {
  if (value === undefined) node.removeAttribute(name);
  else node.setAttribute(name, value);
  restore(node);
}

/** A field shows again what it was given, unless somebody is at it. */
function restore(node) {
  if (node === document.activeElement || node.parentNode === document.activeElement) return;
  if (node.matches("option")) node.selected = node.defaultSelected;
  else if (node.matches("[type=checkbox], [type=radio]")) node.checked = node.defaultChecked;
  else if (node.matches("input:not([type=file]), textarea")) node.value = node.defaultValue;
}
