// By hand: a square of the board that shows something else than our list says.

import { el } from "../../draw/elements.js";
import { post } from "../../shell/acts.js";
import { ask, close } from "../../shell/dialog.js";
import { begun } from "../../table/moment.js";
import { noun, t } from "../../shell/words.js";

/** Ask which square it is, then what it shows. */
export function askSquare(board) {
  const [first, last] = [board.start + 1, board.last];
  const field = el("input", { type: "number", min: first, max: last, step: 1, required: true, name: "square" });
  const send = (event) => {
    event.preventDefault();
    askShows(Number(field.value), board);
  };
  ask(
    t("sphinx_other_square"),
    el(
      "form",
      { class: "other", on: { submit: send } },
      el("label", {}, t("sphinx_other_square_which", { first, last }), " ", field),
      el("button", { class: "answer" }, t("sphinx_other_square_go")),
    ),
  );
}

function askShows(square, board) {
  const choices = [
    ["plain", t("sphinx_square_plain")],
    ["mummy", t("sphinx_square_mummy")],
    ...board.colours.map((colour) => [colour, t("sphinx_square_card", { colour: noun(colour) })]),
    ...across(square, board).map((other) => [`door-${other}`, t("sphinx_square_door", { square: other })]),
  ];
  const one = ([shows, text]) =>
    el("button", { type: "button", class: "answer", data: { shows }, on: { click: () => say(square, shows) } }, text);
  ask(t("sphinx_square_shows", { square }), el("div", { class: "choices" }, ...choices.map(one)));
}

function say(square, shows) {
  close();
  post("/move", { move: { type: "NameSquare", square, shows }, base: begun() });
}

/** The squares on the other side of a wall. */
function across(square, { squares, start, last }) {
  const at = new Map(squares.flatMap((row, y) => row.map((name, x) => [name, [x, y]])));
  const [x, y] = at.get(square);
  return [...at.keys()].filter((other) => {
    const [a, b] = at.get(other);
    const beside = Math.abs(a - x) + Math.abs(b - y) === 1;
    return beside && Math.abs(other - square) > 1 && other > start && other <= last;
  });
}
