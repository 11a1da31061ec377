// The hood on the page in words: how many cards were read, and the referee's button.

import { Hood } from "./hood.js";

/** Open the instruments of the sphinx in a place of the page. */
export function open(box) {
  const hood = new Hood();
  box.append(hood.node);
  return {
    show: (snapshot) => hood.show(snapshot),
    gauge: (name, shows) => hood.gauge(shows),
  };
}
