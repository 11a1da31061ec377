// What each die may do now: every legal end with everything it brings, shown before the pawn is touched.

import { el, named } from "../../draw/elements.js";
import { reply } from "../../shell/answers.js";
import { noun, t } from "../../shell/words.js";
import { card, die, SNAKE } from "./faces.js";

/** The answers of a turn, a block for every die, and one for all numbers together; *preview* draws the way of an end. */
export function showActs(question, { view }, { swap, whole, preview }) {
  const ends = new Map(view.ends.map((end) => [end.option, end]));
  const faces = [...new Set(view.dice ?? [])];
  const blocks = faces.map((face) => {
    const count = view.dice.filter((one) => one === face).length;
    if (String(face) === SNAKE) return block(face, count, [swapping(question, view, swap)]);
    const choices = question.options.filter((choice) => faceOf(choice.name) === String(face));
    return block(
      face,
      count,
      choices.map((choice) => answer(question, choice, ends.get(choice.name), view, preview)),
    );
  });
  const together = whole.ways().map((way) => wholeAnswer(way, view, preview));
  const numbers = view.dice.filter((one) => String(one) !== SNAKE);
  const first = together.length ? [block(numbers, 1, together)] : [];
  return [el("div", { class: "acts" }, ...first, ...blocks)];
}

/** All numbers used with one tap. */
function wholeAnswer({ name, end, withCards, say, act }, view, preview) {
  const face = [heading(end), " ", el("span", { class: "brings" }, ...(withCards ? taking(end) : brings(end, view)))];
  return wayButton({ name, act, say, face }, end, preview);
}

const taking = ({ takes }) => [tag("take", t("sphinx_and_take"), ...takes.map((colour) => card(colour)))];

function faceOf(name) {
  const [kind, face] = name.split(":");
  return kind === "swap" ? SNAKE : face;
}

function block(faces, count, nodes) {
  const ways = nodes.length ? nodes : [el("p", { class: "hint" }, t("sphinx_elsewhere"))];
  const times = count > 1 ? el("b", { class: "times" }, `×${count}`) : null;
  return el(
    "div",
    { class: "act" },
    el("div", { class: "which" }, ...[faces].flat().map((face) => die(face)), times),
    el("div", { class: "ways" }, ...ways),
  );
}

function answer(question, choice, end, view, preview) {
  const act = () => reply(question, { option: choice.name }, { shown: Boolean(end) });
  const face = end ? [heading(end), " ", el("span", { class: "brings" }, ...brings(end, view))] : [choice.say];
  return wayButton({ name: choice.name, act, say: choice.say, face }, end, preview);
}

/** A button that goes somewhere: who points at it sees the way. */
function wayButton({ name, act, say, face }, end, preview) {
  const shown = (is) => () => preview(is && end ? end : null);
  const on = {
    click: act,
    mouseenter: shown(true),
    mouseleave: shown(false),
    focus: shown(true),
    blur: shown(false),
  };
  const button = el(
    "button",
    { class: `answer way${end?.claim ? " claim" : ""}`, type: "button", data: { option: name }, on },
    ...face,
  );
  return named(button, say);
}

function heading(end) {
  if (end.claim) return el("b", {}, t("sphinx_claim_now"));
  const to = end.door
    ? t("sphinx_through_door", { square: end.square, rest: end.rest })
    : t("sphinx_to", { square: end.square });
  return el("b", {}, `${end.forward ? "▶" : "◀"} ${to}`);
}

/** Little signs for what an end brings, losses first. */
function brings(end, view) {
  const signs = [
    ...end.returns.map((colour) => tag("return", t("sphinx_gives_back"), card(colour))),
    ...end.takes.map((colour) => tag("take", t("sphinx_may_take"), card(colour))),
    ...(end.look ? [tag("look", t("sphinx_may_look"))] : []),
    ...end.steals.map(([victim, colours]) =>
      tag(
        "steal",
        t("sphinx_may_steal", { player: view.seats[victim].name }),
        ...colours.map((colour) => card(colour)),
      ),
    ),
    ...end.turned.map((seat) => tag("turned", t("sphinx_turns_too", { player: view.seats[seat].name }))),
  ];
  return signs.length ? signs : [el("small", {}, t("sphinx_brings_nothing"))];
}

function tag(kind, text, ...cards) {
  return el("span", { class: `tag ${kind}` }, text, " ", ...cards, " ");
}

/** Two rows to choose from, or the sphinxes of the court touched one after the other; the second one swaps. */
function swapping(question, view, swap) {
  const said = el("p", { class: "hint" });
  swap.send = ({ guard, temple }) =>
    reply(question, { option: `swap:${guard}:${temple}` }, { since: swap.since }).then((one) => swap.answered(one));
  const rows = { guard: seats(view.board.guards, "guard", swap), temple: seats(view.board.temples, "temple", swap) };
  const refresh = () => {
    const { guard, temple } = swap.chosen;
    for (const [kind, row] of Object.entries(rows))
      for (const button of row.querySelectorAll("button"))
        button.setAttribute("aria-checked", String(button.dataset.value === swap.chosen[kind]));
    said.textContent =
      guard && temple ? t("sphinx_swap_both", { guard: noun(guard), temple: noun(temple) }) : t("sphinx_swap_choose");
  };
  swap.watching = [refresh];
  refresh();
  return el("div", { class: "swapping" }, rows.guard, rows.temple, said);
}

function seats(places, kind, swap) {
  const label = t(kind === "guard" ? "sphinx_guards" : "sphinx_temples");
  const buttons = Object.keys(places).map((seat) =>
    el(
      "button",
      {
        type: "button",
        class: "pick",
        role: "radio",
        data: { value: seat },
        "aria-label": `${seat}: ${noun(seat)}`,
        on: { click: () => swap.choose(kind, seat) },
      },
      seat,
    ),
  );
  return el(
    "div",
    { class: "row", role: "radiogroup", "aria-label": label },
    el("span", { class: "label field" }, label),
    el("span", { class: "picks" }, ...buttons),
  );
}
