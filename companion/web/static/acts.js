// What people do by tapping: posted as JSON, judged and saved by the table.

import { el } from "./dom.js";
import { t } from "./words.js";

const role = document.documentElement.dataset.role;
export const look = role === "table" ? "?as=table" : "";
const chosen = new URLSearchParams(location.search).get("lang");
const address = (path) => path + withLanguage(look);

export function withLanguage(query) {
  if (!chosen) return query;
  return `${query}${query ? "&" : "?"}lang=${encodeURIComponent(chosen)}`;
}

/** How long an act may take before we say that it is not sure, in milliseconds. */
const DEADLINE = 8_000;
const ASK_EVERY = 1_000;
const ASK_TIMES = 120;

let tableSeconds = null;

/** The table's clock, so that an act can say until when it may still count. */
export function setClock(seconds) {
  tableSeconds = seconds - performance.now() / 1000;
}

/** Post something; what the table has to say about it appears as a sheet, or where *say* puts it. */
export async function post(path, body, say = tell) {
  const name = newName();
  document.body.classList.add("busy");
  try {
    const answer = await (await sent(path, body, name)).json();
    if (answer.say && answer.kind !== "accepted" && answer.kind !== "unclear") say(answer.say, answer.clause);
    return answer;
  } catch {
    return await settled(name);
  } finally {
    document.body.classList.remove("busy");
  }
}

function sent(path, body, name) {
  const headers = { "Content-Type": "application/json", "X-Act": name };
  if (tableSeconds !== null) {
    headers["X-Until"] = (tableSeconds + (performance.now() + DEADLINE) / 1000).toFixed(3);
  }
  return within(DEADLINE, address(path), { method: "POST", headers, body: JSON.stringify(body) });
}

/** Nothing was heard of an act: say so, and ask the table what became of it until it answers. */
async function settled(name) {
  tell(t("not_sure"));
  for (let times = 0; times < ASK_TIMES; times += 1) {
    await new Promise((done) => setTimeout(done, ASK_EVERY));
    const answer = await becameOf(name);
    if (answer === null || answer.kind === "pending") continue;
    tell(answer.kind === "accepted" ? t("was_saved") : (answer.say ?? t("not_saved")));
    return answer;
  }
  return { kind: "lost" };
}

async function becameOf(name) {
  try {
    const response = await within(ASK_EVERY * 3, `/acts/${name}`, {});
    return response.status === 404 ? { kind: "lost" } : await response.json();
  } catch {
    return null;
  }
}

function within(milliseconds, where, how) {
  const patience = new AbortController();
  const alarm = setTimeout(() => patience.abort(), milliseconds);
  return fetch(where, { ...how, signal: patience.signal }).finally(() => clearTimeout(alarm));
}

function newName() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

let closing = 0;

/** Say something at the foot of the page, for a while. */
export function tell(text, heading = "") {
  const sheet = document.getElementById("sheet");
  clearTimeout(closing);
  sheet.replaceChildren(
    ...(heading ? [el("b", {}, heading)] : []),
    el("p", {}, text),
    el("button", { class: "quiet", "aria-label": t("close"), on: { click: () => hide(sheet) } }, "✕"),
  );
  sheet.hidden = false;
  closing = setTimeout(() => hide(sheet), 12000);
}

function hide(sheet) {
  sheet.hidden = true;
}
