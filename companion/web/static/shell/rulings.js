// The last rulings with their reasons; take the last move back, put an older one right.

import { el } from "../draw/elements.js";
import { keep, once } from "../draw/keep.js";
import { mayChangePast } from "../table/may.js";
import { base } from "../table/moment.js";
import { seatOf } from "./role.js";
import { t } from "./words.js";
import { post } from "./acts.js";
import { announce } from "./announcing.js";
import { clauses } from "./clauses.js";

const ARMED = 5_000;

export function showRulings(box, here) {
  if (!box.firstChild) box.append(...places());
  const { rulings, moves, take_back: last } = here.snapshot;
  const [head, newest, earlier] = box.children;
  const list = earlier.lastElementChild;
  const move = moves.find((one) => one.number === last);
  once(head, [last, move?.say, mayChangePast()], () =>
    [el("h2", {}, t("rulings")), takeBack(last, move)].filter(Boolean),
  );
  const known = new Map(moves.map((one) => [one.number, one]));
  const shown = rulings
    .map((ruling) => ({ ...ruling, move: known.get(ruling.number) ?? null }))
    .filter((ruling) => ruling.sentences.length);
  const key = (ruling) => `${ruling.number}${ruling.undone ? "-" : ""}`;
  const make = (ruling) => item(ruling, here);
  keep(newest, shown.slice(0, 1), key, make);
  // What is folded away is written when somebody unfolds it: thirty rulings cost a phone more than the board.
  earlier.ontoggle = () => keep(list, earlier.open ? shown.slice(1) : [], key, make);
  earlier.ontoggle();
  speak(shown[0]);
}

/** The newest ruling has a place of its own that never grows; the others wait behind a tap. */
function places() {
  const list = (extra) => el("ol", { reversed: true, tabindex: "-1", class: extra });
  return [
    el("header", {}),
    list("newest"),
    el("details", { class: "earlier" }, el("summary", {}, t("earlier")), list("older")),
  ];
}

let spoken = null;

function speak(newest) {
  if (!newest || newest.number === spoken) return;
  const first = spoken === null;
  spoken = newest.number;
  if (!first) announce("ruling", newest.sentences.map((one) => one.say).join(" "));
}

/** Two taps: the first arms the button, the second takes the move back. */
function takeBack(number, move) {
  if (!mayChangePast() || number === null || number === undefined) return null;
  const button = el("button", { class: "quiet take-back", type: "button" }, t("take_back"));
  let armed = 0;
  let since = 0;
  button.addEventListener("click", () => {
    if (!armed) {
      armed = setTimeout(disarm, ARMED);
      since = base();
      button.classList.add("armed");
      button.textContent = t("take_back_really", { move: move?.say ?? "" });
      return;
    }
    disarm();
    post("/take-back", { number, base: since });
  });
  function disarm() {
    clearTimeout(armed);
    armed = 0;
    button.classList.remove("armed");
    button.textContent = t("take_back");
  }
  return button;
}

function item(ruling, here) {
  const { number, undone, sentences } = ruling;
  const node = el(
    "li",
    { class: undone ? "ruling undone" : "ruling", value: number },
    el(
      "p",
      { class: "source" },
      el("span", { class: "number" }, `${number}`),
      el("span", {}, source(ruling.by, here)),
      undone ? el("span", { class: "mark" }, t("undone")) : correction(ruling, here),
    ),
    ...sentences.map((sentence) => line(sentence, here)),
  );
  return node;
}

function source(by, here) {
  const seat = here.snapshot.view.seats[seatOf(by)];
  return seat ? seat.name : t(`by_${by}`);
}

function line(sentence, here) {
  const node = el("p", { class: "sentence" }, el("span", { class: "said" }, sentence.say), clauses(sentence.because));
  if (sentence.cells.length) {
    node.classList.add("pointing");
    node.addEventListener("pointerenter", () => here.room.highlight(sentence.cells));
    node.addEventListener("pointerleave", () => here.room.highlight(null));
  }
  return node;
}

function correction(ruling, here) {
  if (!mayChangePast() || !ruling.move) return null;
  const correct = async () => (await import("./corrections.js")).offer(ruling, here);
  return el("button", { class: "quiet correct", type: "button", on: { click: correct } }, t("correct"));
}
