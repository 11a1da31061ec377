// All numbers of a throw in one direction, said with one tap: the answers follow each other while nobody is asked
// anything on the way, and what is asked there is answered by people.

import { reply } from "../../shell/answers.js";
import { noun, t } from "../../shell/words.js";
import { mayAnswer } from "../../table/may.js";

/** What may be asked on the way without ending it. */
const ON_THE_WAY = ["card", "look", "steal"];

export class WholeWay {
  constructor() {
    this.latest = null;
    this.meant = null;
  }

  /** The table has gone on: give the next answer that was meant, or forget the rest. */
  show(snapshot) {
    this.latest = snapshot;
    const { meant } = this;
    const question = meant && snapshot.questions.find(({ topic }) => topic === "act" || ON_THE_WAY.includes(topic));
    if (!meant || question?.id === meant.asked) return;
    if (question && this.goesOn(question, snapshot.view)) this.next(question, meant);
    else this.meant = null;
  }

  /** Whether what is asked belongs to the way; who has looked under a sphinx decides anew. */
  goesOn({ topic, options }, { turns, sphinxes }) {
    const { turn, looks, rest } = this.meant;
    if (turns !== turn || sphinxes.looks.length !== looks) return false;
    return ON_THE_WAY.includes(topic) || options.some(({ name }) => name === rest[0]);
  }

  async next(question, meant) {
    const option = question.topic === "card" ? meant.withCards && "take" : question.topic === "act" && meant.rest[0];
    if (!option) return;
    meant.asked = question.id;
    if (option !== "take") meant.rest = meant.rest.slice(1);
    const answer = await reply(question, { option }, { shown: true });
    if (this.meant !== meant) return;
    if (answer?.kind !== "accepted") this.meant = null;
    else this.show(this.latest);
  }

  /** Every way this page may say now; with the cards that are offered on it, and without. */
  ways() {
    const question = this.latest.questions.find((one) => one.topic === "act");
    if (!question || !mayAnswer(question)) return [];
    return this.latest.view.together.flatMap((end) =>
      [true, false]
        .filter((withCards) => !withCards || end.takes.length)
        .map((withCards) => ({ ...described(end, withCards), act: () => this.go(question, end, withCards) })),
    );
  }

  go(question, { options }, withCards) {
    const { turns, sphinxes } = this.latest.view;
    this.meant = { turn: turns, rest: options, withCards, looks: sphinxes.looks.length, asked: null };
    return this.next(question, this.meant);
  }
}

function described(end, withCards) {
  const square = t(end.door ? "sphinx_through_door" : "sphinx_to", { square: end.square, rest: end.rest });
  const cards = withCards ? `, ${t("sphinx_and_take")} ${end.takes.map((colour) => noun(colour)).join(", ")}` : "";
  const name = `all-${end.forward ? "forward" : "back"}${withCards ? "-take" : ""}`;
  return { name, end, withCards, say: `${t("sphinx_all_numbers")} ${square}${cards}` };
}
