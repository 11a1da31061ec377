// The stream of snapshots, opened again whenever it is lost.

import { look, withLanguage } from "./acts.js";

const SILENCE = 40_000;
const AGAIN = 3_000;

/** Call *show* with every snapshot, *gauge* with what an instrument shows, *clock* with the table's
 * seconds, *lost* when it breaks off. */
export function follow({ show, gauge, clock, lost }) {
  let source = null;
  let silence = 0;

  const alive = () => {
    clearTimeout(silence);
    silence = setTimeout(open, SILENCE);
  };

  function open() {
    source?.close();
    source = new EventSource(`/events${withLanguage(look)}`);
    source.addEventListener("clock", (event) => {
      alive();
      if (event.data) clock(Number(event.data));
    });
    source.addEventListener("table", (event) => {
      alive();
      lost(false);
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
    alive();
  }

  open();
  addEventListener("pagehide", () => source?.close());
  addEventListener("pageshow", (event) => event.persisted && open());
}
