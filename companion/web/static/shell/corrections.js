// Correcting a past move: it never happened, or it was another one. The table says which it may have been.

import { el } from "../draw/elements.js";
import { worded } from "./address.js";
import { t } from "./words.js";
import { post } from "./acts.js";
import { ask, close } from "./dialog.js";
import { notify } from "./sheet.js";

/** Ask what was wrong about a ruling, and put it right. */
export async function offer(ruling, here) {
  const { number, move } = ruling;
  const { number: base, choices } = await fetched(number);
  if (!choices) return;
  const send = (path, body) => {
    close();
    post(path, { number, base, ...body });
  };
  const put = (choice) => send("/put-right", { move: choice.move });
  const others = await here.room.corrections(kinds(choices), { move, view: here.snapshot.view, put });
  const gone = answer([t("it_did_not_happen")], () => send("/take-back", {}));
  ask(t("correct_what"), el("p", {}, move.say), el("div", { class: "choices" }, gone, ...others));
}

async function fetched(number) {
  try {
    const response = await fetch(worded(`/corrections/${number}`));
    const answered = await response.json();
    if (response.ok) return answered;
    notify(answered.say);
  } catch {
    notify(t("not_sent"));
  }
  return {};
}

/** Choices by what comes before the colon of their names: {card: [...], slot: [...]}. */
export function kinds(choices) {
  const found = {};
  for (const choice of choices) {
    const [kind, ...which] = choice.name.split(":");
    (found[kind] ??= []).push({ ...choice, which: which.join(":") });
  }
  return found;
}

/** A button for every choice, in its own words or with what *face* draws for it; a picture needs a *label*. */
export function each(choices = [], put, face = (choice) => [choice.say], label = () => null) {
  return choices.map((one) => answer(face(one), () => put(one), one.which || one.name, label(one)));
}

/** One button for all choices of a kind, which opens a dialog to pick from; none where there are none. */
export function several(choices, text, open) {
  return choices?.length ? [answer([text], () => open(choices), choices[0].name.split(":")[0])] : [];
}

function answer(nodes, act, instead = null, label = null) {
  const data = instead ? { instead } : {};
  return el("button", { class: "answer", type: "button", data, "aria-label": label, on: { click: act } }, ...nodes);
}
