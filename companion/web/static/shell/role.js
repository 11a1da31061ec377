// Whose page this is: the public table's, a seat's or the referee's; nobody's above the tables.

export const role = document.documentElement.dataset.role ?? "";
export const seat = seatOf(role);

/** The number of a seat's role ("seat-2"), or null for everybody else. */
export function seatOf(name) {
  return name.startsWith("seat-") ? Number(name.slice(5)) : null;
}
