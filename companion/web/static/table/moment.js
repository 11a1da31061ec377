// The table an act is meant for: the newest one, or the one somebody had before their eyes when they
// began. What was begun in Ben's turn must not count as Anna's move.

let newest = 0;

/** A newer table is shown. */
export function setBase(number) {
  newest = number;
}

/** The number of the table that is shown now, for what a single tap does. */
export function base() {
  return newest;
}

let opened = 0;

/** A dialog opens: whatever is picked in it is meant for this table. */
export function begin() {
  opened = newest;
}

/** The number of the table at which the dialog was opened. */
export function begun() {
  return opened;
}
