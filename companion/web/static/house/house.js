// What every page of the house shares: its words, its stream, and how it asks for things.

import { el } from "../draw/elements.js";
import { fill } from "../sentence.js";
import { keepTongue } from "../tongue.js";

const chosen = new URLSearchParams(location.search).get("lang");
let words = {};
let grammar;

const tongue = document.getElementById("tongue");
if (tongue) keepTongue(tongue);

/** The address of a path, in the language this page is read in. */
export const address = (path) => {
  if (!chosen) return path;
  return `${path}${path.includes("?") ? "&" : "?"}lang=${encodeURIComponent(chosen)}`;
};

export async function loadWords(from = "/house/words.json") {
  const { page, nouns, grammar: rules } = await get(from);
  words = page;
  grammar = { nouns, ...rules };
}

/** A label: t("begin"). Its places are filled as in every sentence of ours. */
export function t(key, values = {}) {
  return fill(words[key] ?? key, values, grammar);
}

export async function get(path) {
  const answer = await fetch(address(path));
  if (!answer.ok) throw Object.assign(new Error(`${path}: ${answer.status}`), { code: answer.status });
  return answer.json();
}

/** Send a command; a refusal is said at the foot of the page. */
export async function post(path, body = {}) {
  document.body.classList.add("busy");
  try {
    const answer = await fetch(address(path), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const told = await answer.json();
    if (told.say) say(told.say);
    return told;
  } catch {
    say(t("not_sent"));
    return { kind: "lost" };
  } finally {
    document.body.classList.remove("busy");
  }
}

let closing = 0;

export function say(text) {
  const box = document.getElementById("said");
  clearTimeout(closing);
  box.replaceChildren(el("span", {}, text));
  box.hidden = false;
  closing = setTimeout(() => (box.hidden = true), 9000);
}

/** That a game was ended early, with the reason where there is one. */
export const ended = (card) => t(card.ended ? "card_ended_why" : "card_ended", { moves: card.moves, why: card.ended });

const SILENCE = 6000;

/** Hear what a stream says, each event by its name, and open it again when it falls silent. */
export function listen(path, heard) {
  let source = null;
  let silence = 0;
  const lost = (is) => (document.getElementById("lost").hidden = !is);
  const alive = () => {
    lost(false);
    clearTimeout(silence);
    silence = setTimeout(() => {
      lost(true);
      open();
    }, SILENCE);
  };
  const open = () => {
    source?.close();
    source = new EventSource(address(path));
    for (const [name, act] of Object.entries(heard)) {
      source.addEventListener(name, (event) => {
        alive();
        act(event.data);
      });
    }
    source.onerror = () => {
      lost(true);
      if (source.readyState === EventSource.CLOSED) setTimeout(open, 3000);
    };
  };
  open();
  addEventListener("pagehide", () => source?.close());
}

/** Call *changed* at once and whenever the house's place has changed. */
export const follow = (changed) => listen("/house/events", { clock: () => {}, house: changed });
