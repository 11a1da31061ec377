// Looking ahead: on a seat's phone the table says what a move would bring before it is made.

import { seat } from "./role.js";

/** Whether somebody at the table's page is taught, or wants advice: then a mistake is shown there too. */
let watched = false;
export const watchMistakes = ({ tutorial, advice }) => (watched = Boolean(tutorial || advice));

/** Show what a move, or an answer, would bring and let *act* do it. The table's page does it at once, unless it would
 * be a mistake of somebody who is taught there or wants advice; the referee's always does. */
export async function foresee(meant, act) {
  return seat === null && !watched ? act() : (await import("./foreseen.js")).ahead(meant, act);
}
