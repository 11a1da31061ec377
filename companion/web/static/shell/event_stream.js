// A stream of events, opened again whenever it is lost.

/** The server says something every two seconds; after this silence something is wrong. */
const SILENCE = 5_000;
const AGAIN = 3_000;

/** Hear what a stream says, each event by its name; *lost* is told when it breaks off and when it is back. */
export function listen(where, heard, lost) {
  let source = null;
  let silence = 0;

  function alive() {
    clearTimeout(silence);
    silence = setTimeout(silent, SILENCE);
  }

  function silent() {
    lost(true);
    open();
  }

  function open() {
    source?.close();
    source = new EventSource(where);
    for (const [kind, take] of Object.entries(heard)) {
      source.addEventListener(kind, (event) => {
        lost(false);
        alive();
        take(event.data);
      });
    }
    source.onerror = () => {
      lost(true);
      if (source.readyState === EventSource.CLOSED) setTimeout(open, AGAIN);
    };
    alive();
  }

  open();
  addEventListener("pagehide", () => source?.close());
  addEventListener("pageshow", (event) => event.persisted && open());
}
