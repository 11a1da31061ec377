// Boxes and tables at the organiser's desk: what stands where, what a place offers, which house is there.

import { el } from "../draw/elements.js";
import { t } from "../shell/words.js";
import { button, choice, field, host, unbroken, unreached } from "./hall.js";
import { paged } from "./paged.js";

export const MORE_SECONDS = 300;

export function boxes(here) {
  const { desk, night, act } = here;
  return [adding(desk, act), inventing(desk, act), ...standing(here), ...enrolling(desk, night)];
}

function adding(desk, act) {
  const games = desk.rooms.map((room) => [room.name, room.title]);
  let chosen = desk.rooms[0]?.name;
  const many = field("many", t("box_count"), { type: "number", min: 1, max: 200, value: 1 });
  const add = () => {
    const room = desk.rooms.find((one) => one.name === chosen);
    const sizes = Array.from({ length: room.most - room.least + 1 }, (_, n) => room.least + n);
    document.activeElement.blur();
    return act("box", { game: chosen, sizes, count: Number(many.input.value) || 1 });
  };
  return el(
    "div",
    { class: "row bring", data: { whole: "" } },
    choice("game", t("box_game"), games, chosen, (value) => (chosen = value)),
    many.node,
    button(t("box_add"), add, { class: "go" }),
  );
}

/** A game no machine knows: its people enter the result on their phones, or the desk does. */
function inventing(desk, act) {
  const name = field("new-game", t("game_name"), { maxlength: 60, dir: "auto" });
  const number = (id, label, value, least, most) => field(id, label, { type: "number", min: least, max: most, value });
  const least = number("new-least", t("game_least"), 2, 2, 20);
  const most = number("new-most", t("game_most"), 4, 2, 20);
  const minutes = number("new-minutes", t("game_minutes"), "", 0, 600);
  let scoring = "places";
  const kinds = desk.scorings.map((one) => [one, t(`scoring_${one}`)]);
  const add = () => {
    document.activeElement.blur();
    const [from, to] = [Number(least.input.value), Number(most.input.value)];
    const sizes = Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => from + n);
    const taken = desk.rooms.filter((room) => room.scoring).length + 1;
    const game = { id: `own${taken}`, name: name.input.value.trim(), sizes, scoring };
    return act("game", { game: { ...game, minutes: Number(minutes.input.value) || 0 } });
  };
  return el(
    "details",
    { id: "invent", data: { whole: "" } },
    el("summary", {}, t("game_other")),
    el("p", { class: "about" }, t("game_about")),
    el(
      "div",
      { class: "row bring" },
      name.node,
      least.node,
      most.node,
      minutes.node,
      choice("new-scoring", t("game_scoring"), kinds, scoring, (value) => (scoring = value)),
      button(t("game_add"), add, { class: "go" }),
    ),
  );
}

function standing({ desk, night, act, show }) {
  const row = (box) => {
    const table = night.tables.get(box.machine);
    const machine = box.machine
      ? t(table && !table.lives ? "table_lost" : "box_machine", { name: box.machine })
      : t("box_paper");
    const offers = desk.needs.filter(({ need }) => box.offers.includes(need)).map(({ say }) => say);
    const [label, change] = box.broken ? [t("box_mended"), "mend"] : [t("box_gone"), "break"];
    return el(
      "li",
      { class: box.broken ? "gone" : "", data: { key: box.id } },
      el(
        "details",
        { id: `box-${box.id}` },
        el(
          "summary",
          {},
          el("strong", {}, t("table", { place: box.place })),
          el("span", {}, `${box.title} (${sizes(box)})`),
          el("small", {}, [box.broken ? t("box_broken") : machine, ...offers].join(" · ")),
        ),
        el(
          "p",
          { class: "row" },
          button(label, () => act(change, { box: box.id }), { "aria-label": `${label}: ${box.place}` }),
          table && !table.lives ? button(t("let_another", { place: box.place }), () => another(box, act)) : null,
        ),
        details(box, desk, act),
      ),
    );
  };
  return paged("boxes", desk.boxes, {
    text: (box) => `${t("table", { place: box.place })} ${box.title}`,
    make: (those) => el("ul", { class: "names-list boxes" }, ...those.map(row)),
    changed: () => show(),
    filters: [
      ["machine", t("filter_machine"), (box) => box.machine],
      ["paper", t("box_paper"), (box) => !box.machine],
      ["broken", t("box_broken"), (box) => box.broken],
    ],
    find: "find-box",
  });
}

const another = (box, act) =>
  confirm(t("let_another_sure", { place: box.place })) && act("let-another", { table: box.machine });

const sizes = ({ sizes: all }) => (all.length > 1 ? `${all[0]}–${all.at(-1)}` : `${all[0]}`);

/** What a place offers, and for how many people the box is tonight. */
function details(box, desk, act) {
  const offers = desk.needs.map(({ need, say }) => {
    const check = el("input", { type: "checkbox", value: need, checked: box.offers.includes(need) });
    return { check, need, node: el("label", { class: "check" }, check, say) };
  });
  const room = desk.rooms.find((one) => one.name === box.game);
  const counts = Array.from({ length: room.most - room.least + 1 }, (_, n) => room.least + n).map((size) => {
    const check = el("input", { type: "checkbox", value: size, checked: box.sizes.includes(size) });
    return { check, size, node: el("label", { class: "check" }, check, t("box_size", { count: size })) };
  });
  const place = field(`place-${box.id}`, t("box_place"), { value: box.place, maxlength: 24 });
  const save = () => {
    document.activeElement.blur();
    return act("bring", {
      box: {
        id: box.id,
        game: box.game,
        sizes: counts.filter(({ check }) => check.checked).map(({ size }) => size),
        place: place.input.value.trim() || box.place,
        offers: offers.filter(({ check }) => check.checked).map(({ need }) => need),
      },
    });
  };
  return el(
    "div",
    { class: "form", data: { whole: "" } },
    place.node,
    el("fieldset", {}, el("legend", {}, t("box_sizes")), ...counts.map(({ node }) => node)),
    el("fieldset", {}, el("legend", {}, t("box_offers")), ...offers.map(({ node }) => node)),
    button(t("save"), save, { class: "go", "aria-label": `${t("save")}: ${box.place}` }),
  );
}

/** How a house takes part; machines that stand beside no box are listed. */
function enrolling(desk, night) {
  const lost = desk.machines.filter((one) => !one.box).map((one) => one.table);
  const odd = [...night.tables.values()].filter((one) => one.clash || one.forked);
  return [
    el("h3", {}, t("desk_tables")),
    host(night.evening) ? null : unreached(night.evening),
    el(
      "div",
      { class: "enrolling" },
      host(night.evening)
        ? el("img", { class: "code", src: "/code.svg?for=table", alt: t("enrol_code"), width: 180, height: 180 })
        : null,
      el("p", {}, t("enrol_how"), el("strong", { class: "secret" }, unbroken(desk.codes.table))),
    ),
    desk.shares_account ? el("p", { class: "note", data: { key: "account" } }, t("shared_account")) : null,
    desk.broker_in_clear ? el("p", { class: "note", data: { key: "clear" } }, t("broker_in_clear")) : null,
    lost.length ? el("p", { class: "note" }, t("machines_alone", { names: lost.join(", ") })) : null,
    ...odd.map((one) =>
      el(
        "p",
        { class: "note wrong" },
        t("table", { place: one.place }),
        ": ",
        t(one.clash ? "table_clash" : "table_forked"),
      ),
    ),
  ];
}
