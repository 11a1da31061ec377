// The hieroglyph wall: puts its parts together for the shell.

import { el, hasSign, sign } from "../../draw/elements.js";
import { mayMove } from "../../table/may.js";
import { seat } from "../../shell/role.js";
import { noun, t } from "../../shell/words.js";
import { sarcophagus, showColumns } from "./columns.js";
import { corrections, face, insertByHand } from "./hand.js";
import { showNotes } from "./notes.js";
import { showSeats } from "./seats.js";
import { Windows } from "./windows.js";

/** Open the room in the places the shell gives it. */
export function open(places) {
  const columns = el("div", { class: "columns" });
  const windows = new Windows((slot) =>
    insertByHand(
      slot,
      latest,
      unlisted("other_card", (said) => said.askCard(slot, latest)),
    ),
  );
  const pile = el("div", { class: "other-curse" });
  places.board.append(windows.node, pile, columns);
  let latest = null;

  return {
    show(snapshot, here) {
      latest = snapshot;
      if (snapshot.view.variants.curse) import("../../shell/race.js"); // a race begins at once
      windows.show(snapshot);
      pile.replaceChildren(...(mayTurn(snapshot) ? [unlisted("other_curse", (said) => said.askCurse(snapshot))] : []));
      showColumns(columns, snapshot, mayMove());
      showNotes(places.notes, snapshot, here.room);
    },
    headline,
    hint: ({ view }) => (mayMove() && view.wall.open.length ? t("wall_hint") : null),
    showSeats,
    resultFoot: ({ won }) => el("p", { class: "hint" }, t("sarcophagi", { count: won.length })),
    begun: ({ view }) => view.curse?.since,
    path,
    pace: (question) => pace(question, latest),
    point: (count, act) => windows.point(count, act),
    highlight: (cells) => windows.highlight(cells),
    known: (question) => known(question, latest),
    fieldLabel,
    fieldFace,
    fieldName,
    choiceFace,
    answerFace,
    corrections,
  };
}

/** A button for what our list does not have; its questions come when somebody wants them. */
function unlisted(text, askFor) {
  const go = async () => askFor(await import("./other_card.js"));
  return el("button", { class: "answer less other", type: "button", on: { click: go } }, t(text));
}

/** Whether a curse may come up now, from a pile that our list may not know. */
function mayTurn({ questions, view }) {
  return mayMove() && view.wall.another && questions.some((one) => one.topic === "draw");
}

function headline({ view }) {
  const player = view.seats[view.shift ? view.shift.seat : view.turn].name;
  if (view.phase === "over") return t("phase_over");
  if (view.phase === "setup") return t("phase_setup");
  if (view.phase === "reveal") return t("phase_reveal");
  if (view.shift) return t("shift_of", { player });
  return t(view.curse ? "phase_curse" : "turn_of", { player });
}

/** How far a step is: the steps left, and those of the plan already done. */
function pace(question, { view }) {
  if (question.topic !== "shift" || !view.shift?.steps.length) return {};
  const { done, steps } = view.shift;
  return { step: done + 1, steps: done + steps.length, path: steps };
}

/** The steps still to do, from column to column; the third scarab opens. */
function path(question) {
  if (!question.path) return [];
  const steps = question.path.map(({ source, target, opens }) =>
    el(
      "li",
      { class: opens ? "opens" : null, "aria-label": t("step", { source: noun(source), target: noun(target) }) },
      mark(source),
      "→",
      mark(target),
      opens ? sign("simple-eye") : null,
    ),
  );
  return [el("ol", { class: "path" }, ...steps)];
}

/** Answers that read alike: the pair, or what would be seen, is drawn beside the words. */
function answerFace(question, choice) {
  const [kind, animal, gaze] = choice.name.split(":");
  const labels = kind === "first" ? [`${animal}_R`, `${animal}_${gaze === "same" ? "R" : "L"}`] : seen(choice);
  return labels.length
    ? [el("span", { class: "drawn", "aria-hidden": "true" }, ...labels.map(face)), choice.say]
    : null;
}

/** What an explanation shows, row by row from the top. */
function seen({ shows = {} }) {
  const [x, y] = [0, 1].map((n) => (cell) => Number(cell.split(",")[n]));
  const cells = Object.keys(shows).sort((one, other) => y(other) - y(one) || x(one) - x(other));
  return cells.map((cell) => shows[cell]).filter(Boolean);
}

function mark(animal) {
  return el("span", { class: "mark", data: { animal } }, hasSign(animal) ? sign(animal) : noun(animal));
}

/** What a seat has noted fills its own form in advance. */
function known(question, { view }) {
  const notes = view.notes;
  if (!notes || question.fields[0]?.seat !== seat) return {};
  const values = notes.values.filter((note) => note.value !== null);
  return {
    ...(notes.pharaoh ? { pharaoh: notes.pharaoh } : {}),
    ...Object.fromEntries(values.map((note) => [`${note.animal}:${note.eyes}`, note.value])),
  };
}

function fieldLabel(field) {
  return field.name === "pharaoh" ? t("pharaoh_card") : t("mummy", { animal: noun(field.animal), eyes: field.eyes });
}

/** How a field is shown beside its choices. */
function fieldFace(field) {
  return field.name === "pharaoh" ? [] : [sarcophagus(field.eyes, "won", field.animal)];
}

/** What is said beside the picture, which shows the eyes. */
function fieldName(field) {
  return field.name === "pharaoh" ? t("pharaoh_card") : noun(field.animal);
}

function choiceFace(field, choice) {
  if (field.name !== "pharaoh") return [String(choice)];
  return [hasSign(choice) ? sign(choice) : null, el("small", {}, noun(choice))];
}
