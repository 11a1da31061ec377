// What may happen around the game, said by hand: a sphinx falls or is lifted, somebody leaves, nobody tracks, or a square
// of the board shows something else than our list says. Loaded when somebody unfolds it.

import { el } from "../../draw/elements.js";
import { post } from "../../shell/acts.js";
import { ask, close } from "../../shell/dialog.js";
import { mayMove, maySpeakFor, maySpeakUp } from "../../table/may.js";
import { begun } from "../../table/moment.js";
import { noun, t } from "../../shell/words.js";

/** The buttons of what may happen; each leads on to a question of its own. */
export function buttons(view) {
  const everybody = view.seats.flatMap((seat, n) => (seat.playing ? [n] : []));
  return [
    mayMove() &&
      button(
        t("sphinx_lifted"),
        () => which(view, t("sphinx_lifted_which"), (where) => ({ type: "LookUnder", where })),
        "lifted",
      ),
    mayMove() &&
      button(
        t("sphinx_fell"),
        () => which(view, t("sphinx_fell_which"), (where) => ({ type: "SayFallen", where })),
        "fell",
      ),
    view.tracking.tracked &&
      maySpeakUp() &&
      button(t("sphinx_stop_tracking"), () => sure(t("sphinx_stop_sure"), { type: "StopTracking" }), "stop"),
    maySpeakUp() &&
      button(t("sphinx_rescan"), () => sure(t("sphinx_rescan_sure"), { type: "Rescan", agreed: everybody }), "rescan"),
    mayMove() && button(t("sphinx_other_square"), () => askSquare(view.board), "square"),
    maySpeakUp() && button(t("sphinx_leaves"), () => leaving(view), "leaves"),
  ].filter(Boolean);
}

function button(text, act, name) {
  return el("button", { type: "button", class: "answer less", data: { mishap: name }, on: { click: act } }, text);
}

function make(move) {
  if (document.getElementById("dialog").open) close();
  return post("/move", { move, base: begun() });
}

function which(view, words, moveOf) {
  const picks = view.sphinxes.seats.map((seat) =>
    el(
      "button",
      { type: "button", class: "answer", data: { where: seat }, on: { click: () => make(moveOf(seat)) } },
      noun(seat),
    ),
  );
  ask(words, el("div", { class: "choices" }, ...picks));
}

function sure(words, move) {
  ask(
    words,
    el(
      "div",
      { class: "choices" },
      el(
        "button",
        { type: "button", class: "answer main", data: { sure: move.type }, on: { click: () => make(move) } },
        t("sphinx_yes"),
      ),
    ),
  );
}

function leaving(view) {
  const picks = view.seats.flatMap((seat, n) =>
    seat.playing && maySpeakFor(n)
      ? [
          el(
            "button",
            {
              type: "button",
              class: "answer",
              data: { leaves: n, colour: seat.colour },
              on: { click: () => make({ type: "GiveUp", seat: n }) },
            },
            seat.name,
          ),
        ]
      : [],
  );
  ask(t("sphinx_who_leaves"), el("div", { class: "choices" }, ...picks));
}

/** Ask which square it is, then what it shows. */
function askSquare(board) {
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
