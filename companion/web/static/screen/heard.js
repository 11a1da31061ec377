// Hearing of changes: nobody stands at a screen to load it again, so it never gives up.

const AGAIN = 3_000;

/** Call *act* for every event of a kind, and listen again whenever the line was lost. */
export function heard(path, kind, act) {
  const source = new EventSource(path);
  source.addEventListener(kind, act);
  source.onerror = () => {
    if (source.readyState === EventSource.CLOSED) setTimeout(() => heard(path, kind, act), AGAIN);
  };
  addEventListener("pagehide", () => source.close());
}
