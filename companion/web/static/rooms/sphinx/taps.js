// What a touch of the court means: an end of a die, a sphinx to look under, two to be swapped.

import { el } from "../../draw/elements.js";
import { reply } from "../../shell/answers.js";
import { ask, close } from "../../shell/dialog.js";
import { mayAnswer } from "../../table/may.js";
import { base, begun } from "../../table/moment.js";
import { seat as ownSeat } from "../../shell/role.js";
import { noun, t } from "../../shell/words.js";

/** The two sphinxes chosen for a swap so far. */
export class Swap {
  constructor(changed) {
    this.changed = changed;
    this.chosen = { guard: null, temple: null };
    this.id = "";
    this.since = 0;
    this.watching = [];
    this.send = () => {};
  }

  /** Forget what was chosen once something else is asked. */
  keep({ questions }) {
    const id = questions.find((one) => one.topic === "act")?.id ?? "";
    if (id !== this.id) this.chosen = { guard: null, temple: null };
    if (id !== this.id) this.watching = [];
    this.id = id;
  }

  /** An answer that came too late: the newer table is on the page by now, so the next tap means that one. */
  answered(answer) {
    if (answer.kind === "stale") this.since = answer.number;
  }

  choose(kind, seat) {
    if (!this.chosen.guard && !this.chosen.temple) this.since = base();
    this.chosen[kind] = this.chosen[kind] === seat ? null : seat;
    this.changed();
    for (const refresh of this.watching) refresh();
    if (this.chosen.guard && this.chosen.temple) this.send(this.chosen);
  }
}

/** What touching a square or a sphinx does now: {say, act}, or null. */
export function tapOn(cell, snapshot, swap, whole) {
  const question = snapshot.questions.find((one) => one.to !== "table" && mayAnswer(one));
  if (!question) return null;
  if (question.topic === "act")
    return end(cell, question, snapshot.view) ?? far(cell, whole) ?? swapped(cell, question, snapshot.view, swap);
  if (question.topic === "look")
    return option(question, `look:${cell}`, t("sphinx_look_under", { sphinx: noun(cell) }));
  return null;
}

function option(question, name, say = "") {
  const choice = question.options.find((one) => one.name === name);
  return choice ? { say: say || choice.say, act: () => reply(question, { option: name }) } : null;
}

function end(cell, question, view) {
  const ends = view.ends.filter((one) => one.cell === cell);
  const choices = question.options.filter((choice) => ends.some((one) => one.option === choice.name));
  if (!choices.length) return null;
  if (choices.length === 1 && ownSeat === null) return option(question, choices[0].name);
  const buttons = choices.map((choice) =>
    el(
      "button",
      {
        type: "button",
        class: "answer",
        data: { option: choice.name },
        on: {
          click: () => {
            close();
            reply(question, { option: choice.name }, { since: begun(), shown: true });
          },
        },
      },
      choice.say,
    ),
  );
  return {
    say: choices.map((choice) => choice.say).join("; "),
    act: () => ask(heading(choices), el("div", { class: "choices" }, ...buttons)),
  };
}

/** Where all numbers lead together, if none of them leads there alone; what lies on the way is asked. */
function far(cell, whole) {
  const way = ownSeat === null && whole.ways().find((one) => one.end.cell === cell && !one.withCards);
  return way || null;
}

/** On a seat's phone a touch shows what the end would bring; with two dice for one square it asks which. */
function heading(choices) {
  return choices.length > 1 ? t("sphinx_which_die") : t("foreseen");
}

function kindOf(cell, { guards, temples }) {
  if (cell in guards) return "guard";
  return cell in temples ? "temple" : null;
}

function swapped(cell, question, view, swap) {
  if (!question.options.some((choice) => choice.name.startsWith("swap:"))) return null;
  const kind = kindOf(cell, view.board);
  if (!kind) return null;
  return {
    say: t("sphinx_swap_this", { sphinx: noun(cell) }),
    chosen: swap.chosen[kind] === cell,
    act: () => swap.choose(kind, cell),
  };
}
