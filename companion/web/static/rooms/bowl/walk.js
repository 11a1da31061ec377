// The mummy's last walk: step by step with its reasons, played once when it happens, then at will.

import { el } from "../../draw/elements.js";
import { clauses } from "../../shell/clauses.js";
import { t } from "../../shell/words.js";

const PACE = 800;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class Walk {
  constructor(track) {
    this.track = track;
    this.node = el("section", { class: "walk", hidden: true, "aria-label": t("walk") });
    this.walk = [];
    this.timer = 0;
  }

  show(snapshot, before) {
    const { walk } = snapshot.view;
    const ruling = ruled(snapshot);
    if (before && !this.timer && before.number !== snapshot.number) this.end();
    if (!walk.length) return this.fade(snapshot);
    const key = JSON.stringify([ruling?.number, walk]);
    if (key === this.key) return;
    this.key = key;
    this.number = ruling?.number;
    this.walk = walk;
    this.reasons = reasons(ruling, walk);
    this.fill();
    if (before && !calm.matches) this.play();
    else this.at(walk.length - 1);
  }

  /** The game has gone on: the walk can still be looked at, unless it was taken back. */
  fade({ rulings }) {
    if (this.timer) return;
    this.track.mark([], 0);
    this.node.dataset.over = "";
    const stands = rulings.some((one) => one.number === this.number && !one.undone);
    if (!stands) this.node.hidden = true;
  }

  fill() {
    const button = (label, act, name) =>
      el("button", { type: "button", class: `quiet ${name}`, on: { click: act } }, label);
    const items = this.walk.slice(1).map((step, n) =>
      el(
        "li",
        { data: { field: step.field } },
        el(
          "button",
          {
            type: "button",
            class: "step-number",
            "aria-label": t("walk_step", { step: n + 1 }),
            on: { click: () => this.jump(n + 1) },
          },
          String(n + 1),
        ),
        el(
          "span",
          {},
          ...this.reasons[n].map((one) => el("span", { class: "said" }, one.say, " ", clauses(one.because))),
        ),
      ),
    );
    this.node.replaceChildren(
      el(
        "header",
        {},
        el("h2", {}, t("walk")),
        button("◀", () => this.jump(this.now - 1), "back"),
        button("▶", () => this.jump(this.now + 1), "on"),
        button(t("walk_replay"), () => this.play(), "replay"),
      ),
      el("ol", { class: "steps" }, ...items),
    );
    this.node.hidden = false;
    delete this.node.dataset.over;
  }

  jump(step) {
    this.stop();
    this.track.walking = true;
    this.at(Math.max(0, Math.min(step, this.walk.length - 1)));
  }

  play() {
    this.stop();
    this.track.walking = true;
    this.node.dataset.playing = "";
    this.at(0);
    this.timer = setInterval(() => (this.now < this.walk.length - 1 ? this.at(this.now + 1) : this.end()), PACE);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
    delete this.node.dataset.playing;
  }

  end() {
    this.stop();
    this.track.walking = false;
    this.track.people(this.track.view);
    if (this.track.view.walk.length) return;
    this.track.mark([], 0);
    this.node.dataset.over = "";
  }

  /** Put everybody where they stood after a step. */
  at(step) {
    this.now = step;
    delete this.node.dataset.over;
    this.track.mark(this.walk, step);
    [...this.node.querySelectorAll(".steps li")].forEach((item, n) => item.classList.toggle("now", n + 1 === step));
    const list = this.node.querySelector(".steps");
    const item = list.children[step - 1];
    list.scrollTop = item ? item.offsetTop - list.clientHeight / 2 : 0;
    if (step === this.walk.length - 1 && !this.timer) this.track.walking = false;
    if (this.track.walking) this.track.stand(this.walk[step].figures, this.walk[step]);
    else this.track.people(this.track.view);
  }
}

/** The ruling the last walk belongs to. */
function ruled({ rulings }) {
  return rulings.find((one) => !one.undone && one.sentences.some((sentence) => sentence.step));
}

/** What was ruled at each step: the step itself, who paid or went back, why it walked on. */
function reasons(ruling, walk) {
  const sentences = ruling?.sentences ?? [];
  return walk.slice(1).map((_, n) => sentences.filter((sentence) => sentence.step === n + 1));
}
