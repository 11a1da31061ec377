// People at the organiser's desk: who is here, what they need, who must or must not sit together.

import { el } from "../draw/elements.js";
import { address } from "../shell/address.js";
import { say } from "../house/house.js";
import { t } from "../shell/words.js";
import { byName, sortedNames } from "./cards.js";
import { arrivals, asking } from "./arrivals.js";
import { button, choice, field, isolated, listed } from "./hall.js";
import { paged, picker } from "./paged.js";
import { record } from "./person_record.js";
import { kindsOfName } from "./publication.js";

let leftOut = [];
const BYTES = { "Content-Type": "application/octet-stream" };

export function people(here) {
  const { desk, act, renew } = here;
  const present = desk.people.filter((one) => !one.gone);
  return [
    el("p", { class: "lead" }, t("people_count", { count: present.length })),
    adding(desk, renew),
    el("div", { role: "status" }, leftOut.length ? el("ul", { class: "left-out" }, ...leftOut.map(outNode)) : null),
    asking(desk, act),
    ...arrivals(desk, act),
    ...list(here),
    desk.people.length > 1 ? rules(desk, act) : null,
  ];
}

/** Names are pasted or come as a file; lines that were left out are named. */
function adding(desk, renew) {
  const paste = el("textarea", { id: "paste", rows: 4 });
  const file = el("input", { id: "list", type: "file", accept: ".csv,.txt,text/csv,text/plain" });
  const send = async (body) => {
    const answer = await fetch(address("/desk/people"), { method: "POST", headers: BYTES, body });
    const { say: refused, taken, left_out: out } = await answer.json();
    if (refused) return say(refused);
    leftOut = out;
    paste.value = "";
    paste.blur();
    file.blur();
    say(t("people_taken", { count: taken }));
    return renew(true);
  };
  file.addEventListener("change", () => file.files[0] && send(file.files[0]));
  const fields = [
    el("p", { class: "field" }, el("label", { for: "paste" }, t("people_paste")), paste),
    el(
      "p",
      { class: "row" },
      button(t("people_add"), () => paste.value.trim() && send(new Blob([paste.value])), { class: "go" }),
      el("span", { class: "field" }, el("label", { for: "list" }, t("people_file")), file),
    ),
  ];
  if (!desk.people.length) return el("div", { class: "adding", data: { whole: "", key: "first" } }, ...fields);
  const more = el("summary", {}, t("people_more"));
  return el("details", { id: "adding", class: "adding", data: { whole: "" } }, more, ...fields);
}

const outNode = (one) => el("li", {}, t("people_line", { line: one.line, text: isolated(one.text) }), " ", one.why);

/** Everybody, by name; who has left is at the end. */
function list(here) {
  const { desk, show } = here;
  const sorted = [...desk.people].sort((a, b) => a.gone - b.gone || byName(a.name, b.name));
  const filters = [
    ["here", t("filter_here"), (one) => !one.gone && (one.arrived || !desk.plan.checkin)],
    ["missing", t("not_checked_in"), (one) => !one.gone && !one.arrived],
    ["needs", t("needs"), (one) => one.needs.length > 0],
    ["gone", t("person_gone"), (one) => one.gone],
  ].filter(([name]) => name !== "missing" || desk.plan.checkin);
  return paged("people", sorted, {
    text: (one) => `${one.name} ${one.note}`,
    make: (those) => el("ul", { class: "names-list" }, ...those.map((one) => person(one, here))),
    changed: () => show(),
    filters,
  });
}

/** One of the people: the name, and behind it all that can be changed. */
function person(one, { desk, night, act }) {
  const needs = desk.needs.filter(({ need }) => one.needs.includes(need)).map(({ say: said }) => said);
  const marks = [...needs, ...one.away.map((number) => t("misses", { number })), one.note].filter(Boolean);
  const here = desk.plan.checkin && !one.gone ? [t(one.arrived ? "checked_in" : "not_checked_in")] : [];
  const said = one.gone ? [t("person_gone"), ...marks] : [...here, ...marks];
  return el(
    "li",
    { class: one.gone ? "gone" : "", data: { key: one.id } },
    el(
      "details",
      { id: `more-${one.id}` },
      el("summary", {}, el("bdi", {}, one.name), said.length ? el("small", {}, said.join(" · ")) : null),
      el("p", { class: "row" }, ...presence(one, desk, act)),
      details(one, desk, night, act),
      record(one, desk, night, act),
    ),
  );
}

function presence(one, { plan }, act) {
  const [label, name] = one.gone ? [t("person_back"), "return"] : [t("person_left"), "leave"];
  const said = (text) => ({ "aria-label": `${text}: ${one.name}` });
  const comes = one.arrived ? t("checkin_undo") : t("checkin_do");
  const checkIn = () => act("check-in", { who: one.id, here: !one.arrived });
  return [
    plan.checkin && !one.gone ? button(comes, checkIn, { class: one.arrived ? null : "go", ...said(comes) }) : null,
    button(label, () => act(name, { who: one.id }), said(label)),
  ].filter(Boolean);
}

/** Name, needs, a note and rounds somebody misses: nobody but the organiser sees the last three. */
function details(one, desk, night, act) {
  const boxes = desk.needs.map(({ need, say: said }) => {
    const box = el("input", { type: "checkbox", value: need, checked: one.needs.includes(need) });
    return { box, need, node: el("label", { class: "check" }, box, said) };
  });
  const name = field(`name-${one.id}`, t("person_name"), { value: one.name, maxlength: 60, dir: "auto" });
  const note = field(`note-${one.id}`, t("person_note"), { value: one.note, maxlength: 200, dir: "auto" });
  const shown = choice(
    `shown-${one.id}`,
    t("shown_as"),
    kindsOfName(["", t("shown_unsaid")]),
    one.shown,
    (value) => (picked = value),
  );
  let picked = one.shown;
  const season = field(`number-${one.id}`, t("season_number"), { value: one.number, maxlength: 15 });
  const rounds = Array.from({ length: desk.plan.rounds }, (_, n) => n + 1).filter((n) => n > night.evening.rounds);
  const away = rounds.map((number) => {
    const box = el("input", { type: "checkbox", value: number, checked: one.away.includes(number) });
    return { box, number, node: el("label", { class: "check" }, box, t("misses", { number })) };
  });
  const save = async () => {
    const needs = boxes.filter(({ box }) => box.checked).map(({ need }) => need);
    const missed = away.filter(({ box }) => box.checked).map(({ number }) => number);
    document.activeElement.blur();
    const past = one.away.filter((number) => !rounds.includes(number));
    await act("change", {
      person: { ...plainly(one), name: name.input.value, needs, note: note.input.value },
    });
    if (picked !== one.shown || season.input.value.trim() !== one.number)
      await act("present", { who: one.id, shown: picked, number: season.input.value.trim() });
    if (String([...past, ...missed]) !== String(one.away))
      await act("miss", { who: one.id, rounds: [...past, ...missed] });
  };
  return el(
    "div",
    { class: "form", data: { whole: "" } },
    name.node,
    el("p", { class: "private" }, t("private")),
    el("fieldset", {}, el("legend", {}, t("needs")), ...boxes.map(({ node }) => node)),
    away.length ? el("fieldset", {}, el("legend", {}, t("misses_which")), ...away.map(({ node }) => node)) : null,
    note.node,
    shown,
    season.node,
    button(t("save"), save, { class: "go", "aria-label": `${t("save")}: ${one.name}` }),
  );
}

/** One of the people as the journal has them. */
const plainly = ({ id, name, needs, note, language, number, shown }) => ({
  id,
  name,
  needs,
  note,
  language,
  number,
  shown,
});

/** Who must, or must not, sit at one table. */
function rules(desk, act) {
  const names = Object.fromEntries(desk.people.map((one) => [one.id, one.name]));
  const options = [["", "–"], ...sortedNames(names)];
  const picked = { kind: "apart", one: "", two: "" };
  const pick = (key) => (value) => (picked[key] = value);
  const kinds = ["apart", "together"].map((kind) => [kind, t(`rule_${kind}`)]);
  const add = () => {
    document.activeElement.blur();
    if (!picked.one || !picked.two || picked.one === picked.two) return say(t("rule_two"));
    return act("bind", { rule: { kind: picked.kind, people: [picked.one, picked.two] } });
  };
  const standing = desk.rules.map((rule) =>
    el(
      "li",
      {},
      el("span", {}, ...listed(rule.people.map((id) => ({ name: names[id] ?? "–" })))),
      el("small", {}, t(`rule_${rule.kind}`)),
      button(t("rule_drop"), () => act("unbind", { rule })),
    ),
  );
  return el(
    "details",
    { id: "rules", open: desk.rules.length > 0, data: { whole: "" } },
    el("summary", {}, t("rules_title")),
    el("p", { class: "private" }, t("private")),
    el(
      "div",
      { class: "row" },
      picker("rule-one", t("rule_who"), options, "", pick("one")),
      choice("rule-kind", t("rule_kind"), kinds, "apart", pick("kind")),
      picker("rule-two", t("rule_whom"), options, "", pick("two")),
      button(t("rule_add"), add, { class: "go" }),
    ),
    el("ul", { class: "rules-list" }, ...standing),
  );
}
