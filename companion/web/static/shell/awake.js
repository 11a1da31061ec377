// Keeps the screen of this device on while a game is played, where the browser allows it: by a wake lock over https or
// on the table's own machine, otherwise, after the first tap, by a silent clip that is played over and over.

let lock = null;
let clip = null;
let wanted = false;

/** Keep the screen on, or let it go dark again. */
export function keepAwake(is) {
  if (is === wanted) return;
  wanted = is;
  if ("wakeLock" in navigator) {
    if (is) request();
    else lock?.release();
    return;
  }
  if (!is) clip?.pause();
  else if (clip) clip.play().catch(() => {});
  else addEventListener("pointerdown", playClip, { once: true, passive: true });
}

/** A page that was out of sight has lost its lock. */
document.addEventListener("visibilitychange", () => {
  if (wanted && document.visibilityState === "visible" && "wakeLock" in navigator) request();
});

async function request() {
  try {
    lock = await navigator.wakeLock.request("screen");
  } catch {
    lock = null; // the battery is low, or the page is out of sight: asked again when it comes back
  }
}

function playClip() {
  clip = Object.assign(document.createElement("video"), { loop: true, muted: true, playsInline: true });
  clip.setAttribute("aria-hidden", "true");
  clip.className = "unseen";
  for (const [src, type] of [
    ["awake.webm", "video/webm"],
    ["awake.mp4", "video/mp4"],
  ]) {
    const source = Object.assign(document.createElement("source"), { type });
    source.src = new URL(src, import.meta.url).pathname;
    clip.append(source);
  }
  document.body.append(clip);
  if (wanted) clip.play().catch(() => {});
}
