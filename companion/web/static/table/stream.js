// The stream of snapshots.

import { address } from "../shell/address.js";
import { listen } from "../shell/event_stream.js";
import { patched } from "./json_patch.js";

/** Call *show* with every snapshot, *gauge* with what an instrument shows, *clock* with the table's
 * seconds, *lost* when it breaks off, *closed* when the table was closed. */
export function follow({ show, gauge, clock, lost, closed = () => location.assign("/") }) {
  let shown = null;
  const heard = {
    clock: (data) => data && clock(Number(data)),
    table: (data) => show((shown = JSON.parse(data))),
    patch: (data) => show((shown = patched(shown, JSON.parse(data)))),
    closed,
    gauge: (data) => {
      const { name, shows } = JSON.parse(data);
      gauge(name, shows);
    },
  };
  listen(address("/events", { patches: 1 }), heard, lost);
}
