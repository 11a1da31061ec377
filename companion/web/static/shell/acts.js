// What people do by tapping: posted as JSON, judged and saved by the table.

import { newName, send, settle } from "../table/receipts.js";
import { t } from "../words.js";
import { notify } from "./sheet.js";

const QUIET = ["accepted", "unclear"];

/** Post something; what the table answers appears as a sheet, or where *say* puts it. */
export async function post(path, body, say = notify) {
  const name = newName();
  document.body.classList.add("busy");
  try {
    const answer = await send(path, body, name);
    if (answer.say && !QUIET.includes(answer.kind)) say(answer.say, answer.clause);
    return answer;
  } catch {
    return await unsure(name);
  } finally {
    document.body.classList.remove("busy");
  }
}

/** No answer came: say so, and ask the table what became of the act. */
async function unsure(name) {
  notify(t("not_sure"));
  const answer = await settle(name);
  if (answer === null) return { kind: "lost" };
  notify(answer.kind === "accepted" ? t("was_saved") : (answer.say ?? t("not_saved")));
  return answer;
}
