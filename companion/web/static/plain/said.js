// The one place that speaks: a polite region outside every form, so that a focused field does not silence it.

const AGAIN = "\u00a0";

let last = "";

/** Say something once; the same words said again are said again. */
export function say(text) {
  if (!text) return;
  last = text;
  const region = document.getElementById("said");
  region.textContent = region.textContent === text ? text + AGAIN : text;
}

/** Say the last words again. */
export function repeat() {
  say(last);
}
