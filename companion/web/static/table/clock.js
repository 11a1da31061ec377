// The table's clock, guessed from what it last said: so an act can say until when it counts.

let ahead = null;

/** The table says how many seconds have been played. */
export function setClock(played) {
  ahead = played - here();
}

/** The seconds played by now; null before the table has said. */
export function seconds() {
  return ahead === null ? null : here() + ahead;
}

function here() {
  return performance.now() / 1000;
}
