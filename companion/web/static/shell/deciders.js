// Who decides what this page may not.

import { t } from "./words.js";

/** "Ada decides this": the seat that is asked, or everybody who sits here. */
export function othersDecide(to, seats) {
  const asked = /^seat-(\d+)$/.exec(to);
  if (asked) return t("others_decide", { names: seats[Number(asked[1])].name });
  return t("others_decide_together", { names: seats.map(({ name }) => name).join(", ") });
}
