// How every page asks and sends.

import { worded } from "./address.js";

/** Fetch data; an answer that is no success fails with its *code*. */
export async function get(path) {
  const answer = await fetch(worded(path));
  if (!answer.ok) throw Object.assign(new Error(`${path}: ${answer.status}`), { code: answer.status });
  return answer.json();
}

/** Send something and say what is answered, but for the *quiet* kinds; *lost* answers when nobody did. */
export async function post(path, body, { say, lost, quiet = [], deliver = send }) {
  document.body.classList.add("busy");
  try {
    const answer = await deliver(path, body);
    if (answer.say && !quiet.includes(answer.kind)) say(answer.say, answer.clause);
    return answer;
  } catch {
    return await lost();
  } finally {
    document.body.classList.remove("busy");
  }
}

async function send(path, body) {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(worded(path), { method: "POST", headers, body: JSON.stringify(body) });
  return answer.json();
}
