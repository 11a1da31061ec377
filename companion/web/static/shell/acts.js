// What people do by tapping: posted as JSON, judged and saved by the table.

import { newName, send, settle } from "../table/receipts.js";
import { post as request } from "./requests.js";
import { release } from "./press_guard.js";
import { t } from "./words.js";
import { notify } from "./sheet.js";

const QUIET = ["accepted", "unclear"];

/** Post something; what the table answers appears as a sheet, or where *say* puts it. */
export async function post(path, body, say = notify) {
  const name = newName();
  const deliver = (where, what) => send(where, what, name);
  const answer = await request(path, body, { say, quiet: QUIET, deliver, lost: () => unsure(name) });
  release();
  return answer;
}

/** No answer came: say so, and ask the table what became of the act. */
async function unsure(name) {
  notify(t("not_sure"));
  const answer = await settle(name);
  if (answer === null) return { kind: "lost" };
  notify(answer.kind === "accepted" ? t("was_saved") : (answer.say ?? t("not_saved")));
  return answer;
}
