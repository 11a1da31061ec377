// The mummy's last walk: step by step with its reasons, played once when it happens, then at will.

import { el } from "../../draw/elements.js";
import { clauses } from "../../shell/clauses.js";
import { t } from "../../words.js";

const PACE = 800;
const STEPPED = "BOWL-45";
const TURNED = "BOWL-47";
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
    const ruling = this.ruling(snapshot, walk);
    if (before && !this.timer && before.number !== snapshot.number) this.end();
    if (!walk.length) return this.fade(snapshot);
    const key = JSON.stringify([ruling?.number, walk]);
    if (key === this.key) return;
    this.key = key;
    this.number = ruling?.number;
    this.walk = walk;
    this.reasons = reasons(ruling, walk);
    this.was = stood(snapshot, before, walk);
    this.is = snapshot.view.seats.map((seat) => seat.field);
    this.fill();
    if (before && !calm.matches) this.play();
    else this.at(walk.length - 1);
  }

  /** The ruling this walk belongs to, to number its steps by. */
  ruling({ rulings }, walk) {
    const fields = walk.slice(1).map((step) => step.field);
    return rulings.find((one) => !one.undone && fields.length && one.sentences.some(isStep));
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
    const met = this.walk.slice(1, step + 1).map((one) => one.field);
    const fields = this.is.map((field, seat) =>
      this.was[seat] === null || met.includes(this.was[seat]) ? field : this.was[seat],
    );
    this.track.mark(this.walk, step);
    [...this.node.querySelectorAll(".steps li")].forEach((item, n) => item.classList.toggle("now", n + 1 === step));
    const list = this.node.querySelector(".steps");
    const item = list.children[step - 1];
    list.scrollTop = item ? item.offsetTop - list.clientHeight / 2 : 0;
    if (step === this.walk.length - 1 && !this.timer) this.track.walking = false;
    if (this.track.walking) this.track.stand(fields, this.walk[step]);
    else this.track.people(this.track.view);
  }
}

function isStep({ because, cells }) {
  return because.length === 1 && because[0] === STEPPED && cells.length === 1;
}

/** What was ruled at each step: the step itself, who paid or went back, why it walked on. */
function reasons(ruling, walk) {
  const found = walk.slice(1).map(() => []);
  let step = -1;
  for (const sentence of ruling?.sentences ?? []) {
    if (isStep(sentence) || sentence.because[0] === TURNED) step += 1;
    if (step >= 0 && step < found.length && !sentence.because.includes("BOWL-25")) found[step].push(sentence);
  }
  return found;
}

/** Where each figure stood before the walk moved it; null for those it leaves alone. */
function stood({ view, moves }, before, walk) {
  if (!before) return view.seats.map(() => null);
  const [move] = moves;
  const fields = before.view.seats.map((seat) => seat.field);
  if (move?.kind === "MoveFigure") fields[before.view.turn] = move.values.field;
  const met = walk.slice(1).map((step) => step.field);
  return view.seats.map((seat, n) => (seat.field !== fields[n] && met.includes(fields[n]) ? fields[n] : null));
}
