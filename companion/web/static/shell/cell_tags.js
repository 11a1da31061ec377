// The names of places a sentence speaks of, written on the board: readable at any size, and only while they are named.

import { el } from "../draw/elements.js";
import { keep } from "../draw/keep.js";

/** A code such as D3, U1.5 or P14, which means nothing but a place. */
const CODE = /(?<![\p{L}\p{N}.])[A-Z]\d+(?:\.\d+)?(?![\p{L}\p{N}])/gu;
const NUMBER = /\d+/gu;
/** Where the page says what happens now; of the rulings only the newest. */
const SAID = ["#turn", "#quiet", "#alerts", "#sentence", "#ask :is(p, h2, button)", "#rulings .newest .said"].join();

/** Keep tags over *board* for what the page says; the function given back takes each newer table. */
export function tagged(board) {
  const layer = el("div", { class: "cell-tags", "aria-hidden": "true" });
  let latest = null;
  let waiting = 0;
  const place = () => {
    if (!layer.isConnected) board.append(layer);
    if (latest) keep(layer, placed(board, [...codes(), ...numbers(latest)]), JSON.stringify, tag);
  };
  const soon = () => {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(place);
  };
  new ResizeObserver(soon).observe(board);
  const asked = document.getElementById("ask");
  if (asked) new MutationObserver(soon).observe(asked, { childList: true, subtree: true });
  return (snapshot) => {
    latest = snapshot;
    soon();
  };
}

function codes() {
  const said = [...document.querySelectorAll(SAID)].filter((node) => !node.closest("[hidden]"));
  return said.flatMap((node) => node.textContent.match(CODE) ?? []);
}

/** Numbers are places only in sentences about those places. */
function numbers({ questions, refusal, rulings }) {
  const [last] = rulings.filter(({ undone }) => !undone);
  const said = [
    ...questions.map(({ ask, cells }) => ({ say: ask, cells })),
    ...(refusal ? [{ say: refusal.say, cells: refusal.cells ?? [] }] : []),
    ...(last?.sentences ?? []),
  ];
  return said.flatMap(({ say, cells }) => {
    const named = new Set(say.match(NUMBER) ?? []);
    return cells.filter((cell) => /^s\d+$/.test(cell) && named.has(cell.slice(1)));
  });
}

/** Where each tag goes: the upper left corner of its place, in the board's own measure. */
function placed(board, names) {
  if (!names.length) return [];
  const frame = board.getBoundingClientRect();
  const scale = frame.width / board.offsetWidth || 1;
  return [...new Set(names)].flatMap((cell) => {
    const node = board.querySelector(`[data-cell="${cell}"], [data-seat="${cell}"]`);
    const { left, top, width } = node?.getBoundingClientRect() ?? {};
    if (!width || hasName(node)) return [];
    return [{ cell, x: Math.round((left - frame.left) / scale), y: Math.round((top - frame.top) / scale) }];
  });
}

/** Whether the drawing itself says what the place is called. */
const hasName = (node) => [...node.querySelectorAll(".id, .cell-name")].some((one) => one.checkVisibility());

function tag({ cell, x, y }) {
  const node = el("span", { class: "cell-tag" }, cell.replace(/^s(?=\d)/, ""));
  node.style.left = `${x}px`;
  node.style.top = `${y}px`;
  return node;
}
