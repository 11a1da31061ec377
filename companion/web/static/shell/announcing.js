// What is read out where somebody listens: one announcement for everything that happened at once.

let waiting = null;

/** Announce the ruling, or whose turn it is; both of one moment are said in one breath. */
export function announce(what, say) {
  if (!waiting) queueMicrotask(speak);
  waiting = { ...waiting, [what]: say };
}

function speak() {
  const { ruling = "", turn = "" } = waiting;
  waiting = null;
  const place = document.getElementById("spoken");
  if (place) place.textContent = [ruling, turn].filter(Boolean).join(" ");
}
