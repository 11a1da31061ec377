// The one sentence of the screen: what is refused, what is asked, or what has just happened.

/** What everybody should read now. */
export function sentenceOf({ refusal, questions, rulings, notices = [] }) {
  if (refusal) return refusal.say;
  const [asked] = questions;
  if (asked) return asked.ask;
  const last = rulings.find((ruling) => !ruling.undone && ruling.sentences.length);
  return last?.sentences[0].say ?? notices[0] ?? "";
}
