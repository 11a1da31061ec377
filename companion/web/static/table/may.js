// What this page may offer, as the table says with every snapshot. The server checks again anyway.

import { role, seat } from "../shell/role.js";

let may = { moves: "none", answers: "none", words: "none", left: false, past: false };
let turn = null;

/** A newer table is shown. */
export function setMay(snapshot) {
  may = snapshot.may;
  turn = snapshot.view.phase === "setup" ? seat : (snapshot.view.turn ?? null);
}

/** Whether moves may be entered here now: for everybody, or in one's own turn. */
export function mayMove() {
  return may.moves === "all" || (may.moves === "own" && turn === seat);
}

/** Whether a question may be answered here. */
export function mayAnswer(question) {
  if (question.topic === "left") return may.left;
  if (may.answers === "all") return true;
  if (may.answers === "none") return false;
  const own = question.fields.every((field) => field.seat === undefined || field.seat === seat);
  return own && (question.to === role || question.to === "table");
}

/** Whether what cannot be taken back may be said here for a seat. */
export function maySpeakFor(number) {
  return may.words === "all" || (may.words === "own" && number === seat);
}

/** Whether somebody who plays may say here what concerns the whole table: alone, or as one of all. */
export function maySpeakUp() {
  return may.words !== "none";
}

/** Whether the past may be changed here. */
export function mayChangePast() {
  return may.past;
}
