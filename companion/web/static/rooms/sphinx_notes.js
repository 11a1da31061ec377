// What a seat has seen under the sphinxes, written down for its own eyes.

import { post } from "../acts.js";
import { el, once } from "../dom.js";
import { base } from "../moment.js";
import { noun, t } from "../words.js";
import { pickRow } from "./sphinx_dice.js";
import { card } from "./sphinx_faces.js";

const NOTHING = "";

export function showNotes(box, { view }) {
  const notes = view.notes;
  box.hidden = !notes || view.phase !== "play" || !notes.sphinxes.length;
  if (box.hidden) return;
  const open = box.querySelector("details")?.open ?? false;
  once(box, notes, () => [
    el(
      "details",
      { open },
      el("summary", {}, t("sphinx_notes")),
      el("p", { class: "hint" }, t("sphinx_notes_hint")),
      ...notes.sphinxes.map((seen) => row(seen, notes.colours)),
    ),
  ]);
}

function row({ where, colour }, colours) {
  const seat = Number(document.documentElement.dataset.role.slice(5));
  const face = (one) => (one === NOTHING ? ["–"] : [card(one)]);
  const name = (one) => (one === NOTHING ? t("sphinx_no_note") : noun(one));
  const note = (one) => post("/move", { move: { type: "NoteColour", seat, where, colour: one === NOTHING ? null : one }, base: base() });
  const node = pickRow(noun(where), [...colours, NOTHING], face, name, note, colour ?? NOTHING);
  node.dataset.where = where;
  return node;
}
