// The scan under the hood: how many cards were read, never which.

import { post } from "../../shell/acts.js";
import { el } from "../../draw/elements.js";
import { once } from "../../draw/keep.js";
import { role } from "../../table/role.js";
import { noun, t } from "../../words.js";

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
    const running = this.shows?.running ?? false;
    const offered = role === "referee" && (this.view?.tracking.may_seal ?? false);
    const news = this.shows?.tell && this.view?.phase === "setup";
    this.node.hidden = this.view?.phase === "over" || !(running || offered || news);
    once(this.node, [this.shows, offered, this.node.hidden], () => [
      el("h2", {}, t("sphinx_hood")),
      this.shows ? el("p", { class: "count" }, t("sphinx_hood_count", { read: this.shows.read, of: this.shows.of })) : el("p", { class: "hint" }, t("sphinx_hood_hint")),
      this.shows?.tell ? el("p", { class: "hood-says" }, t(`sphinx_${this.shows.tell}`, { seat: noun(this.shows.seat) })) : null,
      role !== "referee" || !(running || offered) ? null : this.button(running),
    ].filter(Boolean));
  }

  button(running) {
    const act = () => post("/scan", { run: !running });
    return el("button", { type: "button", class: running ? "quiet" : "answer", data: { scan: running ? "stop" : "begin" }, on: { click: act } }, t(running ? "sphinx_hood_stop" : "sphinx_hood_begin"));
  }
}
