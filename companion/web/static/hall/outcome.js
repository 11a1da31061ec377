// Results at the organiser's desk and the referee's: what was reported, what stands against it, the last word.

import { classes, el } from "../draw/elements.js";
import { papersRow, standingsTable } from "./cards.js";
import { entryForms, placesForm } from "./entering.js";
import { button, t } from "./hall.js";

export function outcome({ desk, night, act }) {
  return [
    ...entryForms(night.evening, act),
    judging(desk.results, act),
    standingsTable(night.evening.standings),
    papersRow(night.evening),
    el(
      "p",
      { class: "row" },
      el("a", { href: "/standings.csv" }, t("standings_csv")),
      el("a", { href: "/standings.json" }, t("standings_json")),
    ),
  ];
}

const ORDER = { disputed: 0, reported: 1, confirmed: 2, excused: 3 };

/** Every result, those that want somebody first. */
export function judging(results, act) {
  if (!results.length) return el("p", {}, t("no_results"));
  const sorted = [...results].sort((a, b) => ORDER[a.status] - ORDER[b.status] || b.round - a.round);
  return el("ol", { class: "results" }, ...sorted.map((result) => resultNode(result, act)));
}

function resultNode(result, act) {
  const at = { round: result.round, box: result.box };
  const [stands, ...others] = result.told;
  return el(
    "li",
    { class: classes("result", result.status), data: { key: `${result.round}:${result.box}` } },
    el("strong", {}, t("result_of", { number: result.round, place: result.place }), " ", el("small", {}, result.title)),
    places(stands),
    el("small", {}, t(`status_${result.status}`), result.why ? ` ${result.why}` : ""),
    ...others.map((one) =>
      el("div", { class: "other" }, el("small", {}, t("told_otherwise", { name: one.source })), places(one)),
    ),
    result.held
      ? el(
          "p",
          { class: "note" },
          t("held"),
          " ",
          button(t("reveal"), () => act("reveal", at)),
        )
      : null,
    el(
      "p",
      { class: "row" },
      result.status === "confirmed" || result.status === "excused"
        ? null
        : button(t("confirm"), () => act("confirm", at), { class: "go" }),
      result.status === "disputed" || result.status === "excused"
        ? null
        : button(t("dispute"), () => act("dispute", at)),
    ),
    stands.places.length ? correcting(result, stands, act) : null,
  );
}

function places(told) {
  return el(
    "ol",
    { class: "places" },
    ...told.places.map((one) => el("li", { dir: "auto" }, `${one.place}. ${one.name}`)),
  );
}

/** Other places; on screens at once, or only when the referee has said it at the table. */
function correcting(result, stands, act) {
  const quietly = el("input", { type: "checkbox", checked: result.status === "confirmed" });
  const send = (told) =>
    act("correct", { round: result.round, box: result.box, places: told, quietly: quietly.checked });
  const id = `correct-${result.round}-${result.box}`;
  return el(
    "details",
    { id },
    el("summary", {}, t("correct")),
    placesForm(id, stands.places, t("correct_do"), send, el("label", { class: "check" }, quietly, t("quietly"))),
  );
}
