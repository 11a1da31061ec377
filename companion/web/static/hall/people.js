// People at the organiser's desk: who is here, what they need, who must or must not sit together.

import { el } from "../draw/elements.js";
import { address, say } from "../house/house.js";
import { button, choice, field, t } from "./hall.js";

let leftOut = [];
const BYTES = { "Content-Type": "application/octet-stream" };

export function people({ desk, night, act, renew }) {
  const here = desk.people.filter((one) => !one.gone);
  return [
    el("p", { class: "lead" }, t("people_count", { count: here.length })),
    adding(renew),
    el(
      "p",
      { class: "field" },
      el(
        "label",
        { class: "check" },
        el("input", { type: "checkbox", id: "door", checked: desk.door, on: { change: toggle(act) } }),
        t("door"),
      ),
    ),
    desk.people.length ? list(desk, night, act) : null,
    desk.people.length > 1 ? rules(desk, act) : null,
  ];
}

const toggle = (act) => (event) => {
  const open = event.target.checked;
  event.target.blur();
  act("door", { open });
};

/** Names are pasted or come as a file; lines that were left out are named. */
function adding(renew) {
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
    return renew();
  };
  file.addEventListener("change", () => file.files[0] && send(file.files[0]));
  return el(
    "div",
    { class: "adding", data: { whole: "" } },
    el("p", { class: "field" }, el("label", { for: "paste" }, t("people_paste")), paste),
    el(
      "p",
      { class: "row" },
      button(t("people_add"), () => paste.value.trim() && send(new Blob([paste.value])), { class: "go" }),
      el("label", { for: "list" }, t("people_file")),
      file,
    ),
    el("div", { role: "status" }, leftOut.length ? el("ul", { class: "left-out" }, ...leftOut.map(outNode)) : null),
  );
}

const outNode = (one) => el("li", {}, t("people_line", { line: one.line, text: one.text }), " ", one.why);

function list(desk, night, act) {
  const sorted = [...desk.people].sort((a, b) => a.gone - b.gone || a.name.localeCompare(b.name));
  return el("ul", { class: "names-list" }, ...sorted.map((one) => person(one, desk, night, act)));
}

function person(one, desk, night, act) {
  const needs = desk.needs.filter(({ need }) => one.needs.includes(need)).map(({ say: said }) => said);
  const marks = [...needs, ...one.away.map((number) => t("misses", { number })), one.note].filter(Boolean);
  const go = one.gone
    ? button(t("person_back"), () => act("return", { who: one.id }), {
        "aria-label": `${t("person_back")}: ${one.name}`,
      })
    : button(t("person_left"), () => act("leave", { who: one.id }), {
        "aria-label": `${t("person_left")}: ${one.name}`,
      });
  return el(
    "li",
    { class: one.gone ? "gone" : "", data: { key: one.id } },
    el("span", { dir: "auto" }, one.name),
    el("small", {}, marks.join(" · ")),
    go,
    details(one, desk, night, act),
  );
}

/** Needs, a note and rounds somebody misses: nobody but the organiser sees them. */
function details(one, desk, night, act) {
  const boxes = desk.needs.map(({ need, say: said }) => {
    const box = el("input", { type: "checkbox", value: need, checked: one.needs.includes(need) });
    return { box, need, node: el("label", { class: "check" }, box, said) };
  });
  const name = field(`name-${one.id}`, t("person_name"), { value: one.name, maxlength: 60 });
  const note = field(`note-${one.id}`, t("person_note"), { value: one.note, maxlength: 200 });
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
      person: { id: one.id, name: name.input.value, needs, note: note.input.value, language: one.language },
    });
    if (String([...past, ...missed]) !== String(one.away))
      await act("miss", { who: one.id, rounds: [...past, ...missed] });
  };
  return el(
    "details",
    { id: `more-${one.id}`, data: { whole: "" } },
    el("summary", { "aria-label": `${t("person_more")}: ${one.name}` }, t("person_more")),
    el("p", { class: "private" }, t("private")),
    name.node,
    el("fieldset", {}, el("legend", {}, t("needs")), ...boxes.map(({ node }) => node)),
    away.length ? el("fieldset", {}, el("legend", {}, t("misses_which")), ...away.map(({ node }) => node)) : null,
    note.node,
    button(t("save"), save, { class: "go", "aria-label": `${t("save")}: ${one.name}` }),
  );
}

/** Who must, or must not, sit at one table. */
function rules(desk, act) {
  const names = Object.fromEntries(desk.people.map((one) => [one.id, one.name]));
  const options = [["", "–"], ...Object.entries(names).sort((a, b) => a[1].localeCompare(b[1]))];
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
      el("span", { dir: "auto" }, rule.people.map((id) => names[id] ?? id).join(" + ")),
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
      choice("rule-one", t("rule_who"), options, "", pick("one")),
      choice("rule-kind", t("rule_kind"), kinds, "apart", pick("kind")),
      choice("rule-two", t("rule_whom"), options, "", pick("two")),
      button(t("rule_add"), add, { class: "go" }),
    ),
    el("ul", { class: "names-list" }, ...standing),
  );
}
