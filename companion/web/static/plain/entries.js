// What may be entered by hand: the moves the room offers now, each a short form.

import { el } from "../draw/elements.js";
import { keep } from "../draw/keep.js";
import { post } from "../shell/acts.js";
import { foresee } from "../shell/foresee.js";
import { mayMove, maySpeakUp } from "../table/may.js";
import { base } from "../table/moment.js";
import { seat } from "../shell/role.js";
import { t } from "../shell/words.js";
import { chosen, fieldLines } from "./fields.js";
import { say } from "./said.js";

const MAY = { mover: mayMove, player: maySpeakUp, seat: () => seat !== null };

export function showEntries(box, entries) {
  const offered = entries.filter((entry) => MAY[entry.whose]?.()).map((entry, n) => ({ ...entry, n }));
  keep(
    box,
    offered,
    (entry) => `${entry.n} ${entry.say}`,
    (entry) => form(entry),
  );
}

function form(entry) {
  const lines = fieldLines(entry.fields, `entry-${entry.n}`);
  let since = null;
  const begin = () => (since ??= base());
  const send = (event) => {
    event.preventDefault();
    const [move, meant] = [moveOf(entry, lines), since ?? base()];
    since = null;
    foresee({ move, base: meant }, () => post("/move", { move, base: meant }, say));
  };
  return el(
    "form",
    { "aria-label": entry.say, on: { submit: send, change: begin } },
    el("h3", {}, entry.say),
    ...lines,
    el("button", { class: "answer main", type: "submit" }, t("plain_enter")),
  );
}

/** The move of a form; several fields of one name make a list. */
function moveOf(entry, lines) {
  const move = { ...entry.move, ...(entry.whose === "seat" ? { seat } : {}) };
  entry.fields.forEach((field, n) => {
    const value = chosen(lines[n], field);
    const several = entry.fields.filter((one) => one.name === field.name).length > 1;
    move[field.name] = several ? [...(move[field.name] ?? []), value] : value;
  });
  return move;
}
