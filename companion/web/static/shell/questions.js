// Open questions: a button each, places to point at, a race, a step to confirm, a form.

import { el } from "../draw/elements.js";
import { keep } from "../draw/keep.js";
import { mayAnswer, mayMove } from "../table/may.js";
import { role } from "./role.js";
import { t } from "./words.js";
import { option, reply } from "./answers.js";
import { clauses } from "./clauses.js";
import { othersDecide } from "./deciders.js";

const STYLES = { choice: buttons, step, point, race: onDemand("race"), form: onDemand("form") };

/** Show the open questions; *here* gives the snapshot and the room. */
export function showQuestions(box, here) {
  const { snapshot, room } = here;
  const asked = snapshot.questions.map((one) => ({ ...one, ...room.pace(one), mine: mayAnswer(one) }));
  const forms = asked.filter((question) => question.style === "form" && question.mine);
  const people = forms.length > 1 ? forms.map(({ id, fields }) => ({ id, seat: fields[0]?.seat })) : [];
  const open = forms.find(({ id }) => id === turned) ?? forms[0];
  const shown = asked.filter((question) => question === open || !forms.includes(question));
  keep(
    box,
    [...(people.length ? [{ id: "people", people, open: open.id }] : []), ...shown],
    (one) => one.id,
    (one) => (one.people ? names(one, here) : card(one, here)),
  );
  const hint = room.hint(snapshot);
  box.toggleAttribute("data-hint", Boolean(hint));
  box.dataset.none = hint ?? elsewhere(snapshot) ?? t("quiet_none");
  const pointing = asked.find((question) => question.style === "point" && question.mine);
  room.point(pointing?.points ?? 0, (points, since) => reply(pointing, { points }, { since }));
}

/** The form that was chosen among those of several people. */
let turned = null;

/** Answers that few games need: their script comes with the first question of that style. */
function onDemand(style) {
  let module = null;
  return (question, here) => {
    if (module) return module[style](question, here);
    const place = el("div");
    import(`./${style}.js`).then((loaded) => {
      module = loaded;
      place.replaceWith(...module[style](question, here));
    });
    return [place];
  };
}

/** Several people have a form each: one is shown at a time, and these lead to the others. */
function names({ people, open }, here) {
  const choose = (id) => () => {
    turned = id;
    showQuestions(document.getElementById("questions"), here);
  };
  const name = ({ id, seat }) =>
    el(
      "button",
      { type: "button", class: "quiet", "aria-pressed": String(id === open), on: { click: choose(id) } },
      here.snapshot.view.seats[seat]?.name ?? id,
    );
  return el("div", { class: "form-people", role: "group", "aria-label": t("seats") }, ...people.map(name));
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

/** Whose move is entered on another page, and how it can be entered all the same. */
function elsewhere({ view, light, seeing }) {
  const player = view.seats[view.turn ?? -1];
  const byHand = seeing.state !== "watching" && !light;
  if (!player || !byHand || mayMove() || !offersWayOut()) return null;
  return `${t("others_move", { name: player.name })} ${t("others_way_out")}`;
}

/** Whether this page leads to the phones of the house. */
function offersWayOut() {
  return role === "table" && document.getElementById("game-menu") !== null;
}

/** Who decides instead, and what to do if they can't. */
function waiting(question, here) {
  if (question.style === "form") return [el("p", { class: "waiting" }, t("on_their_phone"))];
  const said = el("p", { class: "waiting" }, othersDecide(question.to, here.snapshot.view.seats));
  return offersWayOut() ? [said, el("p", { class: "waiting" }, t("others_way_out"))] : [said];
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
