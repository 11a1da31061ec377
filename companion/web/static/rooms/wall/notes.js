// A seat's private notes: its pharaoh card and its mummies, for its own eyes.

import { el } from "../../draw/elements.js";
import { once } from "../../draw/keep.js";
import { post } from "../../shell/acts.js";
import { row } from "../../shell/form.js";
import { base } from "../../table/moment.js";
import { seat } from "../../shell/role.js";
import { t } from "../../shell/words.js";

export function showNotes(box, { view }, room) {
  const notes = view.notes;
  box.hidden = !notes || view.phase === "over" || view.phase === "reveal";
  if (box.hidden) return;
  const open = box.querySelector("details")?.open ?? false;
  once(box, notes, () => [
    el(
      "details",
      { open },
      el("summary", {}, t("notes_cover")),
      el("p", { class: "hint" }, t("notes_hint")),
      pharaoh(notes, room),
      ...notes.values.map((known) => value(known, room)),
    ),
  ]);
}

function pharaoh(notes, room) {
  const field = { name: "pharaoh", choices: notes.pharaohs };
  return row(field, room, notes.pharaoh, (animal) => note({ type: "NotePharaoh", seat, animal }));
}

function value({ animal, eyes, value: known, choices }, room) {
  const field = { name: `${animal}:${eyes}`, animal, eyes, choices };
  return row(field, room, known, (worth) => note({ type: "NoteValue", seat, piece: { animal, eyes }, value: worth }));
}

function note(move) {
  return post("/move", { move, base: base() });
}
