// Who decides what this page may not.

import { t } from "../words.js";

/** "Ada decides this": the seat that is asked, or everybody who sits here. */
export function othersDecide(to, seats) {
  const asked = /^seat-(\d+)$/.exec(to);
  const names = asked ? seats[Number(asked[1])].name : seats.map(({ name }) => name).join(", ");
  return t("others_decide", { names });
}
