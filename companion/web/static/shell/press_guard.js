// Keeps a newer table from moving what is being pressed: changes wait while a finger is down, and a press on something
// that has only just come to lie under the finger is not taken.

/** Milliseconds after a touch in which nothing changes, unless the touch itself has been answered. */
export const HOLD = 400;
/** Milliseconds a person takes from seeing something to pressing it. */
export const AIM = 300;

const PRESSABLE = "button, a[href], summary, label, input, select, [role='button']";

let heldUntil = 0;
let waiting = null;
let timer = 0;
let settling = 0;
/** What lay where before each change of the last moments: {at, top, places: [[node, rect, sign]]}. */
let before = [];
let ignored = false;

/** Make *show* wait while somebody is pressing; only the newest of what waits is shown. *settled* is told when
 * everything that is shown can be pressed. */
export function held(show, settled) {
  addEventListener("pointerdown", pressed, { capture: true });
  addEventListener("click", clicked, { capture: true });
  return (snapshot) => {
    waiting = () => {
      clearTimeout(settling);
      const seen = () => {
        clearTimeout(settling);
        settling = setTimeout(settled, AIM);
      };
      changing(() => show(snapshot), seen);
    };
    flush();
  };
}

/** The touch has been answered: what follows from it is shown at once. */
export function release() {
  heldUntil = 0;
  flush();
}

function flush() {
  clearTimeout(timer);
  if (waiting === null) return;
  const left = heldUntil - performance.now();
  if (left > 0) {
    timer = setTimeout(flush, left);
    return;
  }
  const show = waiting;
  waiting = null;
  show();
}

/** Change the page, and remember what could be pressed where until people see it; *seen* is called then. */
function changing(change, seen) {
  if (document.hidden) {
    before = [];
    change();
    seen();
    return;
  }
  const past = { at: Infinity, top: topmost(), places: pressables() };
  before = [...recent(performance.now()), past];
  change();
  // A slow phone takes its time until the change is painted.
  requestAnimationFrame(() =>
    setTimeout(() => {
      past.at = performance.now();
      seen();
    }),
  );
}

/** What can be pressed at all: an open dialog covers the rest. Who opened one knows what it hides. */
const topmost = () => document.querySelector("dialog[open]") ?? document.body;

const recent = (now) => before.filter(({ at }) => now - at < AIM);

function pressables() {
  // What is folded away has no place yet, and asking for it would lay it all out.
  const shown = [...topmost().querySelectorAll(PRESSABLE)].filter((node) => node.checkVisibility());
  const rects = shown.map((node) => [node, node.getBoundingClientRect(), signOf(node)]);
  return rects.filter(([, { width, height }]) => width && height);
}

/** What something to press is known by, if it is drawn anew: its answer or place, otherwise its words. */
function signOf(node) {
  const { option, cell, slot } = node.dataset;
  const words = option === undefined && cell !== undefined ? "" : (node.getAttribute("aria-label") ?? node.textContent);
  return [node.localName, option, cell, slot, words].join("|");
}

function pressed(event) {
  const now = performance.now();
  if (event.isTrusted) heldUntil = now + HOLD;
  before = recent(now);
  const first = before.find(({ top }) => top === topmost());
  const node = event.target.closest?.(PRESSABLE) ?? null;
  ignored = Boolean(first && node && isOther(first.places, node, event));
}

/** Whether something else was to be pressed at this point before. */
function isOther(places, node, { clientX: x, clientY: y }) {
  const there = places.filter(([, r]) => x >= r.left && x <= r.right && y >= r.top && y <= r.bottom);
  if (!there.length) return false;
  const sign = signOf(node);
  return !there.some(([one, , known]) => one === node || known === sign);
}

function clicked(event) {
  if (!ignored || !event.isTrusted || !event.detail) return;
  ignored = false;
  event.preventDefault();
  event.stopImmediatePropagation();
}
