// The stream of snapshots, opened again whenever it is lost.

import { address } from "./address.js";
import { changed } from "./changes.js";

/** The table says something every two seconds; after this silence something is wrong. */
const SILENCE = 5_000;
const AGAIN = 3_000;

/** Call *show* with every snapshot, *gauge* with what an instrument shows, *clock* with the table's
 * seconds, *lost* when it breaks off, *closed* when the table was closed. */
export function follow({ show, gauge, clock, lost, closed = () => location.assign("/") }) {
  let shown = null;
  const heard = {
    clock: (data) => data && clock(Number(data)),
    table: (data) => show((shown = JSON.parse(data))),
    change: (data) => show((shown = changed(shown, JSON.parse(data)))),
    closed,
    gauge: (data) => {
      const { name, shows } = JSON.parse(data);
      gauge(name, shows);
    },
  };
  let source = null;
  let silence = 0;

  function listen() {
    clearTimeout(silence);
    silence = setTimeout(silent, SILENCE);
  }

  function silent() {
    lost(true);
    open();
  }

  function open() {
    source?.close();
    source = new EventSource(address("/events", { changes: 1 }));
    for (const [kind, take] of Object.entries(heard)) {
      source.addEventListener(kind, (event) => {
        lost(false);
        listen();
        take(event.data);
      });
    }
    source.onerror = () => {
      lost(true);
      if (source.readyState === EventSource.CLOSED) setTimeout(open, AGAIN);
    };
    listen();
  }

  open();
  addEventListener("pagehide", () => source?.close());
  addEventListener("pageshow", (event) => event.persisted && open());
}
