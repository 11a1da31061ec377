// What a seat has seen under the sphinxes, written down for its own eyes.

import { el } from "../../draw/elements.js";
import { once } from "../../draw/keep.js";
import { post } from "../../shell/acts.js";
import { pickRow } from "../../shell/form.js";
import { base } from "../../table/moment.js";
import { seat } from "../../shell/role.js";
import { noun, t } from "../../shell/words.js";
import { card } from "./faces.js";

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
  const nothing = { value: NOTHING, name: t("sphinx_no_note"), face: ["–"] };
  const choices = [...colours.map((value) => ({ value, name: noun(value), face: [card(value)] })), nothing];
  const note = (one) =>
    post("/move", { move: { type: "NoteColour", seat, where, colour: one === NOTHING ? null : one }, base: base() });
  const node = pickRow({ label: noun(where), extra: " dice-row" }, choices, colour ?? NOTHING, note);
  node.dataset.where = where;
  return node;
}
