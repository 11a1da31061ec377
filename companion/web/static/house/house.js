// What every page of the house shares: where it says things, and the stream of the house.

import { el } from "../draw/elements.js";
import { address } from "../shell/address.js";
import { post as request } from "../shell/requests.js";
import { listen } from "../shell/event_stream.js";
import { keepTongue } from "../shell/tongue.js";
import { t } from "../shell/words.js";

const tongue = document.getElementById("tongue");
if (tongue) keepTongue(tongue);

/** Send a command; what is answered is said at the foot of the page. */
export function post(path, body = {}) {
  return request(path, body, { say, lost: notSent });
}

function notSent() {
  say(t("not_sent"));
  return { kind: "lost" };
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

/** Show at the head of the page whether its stream is lost. */
export const showLost = (is) => (document.getElementById("lost").hidden = !is);

/** Call *changed* at once and whenever the house's place has changed. */
export const follow = (changed) => listen(address("/house/events"), { clock: () => {}, house: changed }, showLost);
