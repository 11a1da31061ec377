// An act on its way: sent once under a name of its own, and asked about by that name when no answer came.

import { address } from "../shell/address.js";
import { seconds } from "./clock.js";

/** How long an act may take before the page says it is not sure, in milliseconds. */
const DEADLINE = 8_000;
const ASK_EVERY = 1_000;
const ASK_TIMES = 120;

/** Send an act and give the table's answer; fails when none came in time. */
export async function send(path, body, name) {
  const headers = { "Content-Type": "application/json", "X-Act": name };
  const now = seconds();
  if (now !== null) headers["X-Until"] = (now + DEADLINE / 1000).toFixed(3);
  const response = await within(DEADLINE, address(path), { method: "POST", headers, body: JSON.stringify(body) });
  return response.json();
}

/** Ask until the table says what became of an act; null when it never does. */
export async function settle(name, pause = wait) {
  for (let times = 0; times < ASK_TIMES; times += 1) {
    await pause(ASK_EVERY);
    const answer = await becameOf(name);
    if (answer !== null && answer.kind !== "pending") return answer;
  }
  return null;
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

function wait(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}

/** A name no other act has. */
export function newName() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
