// What may happen around the game waits folded away; its buttons are loaded when somebody unfolds it.

import { el } from "../../draw/elements.js";
import { once } from "../../draw/keep.js";
import { mayMove, maySpeakUp } from "../../table/may.js";
import { t } from "../../shell/words.js";

export class Desk {
  constructor() {
    this.node = el("section", { class: "mishaps", "aria-label": t("sphinx_mishaps"), hidden: true });
  }

  show({ view }) {
    this.node.hidden = view.phase !== "play" || !(mayMove() || maySpeakUp());
    if (this.node.hidden) return;
    const open = this.node.querySelector("details")?.open ?? false;
    once(
      this.node,
      [
        view.tracking.tracked,
        view.seats.map((seat) => [seat.name, seat.playing]),
        view.sphinxes.seats,
        view.board,
        mayMove(),
      ],
      () => [this.folded(view, open)],
    );
  }

  folded(view, open) {
    const choices = el("div", { class: "choices" });
    const details = el("details", { open }, el("summary", {}, t("sphinx_mishaps")), choices);
    details.addEventListener("toggle", async () => {
      if (!details.open) return;
      const { buttons } = await import("./mishaps.js");
      choices.replaceChildren(...buttons(view));
    });
    return details;
  }
}
