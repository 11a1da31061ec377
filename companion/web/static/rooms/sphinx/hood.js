// The scan under the hood: how many cards were read, never which.

import { el } from "../../draw/elements.js";
import { once } from "../../draw/keep.js";
import { post } from "../../shell/acts.js";
import { role } from "../../shell/role.js";
import { noun, t } from "../../shell/words.js";

export class Hood {
  constructor() {
    this.node = el("section", { class: "hood", "aria-live": "polite", "aria-label": t("sphinx_hood"), hidden: true });
    this.shows = null;
    this.view = null;
  }

  show({ view }) {
    this.view = view;
    this.draw();
  }

  gauge(shows) {
    this.shows = shows;
    this.draw();
  }

  /** Only the referee begins and stops a scan; everybody sees how far it is. */
  draw() {
    const { shows, view } = this;
    if (!view) return;
    const referee = role === "referee";
    const running = Boolean(shows?.running);
    const offered = referee && view.tracking.may_seal;
    const news = shows?.tell && view.phase === "setup";
    this.node.hidden = view.phase === "over" || !(running || offered || news);
    once(this.node, [shows, offered, this.node.hidden], () => [
      el("h2", {}, t("sphinx_hood")),
      ...progress(shows),
      ...(referee && (running || offered) ? [this.button(running)] : []),
    ]);
  }

  button(running) {
    const act = () => post("/scan", { run: !running });
    return el(
      "button",
      {
        type: "button",
        class: running ? "quiet" : "answer",
        data: { scan: running ? "stop" : "begin" },
        on: { click: act },
      },
      t(running ? "sphinx_hood_stop" : "sphinx_hood_begin"),
    );
  }
}

/** How many cards were read, and what the scan says about the next one. */
function progress(shows) {
  if (!shows) return [el("p", { class: "hint" }, t("sphinx_hood_hint"))];
  const { read, of, tell, seat } = shows;
  const says = tell ? [el("p", { class: "hood-says" }, t(`sphinx_${tell}`, { seat: noun(seat) }))] : [];
  return [el("p", { class: "count" }, t("sphinx_hood_count", { read, of })), ...says];
}
