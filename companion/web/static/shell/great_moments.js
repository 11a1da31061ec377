// The great moments of a game: a pair, a landslide, a curse, a victory. Each has a short motion and a sound of its own;
// neither keeps anybody waiting, and both are loaded only when the first of them comes.

/** All moments, the greatest first: of several in one move only the greatest is shown. */
const GREATEST_FIRST = [
  ...["fanfare", "stop", "landslide", "curse", "wrong", "right", "apex", "gong", "claim", "open", "third", "out"],
  ...["mummy", "snake", "steal", "barricade", "power", "exchange", "scarab", "pair", "coins", "clean", "door", "turn"],
];

let seen = null;

/** The great moment of the newest move, as {number, name, says}, or null; at the end it says who has won. */
export function momentOf({ rulings, view }) {
  const [last] = rulings.filter(({ undone }) => !undone);
  const name = last && GREATEST_FIRST.find((one) => last.sounds?.includes(one));
  if (!name) return null;
  const told = name === "fanfare" && view?.outcome ? [view.outcome] : last.sentences;
  return { number: last.number, name, says: told.map(({ say }) => say) };
}

/** The moment that has come since the last call; what was there when the page came is not new. */
export function newMoment(snapshot) {
  const moment = momentOf(snapshot);
  const known = seen;
  seen = Math.max(seen ?? 0, snapshot.rulings[0]?.number ?? 0);
  return moment && known !== null && moment.number > known ? moment : null;
}

/** Show and play a moment on this page. */
export async function celebrate({ name }) {
  const [{ show }, { play }] = await Promise.all([import("./effects.js"), import("./sounds.js")]);
  show(name);
  play(name);
}
