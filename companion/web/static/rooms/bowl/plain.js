// The scale on the page in words: what it found, how sure it is, and ten seconds to overrule it.

import { el } from "../../draw/elements.js";
import { Overrule } from "./overrule.js";
import { Scale, answerDraw } from "./scale.js";

/** Open the instruments of the bowl in a place of the page. The ruling itself is said with the others. */
export function open(box) {
  let latest = null;
  const notes = el("section", { hidden: true });
  const overrule = new Overrule(notes);
  const scale = new Scale((names) => answerDraw(latest, names));
  scale.thinks.removeAttribute("aria-live");
  box.append(notes, scale.node);
  const show = (here) => {
    if (!latest) return;
    scale.show(latest);
    overrule.show(scale, here);
  };
  return {
    show(snapshot, here) {
      latest = snapshot;
      show(here);
    },
    gauge(name, shows, here) {
      scale.gauge(name, shows);
      show(here);
    },
  };
}
