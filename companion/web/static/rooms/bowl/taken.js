// A boulder came out cleanly, and where the figure goes then: said with one tap, on a button or on the board.

import { el } from "../../draw/elements.js";
import { option, reply } from "../../shell/answers.js";
import { t } from "../../shell/words.js";
import { mayAnswer } from "../../table/may.js";

export class Taken {
  constructor() {
    this.latest = null;
    this.meant = null;
  }

  /** The table has gone on: answer where the figure goes, if that was said together with the boulder. */
  show(snapshot) {
    this.latest = snapshot;
    if (!this.meant) return;
    const { draw, move, field } = this.meant;
    if (!snapshot.questions.some((one) => one.id === draw)) this.meant = null;
    const question = snapshot.questions.find((one) => one.id === move);
    const choice = question?.options.find((one) => one.cells?.includes(field));
    if (choice) reply(question, { option: choice.name });
  }

  /** What a tap on a field says while a hand is in the bowl: {say, act}, or null. */
  at(field) {
    const question = this.latest.questions.find((one) => one.topic === "draw");
    return this.ways(question).find((way) => way.field === field) ?? null;
  }

  /** The answers of a draw, the usual ones first. */
  answers(question) {
    const ways = this.ways(question);
    const kind = ways.length === 1 ? "answer alone" : "answer";
    const quick = ways.map(({ say, act, direction }) =>
      el("button", { class: kind, type: "button", data: { option: `clean-${direction}` }, on: { click: act } }, say),
    );
    return [el("div", { class: "choices" }, ...quick, ...question.options.map((choice) => option(question, choice)))];
  }

  /** Every way on after a clean boulder, where this page may say both. */
  ways(question) {
    const { trap, turn } = this.latest.view;
    if (!question || !mayAnswer(question) || !mayAnswer({ ...question, to: `seat-${turn}` })) return [];
    return Object.entries(trap.goals).map(([direction, field]) => ({
      direction,
      field,
      say: t(direction === "forward" ? "bowl_clean_forward" : "bowl_clean_backward", { field }),
      act: () => this.take(question, field),
    }));
  }

  async take(question, field) {
    const meant = { draw: question.id, move: question.id.replace("draw", "move"), field };
    const answer = await reply(question, { option: "clean" });
    if (answer?.kind !== "accepted") return;
    this.meant = meant;
    this.show(this.latest);
  }
}
