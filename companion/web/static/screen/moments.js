// Great moments on the screen of a hall: the greatest of them fill it for a while.

import { el } from "../draw/elements.js";
import { t } from "../shell/words.js";

/** Milliseconds a moment is shown. */
const SHOWN = 5_000;
/** The moments a whole hall looks up for. */
const GREAT = ["fanfare", "stop", "landslide", "curse", "wrong", "right", "apex", "gong", "claim", "open"];
let closing = 0;

/** Fill the screen with a moment, if it is one of the greatest. */
export function showMoment(box, { name, says }) {
  if (!GREAT.includes(name)) return;
  const title = t(`moment_${name}`);
  const rest = says.filter((say) => say !== title).join(" ");
  box.replaceChildren(el("h2", {}, title), el("p", {}, rest));
  box.dataset.moment = name;
  box.hidden = false;
  clearTimeout(closing);
  closing = setTimeout(() => (box.hidden = true), SHOWN);
}
