// What a past move at the sphinx may really have been, as moves to put in its place.

import { el } from "../../draw/elements.js";
import { noun, t } from "../../words.js";

/** Buttons for what a move may have been instead; nothing where taking it back says enough. */
export function putRight({ kind, values }, { view }, put) {
  if (kind === "UseDie") return [button(t(values.forward ? "sphinx_was_back" : "sphinx_was_forward", { face: values.face }), () => put({ type: "UseDie", face: values.face, forward: !values.forward, stay: false }))];
  if (kind === "TakeCard") return [button(t("sphinx_was_left"), () => put({ type: "LeaveCard" }))];
  if (kind === "LeaveCard") return [button(t("sphinx_was_taken"), () => put({ type: "TakeCard" }))];
  if (kind === "LookUnder") return view.sphinxes.seats.filter((seat) => seat !== values.where).map((where) => button(noun(where), () => put({ type: "LookUnder", where })));
  if (kind === "SwapSphinxes") return swaps(view.board, values).map(([guard, temple]) => button(`${guard} ↔ ${temple}`, () => put({ type: "SwapSphinxes", guard, temple })));
  return [];
}

function swaps({ guards, temples }, was) {
  const pairs = Object.keys(guards).flatMap((guard) => Object.keys(temples).map((temple) => [guard, temple]));
  return pairs.filter(([guard, temple]) => guard !== was.guard || temple !== was.temple);
}

function button(text, act) {
  return el("button", { type: "button", class: "answer", on: { click: act } }, text);
}
