// Results at the organiser's desk and the referee's: what was reported, what stands against it, the last word.

import { classes, el } from "../draw/elements.js";
import { gameOf, papersRow, places, standingsPages, statusOf, tableText } from "./cards.js";
import { entryForms, placesForm } from "./entering.js";
import { publication } from "./publication.js";
import { t } from "../shell/words.js";
import { button, isolated } from "./hall.js";
import { paged } from "./paged.js";

export function outcome(here) {
  const { desk, night, act } = here;
  const { standings } = night.evening;
  return [
    ...entryForms(night.evening, act, () => here.show()),
    ...judging(desk.results, act, here.show),
    standings.length ? el("h3", {}, t("standings")) : null,
    ...standingsPages("standings", standings, () => here.show()),
    standings.length ? el("p", { class: "about" }, night.evening.ties) : null,
    standings.length ? papersRow("standings", "crosstable", "certificates") : null,
    standings.length ? files() : null,
    ...(standings.length ? publication(here) : []),
  ];
}

const files = () =>
  el(
    "p",
    { class: "row papers", data: { key: "files" } },
    el("a", { class: "chip", href: "/standings.csv" }, t("standings_csv")),
    el("a", { class: "chip", href: "/standings.json" }, t("standings_json")),
  );

const isOpen = (result) => result.held || ["disputed", "reported"].includes(result.status);
const listOf = (results, act) => el("ol", { class: "results" }, ...results.map((result) => resultNode(result, act)));

/** Results that want somebody, disputed ones first; those that are settled are folded away. */
export function judging(results, act, changed) {
  const newest = [...results].sort((a, b) => b.round - a.round);
  const wanted = newest.filter(isOpen).sort((a, b) => (b.status === "disputed") - (a.status === "disputed"));
  const rest = newest.filter((one) => !wanted.includes(one));
  const label = t("settled_results", { count: rest.length });
  return [
    ...pagesOf("wanted", wanted, act, changed),
    wanted.length ? null : el("p", { class: "about" }, t(results.length ? "results_settled" : "no_results")),
    rest.length
      ? el("details", { id: "settled" }, el("summary", {}, label), ...pagesOf("found", rest, act, changed))
      : null,
  ];
}

const RESULTS = 20;
const pagesOf = (id, results, act, changed) =>
  paged(id, results, {
    text: ({ place, title, told }) => tableText({ place, title, people: told[0].places }),
    make: (those) => listOf(those, act),
    changed: () => changed(),
    size: RESULTS,
    find: `find-${id}`,
  });

function resultNode(result, act) {
  const at = { round: result.round, box: result.box };
  const [stands, ...others] = result.told;
  return el(
    "li",
    { class: classes("result", result.status), data: { key: `${result.round}:${result.box}` } },
    gameOf(result),
    el("small", { class: "status" }, statusOf(result), result.why ? ` ${result.why}` : ""),
    places(stands.places),
    ...others.map((one) => el("div", { class: "other" }, el("small", {}, tellerOf(one)), places(one.places))),
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

const tellerOf = ({ source }) => (source ? t("told_otherwise", { name: isolated(source) }) : t("told_by_table"));

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
