// The stream of snapshots, opened again whenever it is lost.

import { look, withLanguage } from "./acts.js";

/** The table says something every two seconds; after this silence something is wrong. */
const SILENCE = 5_000;
const AGAIN = 3_000;

/** Call *show* with every snapshot, *gauge* with what an instrument shows, *clock* with the table's
 * seconds, *lost* when it breaks off. */
export function follow({ show, gauge, clock, lost }) {
  let source = null;
  let silence = 0;

  const listen = () => {
    clearTimeout(silence);
    silence = setTimeout(silent, SILENCE);
  };

  const alive = () => {
    lost(false);
    listen();
  };

  function silent() {
    lost(true);
    open();
  }

  function open() {
    source?.close();
    source = new EventSource(`/events${withLanguage(look)}`);
    source.addEventListener("clock", (event) => {
      alive();
      if (event.data) clock(Number(event.data));
    });
    source.addEventListener("table", (event) => {
      alive();
      show(JSON.parse(event.data));
    });
    source.addEventListener("gauge", (event) => {
      alive();
      const { name, shows } = JSON.parse(event.data);
      gauge(name, shows);
    });
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
