// What is new in a snapshot, as one announcement: never two for one event, never an old one again.

import { mayAnswer } from "../table/may.js";
import { t } from "../shell/words.js";

const nameOf = (ruling) => `${ruling.number}${ruling.undone ? "-" : ""}`;
const told = (ruling) => ruling.sentences.map((one) => one.say).join(" ");

export class News {
  constructor() {
    this.known = null;
    this.around = null;
  }

  /** What has to be said about this snapshot; empty where all of it was said before. */
  of(snapshot, headline) {
    const fresh = this.fresh(snapshot.rulings);
    const around = besides(snapshot);
    const isNew = JSON.stringify(around) !== JSON.stringify(this.around);
    this.around = around;
    if (!fresh.length && !isNew) return "";
    const heard = fresh.map(sentence);
    const named = names(snapshot.view, heard.at(-1) ?? "", headline) ? "" : headline;
    return [...heard, ...(isNew ? around.urgent : []), ...asked(snapshot, named)].join("\n");
  }

  /** Rulings that were not there before, the oldest first; what a page finds when it opens is not news. */
  fresh(rulings) {
    const before = this.known ?? new Set(rulings.map(nameOf));
    this.known = new Set([...before, ...rulings.map(nameOf)]);
    return rulings.filter((one) => one.sentences.length && !before.has(nameOf(one))).reverse();
  }
}

/** Whether the last sentence already says whose turn it is. */
function names({ seats, turn }, last, headline) {
  const player = seats[turn]?.name;
  return Boolean(player) && headline.includes(player) && last.includes(player);
}

const sentence = (ruling) => (ruling.undone ? t("plain_taken_back", { say: told(ruling) }) : told(ruling));

/** What may change while no move is made: refusals, complaints, questions about what was seen. */
function besides({ refusal, notices, seeing, questions }) {
  return {
    urgent: [...notices, ...(refusal ? [refusal.say] : []), ...seeing.complaints],
    questions: questions.map((one) => one.id),
  };
}

/** Whose turn it is and what is asked here. */
export function asked({ view, questions }, headline) {
  const mine = questions.filter(mayAnswer).map((one) => one.ask);
  return [headline, view.outcome?.say, ...mine].filter(Boolean);
}

/** The sentences of the last ruling that stands. */
export function lastRuling({ rulings }) {
  return rulings.find((one) => !one.undone && one.sentences.length) ?? null;
}

export const wordsOf = (ruling) => (ruling ? told(ruling) : t("plain_nothing_yet"));
