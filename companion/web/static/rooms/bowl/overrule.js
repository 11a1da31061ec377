// Ten seconds in which people overrule what the table ruled on the word of the scale.

import { el } from "../../draw/elements.js";
import { offer } from "../../shell/corrections.js";
import { mayChangePast } from "../../table/may.js";
import { t } from "../../shell/words.js";

const SECONDS = 10;
const BY = "scale";
const FOUND = { clean: "TakeBoulder", landslide: "Landslide", wrong_colour: "WrongColour" };

export class Overrule {
  constructor(box) {
    this.box = box;
    this.number = undefined;
    this.since = -Infinity;
    this.timer = 0;
    box.setAttribute("aria-label", t("overrule"));
  }

  show(scale, here) {
    const { snapshot } = here;
    const ruling = snapshot.rulings.find((one) => one.by === BY && !one.undone);
    const move = snapshot.moves.find((one) => one.number === ruling?.number);
    this.seen(ruling?.number ?? null, move);
    const left = move && this.isOwn(move, scale) ? this.left(scale) : 0;
    this.box.hidden = left <= 0;
    clearTimeout(this.timer);
    if (this.box.hidden) return this.box.replaceChildren();
    if (this.box.firstChild?.number !== move.number) this.box.replaceChildren(this.card(ruling, move));
    this.here = here;
    this.box.querySelector(".countdown").textContent = t("seconds_left", { seconds: Math.ceil(left) });
    this.timer = setTimeout(() => this.show(scale, here), 250);
  }

  /** Note when a ruling arrived. One that was there before this page has no time left. */
  seen(number, move) {
    if (number === this.number) return;
    if (this.number !== undefined) this.since = performance.now();
    this.number = number;
    this.first = JSON.stringify(move && [move.kind, move.values]);
  }

  /** Whether the move is what the scale said, and not yet what people put in its place. */
  isOwn(move, scale) {
    const last = scale.shows?.last;
    const fits = !last || (!last.overruled && FOUND[last.finding] === move.kind);
    return fits && JSON.stringify([move.kind, move.values]) === this.first;
  }

  left(scale) {
    return scale.secondsLeft() ?? SECONDS - (performance.now() - this.since) / 1000;
  }

  card(ruling, move) {
    const node = el(
      "article",
      { class: "question overrule" },
      el("p", { class: "ask" }, t("overrule_ask", { move: move.say })),
      el("p", { class: "countdown", role: "timer" }),
      !mayChangePast()
        ? el("p", { class: "waiting" }, t("table_decides"))
        : el(
            "button",
            { type: "button", class: "answer big", on: { click: () => offer({ ...ruling, move }, this.here) } },
            t("overrule"),
          ),
    );
    node.number = move.number;
    return node;
  }
}
