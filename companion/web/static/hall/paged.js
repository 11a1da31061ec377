// Long lists: a page at a time, with a field that finds and a choice of what is shown; and one of many people to choose.

import { el } from "../draw/elements.js";
import { t } from "../shell/words.js";
import { button, choice, field } from "./hall.js";

const MANY = 12;
const PAGE = 50;
const MOST_CHOICES = 100;
const MOST_FOUND = 20;
/** What a field tells of text that was chosen from its list instead of typed. */
const REPLACED = "insertReplacementText";
/** What is looked for in each list, and its page: the same after every update. */
const looked = new Map();

/** A text as it is looked for: without accents and capitals. */
export const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** Look for something in a list, as if it had been typed. */
export const lookFor = (id, wanted) => looked.set(id, { page: 0, wanted, filter: "" });

/** A list by pages, as nodes. *text* says what is looked for in an item, *make* writes a page of them, *filters* are
 * triples of name, label and test; *changed* draws the list anew. *size* items make a page. */
export function paged(id, items, { text, make, changed, filters = [], size = PAGE, find = "find" }) {
  const now = looked.get(id) ?? { page: 0, wanted: "", filter: "" };
  looked.set(id, now);
  const fits = fitting(items, now, { text, filters });
  const pages = Math.ceil(fits.length / size);
  now.page = Math.max(0, Math.min(now.page, pages - 1));
  const first = now.page * size;
  const shown = fits.slice(first, first + size);
  const change = (told) => {
    Object.assign(now, { page: 0 }, told);
    changed();
  };
  const none = items.length ? el("p", { class: "about", data: { key: `${id}-none` } }, t("none_found")) : null;
  return [
    items.length > MANY ? tools(id, now, { change, filters, find }) : null,
    shown.length ? make(shown) : none,
    pages > 1 ? pager(id, now, { change, pages, first: first + 1, shown, all: fits.length }) : null,
  ].filter(Boolean);
}

/** What is left of a list by what is looked for and by its filter. */
function fitting(items, now, { text, filters }) {
  const asked = plain(now.wanted.trim());
  const test = filters.find(([name]) => name === now.filter)?.[2] ?? (() => true);
  return items.filter((one) => test(one) && (!asked || plain(text(one)).includes(asked)));
}

function tools(id, now, { change, filters, find }) {
  const made = field(find, t("find"), { type: "search", value: now.wanted });
  made.input.addEventListener("input", () => change({ wanted: made.input.value }));
  const kinds = filters.map(([name, label]) => [name, label]);
  const which = kinds.length
    ? choice(`${find}-which`, t("show_which"), [["", t("show_all")], ...kinds], now.filter, (filter) =>
        change({ filter }),
      )
    : null;
  return el("div", { class: "row tools", data: { key: `${id}-tools` } }, made.node, which);
}

/** Which part of a list is shown, and the way to the others. The buttons stay where they are at both ends. */
function pager(id, now, { change, pages, first, shown, all }) {
  const turn = (label, by) => {
    const there = now.page + by;
    const is = there >= 0 && there < pages;
    return button(t(label), () => is && change({ page: there }), { "aria-disabled": is ? null : "true" });
  };
  return el(
    "div",
    { class: "row pager", role: "group", data: { key: `${id}-pager` }, "aria-label": t("list_pages") },
    turn("list_back", -1),
    el("span", { role: "status" }, t("list_part", { first, last: first + shown.length - 1, all })),
    turn("list_on", 1),
  );
}

/** One of some people, or of thousands: a list as long as it can be read, otherwise a field that finds. */
export function picker(id, label, pairs, now, act) {
  if (pairs.length <= MOST_CHOICES) return choice(id, label, pairs, now, act);
  const found = el("datalist", { id: `${id}-found` });
  const value = pairs.find(([each]) => each && each === now)?.[1] ?? "";
  const input = el("input", { id, list: `${id}-found`, type: "search", autocomplete: "off", value });
  const fill = () => {
    const typed = plain(input.value.trim());
    const fits = typed ? pairs.filter(([each, text]) => each && plain(text).includes(typed)) : [];
    found.replaceChildren(...fits.slice(0, MOST_FOUND).map(([, text]) => el("option", { value: text })));
  };
  let last = now;
  const choose = () => {
    const typed = plain(input.value.trim());
    const whole = typed ? pairs.find(([each, text]) => each && plain(text) === typed) : ["", ""];
    if (!whole || whole[0] === last) return;
    [last] = whole;
    act(last);
  };
  input.addEventListener("input", ({ inputType }) => {
    fill();
    if (!inputType || inputType === REPLACED) choose();
  });
  input.addEventListener("change", choose);
  const about = el("small", { id: `${id}-how` }, t("type_name"));
  input.setAttribute("aria-describedby", `${id}-how`);
  return el(
    "p",
    { class: "field", data: { whole: "", key: id } },
    el("label", { for: id }, label),
    input,
    found,
    about,
  );
}
