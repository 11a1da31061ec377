// May I ...? in words: a question typed, the answer said. Each place of the board can be named as it is read.

import { answered } from "../shell/may_i.js";
import { t } from "../shell/words.js";
import { say } from "./said.js";

/** Put the field to work. */
export function openInquiry(form) {
  const field = form.querySelector("input");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const typed = field.value.trim();
    if (!typed) return;
    const found = await answered({ typed });
    say(found ? lines(found).join("\n") : t("not_sure"));
    field.value = "";
  });
}

/** What is answered, line by line, what may be done first. */
export function lines(found) {
  const { ways = [], reasons = [], asked = [], past = [], parts = [], clauses = [] } = found;
  const brought = ({ say: way, brings }) => [way, ...brings.map((one) => one.say)].join(" ");
  const kept = [
    found.nothing,
    found.holds && t("plain_cell", found),
    ...(found.found ?? []).map((one) => one.say),
    found.now,
    ...ways.map(brought),
    found.more,
    ...[...reasons, ...asked].map((one) => one.say),
    found.idle,
    ...parts.map((part) => t("plain_part", part)),
    ...past.map((one) => one.say),
    ...clauses.map((one) => one.say),
  ];
  return kept.filter(Boolean);
}
