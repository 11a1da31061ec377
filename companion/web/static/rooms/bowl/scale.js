// The live scale: the weight trace, what is wanted, what the scale thinks, how sure it is, and why.

import { el } from "../../draw/elements.js";
import { once } from "../../draw/keep.js";
import { reply } from "../../shell/answers.js";
import { clauses } from "../../shell/clauses.js";
import { decimals } from "../../shell/tongue.js";
import { noun, t } from "../../shell/words.js";
import { trace } from "./trace.js";

export class Scale {
  /** *answer* finds what a tap on one of several findings says, or null. */
  constructor(answer) {
    this.answer = answer;
    this.shows = null;
    this.replay = null;
    this.weights = null;
    this.head = el("header", {});
    this.live = el("div", { class: "live" });
    this.thinks = el("div", { class: "thinks", "aria-live": "polite" });
    this.faults = el("ul", { class: "faults", role: "status" });
    this.again = el("div", { class: "again" });
    this.node = el(
      "section",
      { class: "scale", hidden: true, "aria-label": t("scale") },
      this.head,
      this.thinks,
      this.live,
      this.faults,
      this.again,
    );
  }

  gauge(name, shows) {
    if (name === "scale") [this.shows, this.heard] = [shows, performance.now()];
    if (name === "replay") this.replay = shows;
    if (name === "weights") this.weights = shows;
  }

  /** Seconds left to overrule what was said last; null without a scale. */
  secondsLeft() {
    const last = this.shows?.last;
    return last ? last.overrule_seconds - (performance.now() - this.heard) / 1000 : null;
  }

  show({ questions }) {
    this.node.hidden = !this.shows;
    if (!this.shows) return;
    const { phase, grams, wanted, faults, blind } = this.shows;
    this.node.dataset.phase = phase;
    this.node.dataset.blind = String(blind);
    once(this.head, [phase, grams, wanted, this.weights], () => this.heading());
    once(this.live, this.shows.trace, () => this.drawn());
    once(this.faults, faults, () => faults.map(fault));
    const said = this.shows.says ?? this.shows.last;
    const shown = said && { ...said, overrule_seconds: 0 };
    once(this.thinks, [shown, !this.shows.says, questions.map((one) => one.id)], () =>
      shown ? this.finding(shown) : [],
    );
    once(this.again, this.replay, () => (this.replay ? [replayed(this.replay)] : []));
  }

  heading() {
    const { phase, grams, wanted } = this.shows;
    const weighs = this.weights?.boulder_g[wanted];
    return [
      el("h2", {}, t("scale")),
      el("span", { class: "phase" }, t(`scale_${phase}`)),
      wanted
        ? el(
            "span",
            { class: "wants", data: { boulder: wanted } },
            weighs
              ? t("scale_wants_grams", { colour: noun(wanted), grams: weighs })
              : t("scale_wants", { colour: noun(wanted) }),
          )
        : null,
      el("output", { class: "grams" }, grams === null ? "–" : t("grams", { grams: decimals(grams, 1) })),
    ].filter(Boolean);
  }

  drawn() {
    const line = trace(this.shows.trace);
    const { low, high } = line.dataset;
    return [
      line,
      high ? el("span", { class: "high" }, t("grams", { grams: high })) : null,
      low ? el("span", { class: "low" }, t("grams", { grams: low })) : null,
    ].filter(Boolean);
  }

  /** What the scale thinks; while it asks, a button for each possibility. */
  finding(said) {
    const standing = Boolean(this.shows.says);
    const buttons = standing ? this.choices(said) : [];
    return [
      ...verdict(said, standing),
      buttons.length ? el("div", { class: "choices" }, ...buttons) : null,
      clauses(said.because),
      twins(this.weights),
    ].filter(Boolean);
  }

  /** A button for each finding that can be said by a tap; those with the same words once. */
  choices({ finding, named, choices }) {
    if (finding !== "ask" && named) return [];
    const answered = choices.map((choice) => [choice, this.answer(choice.answers)]).filter(([, act]) => act);
    return unlike(answered).map(([choice, { act }]) =>
      el(
        "button",
        { type: "button", class: "answer less", on: { click: act } },
        t(`finding_${choice.finding}`),
        el("small", {}, what(choice.taken, choice.fell)),
      ),
    );
  }
}

/** The answer to the open question that matches one of the scale's findings. */
export function answerDraw(snapshot, names) {
  const question = snapshot?.questions.find((one) => one.topic === "draw");
  const choice = names.map((name) => question?.options.find((one) => one.name === name)).find(Boolean);
  return choice ? { say: choice.say, act: () => reply(question, { option: choice.name }) } : null;
}

/** What the scale found, how sure it is, and why it is not surer. */
function verdict(said, standing) {
  const stage = said.final ? "scale_final" : "scale_thinks";
  const finding = el(
    "p",
    { class: "finding", data: { finding: said.finding, standing: String(standing) } },
    el("small", {}, t(standing ? stage : "scale_said")),
    el("strong", {}, t(`finding_${said.finding}`)),
    said.named ? el("span", {}, what(said.colour, said.fell)) : null,
  );
  return [
    finding,
    said.finding === "ask" ? null : sure(said.sure),
    said.why ? el("p", { class: "why" }, t(`asks_${said.why}`)) : null,
    said.overruled
      ? el("p", { class: "overruled" }, t("scale_overruled", { finding: t(`finding_${said.overruled}`) }))
      : null,
  ];
}

/** Findings that the same tap answers are offered once. */
function unlike(choices) {
  return choices.filter(([, one], n) => choices.findIndex(([, other]) => other.say === one.say) === n);
}

function what(colour, fell) {
  return [colour ? t("took", { item: noun(colour) }) : null, fell ? t("fell", { item: noun(fell) }) : null]
    .filter(Boolean)
    .join(", ");
}

function sure(share) {
  const percent = decimals(Math.min(99.9, share * 100), 1);
  return el(
    "p",
    { class: "sure" },
    el("meter", { min: 0, max: 1, low: 0.9, value: share, "aria-label": t("sure", { percent }) }),
    t("sure", { percent }),
  );
}

function fault({ name, detail, blind }) {
  return el(
    "li",
    { class: blind ? "fault blind" : "fault", data: { fault: name } },
    el("b", {}, t(`fault_${name}`)),
    detail ? ` (${detail}) ` : " ",
    t(`remedy_${name}`),
    blind ? el("p", {}, t("scale_blind")) : null,
  );
}

function twins(weights) {
  if (!weights?.twins.length) return null;
  return el(
    "details",
    { class: "twins" },
    el("summary", {}, t("scale_twins")),
    el("ul", {}, ...weights.twins.map((twin) => el("li", {}, twinText(twin)))),
  );
}

function twinText({ one, other, grams }) {
  return t("scale_twin", { one: lot(one), other: lot(other), grams });
}

/** What lies together: each thing once, with how many of it. */
function lot(things) {
  const kinds = [...new Set(things)];
  return kinds.map((thing) => t("scale_lot", { count: things.filter((one) => one === thing).length, thing }));
}

/** The instant replay: the trace around the verdict with its marked moments. */
function replayed({ points, tilted, marks, says, wanted }) {
  const ordered = [...marks].sort((one, other) => one.at - other.at);
  const moments = ordered.map((mark, n) =>
    el(
      "li",
      { data: { mark: mark.name } },
      el("b", {}, `${n + 1}`),
      el("time", {}, t("seconds", { seconds: decimals(mark.at, 1) })),
      el("span", {}, moment(mark)),
    ),
  );
  const heading = t("replay_of", { finding: t(`finding_${says.finding}`), colour: wanted ? noun(wanted) : "–" });
  return el(
    "details",
    { class: "replayed", open: true },
    el("summary", {}, t("replay")),
    el("p", {}, heading),
    trace(points, { tilted, marks }),
    el("ol", { class: "moments" }, ...moments),
  );
}

/** A marked moment in words; most carry a detail, such as a colour. */
function moment({ name, detail }) {
  return t(`mark_${name}`, { detail: detail ? noun(detail) : "" }).replace(/: $/, "");
}
