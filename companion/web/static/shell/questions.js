// Open questions: a button each, places to point at, a race, a step to confirm, a form.

import { el } from "../draw/elements.js";
import { keep } from "../draw/keep.js";
import { mayAnswer } from "../table/may.js";
import { role } from "../table/role.js";
import { t } from "../words.js";
import { option, reply } from "./answers.js";
import { clauses } from "./clauses.js";
import { othersDecide } from "./deciders.js";
import { form } from "./form.js";
import { race } from "./race.js";

const STYLES = { choice: buttons, step, point, race, form };

/** Show the open questions; *here* gives the snapshot and the room. */
export function showQuestions(box, here) {
  const { snapshot, room } = here;
  const asked = snapshot.questions.map((one) => ({ ...one, ...room.pace(one), mine: mayAnswer(one) }));
  keep(
    box,
    asked,
    (question) => question.id,
    (question) => card(question, here),
  );
  const hint = room.hint(snapshot);
  box.toggleAttribute("data-hint", Boolean(hint));
  box.dataset.none = hint ?? t("quiet_none");
  const pointing = asked.find((question) => question.style === "point" && question.mine);
  room.point(pointing?.points ?? 0, (points, since) => reply(pointing, { points }, { since }));
}

function card(question, here) {
  const { id, style, mine } = question;
  return el(
    "article",
    { class: `question ${style}${mine ? "" : " theirs"}`, data: { question: id } },
    el("p", { class: "ask" }, question.ask),
    ...evidence(question, here),
    ...(mine ? answers(question, here) : waiting(question, here)),
    clauses(question.because),
  );
}

function answers(question, here) {
  return here.room.answers(question) ?? (STYLES[question.style] ?? buttons)(question, here);
}

/** Who decides instead, and what to do if they can't. */
function waiting(question, here) {
  if (question.style === "form") return [el("p", { class: "waiting" }, t("on_their_phone"))];
  const said = el("p", { class: "waiting" }, othersDecide(question.to, here.snapshot.view.seats));
  const housed = document.getElementById("game-menu") !== null;
  return housed && role === "table" ? [said, el("p", { class: "waiting" }, t("others_way_out"))] : [said];
}

/** What the camera saw, beside a doubt about it. */
function evidence(question, here) {
  const shown = document.documentElement.dataset.evidence !== undefined;
  if (!shown || question.topic !== "doubt") return [];
  const address = `/evidence/${encodeURIComponent(question.id)}.jpg?n=${here.snapshot.number}`;
  const picture = el("img", { class: "evidence", src: address, alt: t("evidence") });
  picture.addEventListener("error", () => picture.remove());
  return [picture];
}

/** One button each; a room may draw on it. */
function buttons(question, here) {
  const faced = (choice) => option(question, choice, "", here.room.answerFace(question, choice));
  return [el("div", { class: "choices" }, ...question.options.map(faced))];
}

function step(question, here) {
  const [first, ...rest] = question.options;
  return [
    question.steps ? el("p", { class: "pace" }, t("pace", { step: question.step, steps: question.steps })) : null,
    ...here.room.path(question),
    el(
      "div",
      { class: "choices" },
      first ? option(question, { ...first, advised: false }, "main") : null,
      ...rest.map((choice) => option(question, choice, "less")),
    ),
  ].filter(Boolean);
}

function point(question) {
  return [
    el("p", { class: "hint" }, t("point_at", { count: question.points })),
    el("div", { class: "choices" }, ...question.options.map((choice) => option(question, choice, "less"))),
  ];
}
