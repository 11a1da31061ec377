// The burial chamber: seven columns with lamp, researcher, scarabs and sarcophagi; the slab.

import { el, hasSign, sign } from "../../draw/elements.js";
import { keep, once } from "../../draw/keep.js";
import { post } from "../../shell/acts.js";
import { ask, close } from "../../shell/dialog.js";
import { pawn } from "../../shell/people.js";
import { base, begun } from "../../table/moment.js";
import { noun, t } from "../../shell/words.js";

const TO_OPEN = 3;

let standing = [];

export function showColumns(box, snapshot, mayAct) {
  if (!box.firstChild)
    box.append(el("div", { class: "pillars" }), el("div", { class: "slab", data: { about: "slab" } }));
  const [pillars, slab] = box.children;
  const { view, lamps } = snapshot;
  standing = view.columns;
  const step = view.shift?.steps[0];
  const shown = view.columns.map((column, n) => ({
    ...column,
    place: n,
    lamp: lamps[column.animal] ?? "off",
    part: partIn(step, column.animal),
    owner: column.researcher === null ? null : pick(view.seats[column.researcher]),
    movable: mayAct && view.phase === "setup",
  }));
  keep(pillars, shown, (column) => column.animal, pillar);
  once(slab, [view.slab, view.borrowed, mayAct], () => slabParts(view, mayAct));
}

/** Whether a scarab comes from a column in this step, or goes to it. */
function partIn(step, animal) {
  if (step?.source === animal) return "from";
  return step?.target === animal ? "to" : "";
}

function pick({ name, colour }) {
  return { name, colour };
}

function pillar(column) {
  const { animal, owner, lamp, part } = column;
  const name = el("span", { class: "name" }, noun(animal));
  name.style.setProperty("--letters", noun(animal).length);
  return el(
    "article",
    { class: `pillar ${part}`, data: { animal, lamp, about: animal }, "aria-label": summary(column) },
    el("span", { class: "lamp", data: { lamp } }, el("span", { class: "flame" })),
    el("span", { class: "capital" }, hasSign(animal) ? sign(animal) : noun(animal).slice(0, 3)),
    name,
    el("span", { class: "spot" }, owner ? pawn(owner) : el("span", { class: "nobody" })),
    el("span", { class: "scarabs" }, ...Array.from({ length: TO_OPEN }, (_, n) => scarab(n < column.scarabs))),
    el("span", { class: "stack" }, ...column.stack.map((eyes, n) => sarcophagus(eyes, n === 0 ? "front" : ""))),
    column.movable ? arrows(column) : null,
    part ? el("span", { class: "part" }, t(part === "from" ? "from" : "to")) : null,
  );
}

function summary({ animal, scarabs, stack, owner }) {
  const who = owner ? owner.name : t("nobody");
  return t("column_summary", { animal: noun(animal), scarabs, researcher: who, sarcophagi: stack.length });
}

export function scarab(there) {
  return el("span", { class: there ? "scarab there" : "scarab" }, sign("scarab"));
}

export function sarcophagus(eyes, extra = "", animal = null) {
  const inside = Array.from({ length: eyes }, () => sign("simple-eye"));
  const mark = animal && hasSign(animal) ? sign(animal, "of") : null;
  const label = animal ? t("mummy", { animal: noun(animal), eyes }) : t("eyes", { eyes });
  return el(
    "span",
    {
      class: `sarcophagus ${extra}`,
      data: animal ? { eyes, animal } : { eyes },
      role: "img",
      "aria-label": label,
      title: label,
    },
    mark,
    el("span", { class: "eyes" }, ...inside),
  );
}

/** Before the game the columns may stand in any order. */
function arrows({ place }) {
  const swap = (other) => {
    const animals = standing.map((column) => column.animal);
    [animals[place], animals[other]] = [animals[other], animals[place]];
    post("/move", { move: { type: "ArrangeColumns", animals }, base: base() });
  };
  const last = standing.length - 1;
  const arrow = (other, text, label) =>
    el(
      "button",
      {
        class: "quiet",
        type: "button",
        disabled: other < 0 || other > last,
        "aria-label": t(label),
        on: { click: () => swap(other) },
      },
      text,
    );
  return el("span", { class: "arrows" }, arrow(place - 1, "◀", "move_left"), arrow(place + 1, "▶", "move_right"));
}

function slabParts({ slab, borrowed, scarabs }, mayAct) {
  const count = el(
    "button",
    { class: "quiet", type: "button", on: { click: () => countSlab(scarabs) } },
    t("count_slab"),
  );
  return [
    el("span", { class: "label" }, t("slab", { count: slab })),
    el("span", { class: "heap", "aria-hidden": "true" }, ...Array.from({ length: slab }, () => scarab(true))),
    ...(borrowed ? [el("span", { class: "label" }, t("borrowed", { count: borrowed }))] : []),
    ...(mayAct ? [count] : []),
  ];
}

function countSlab(most) {
  const choices = Array.from({ length: most + 1 }, (_, scarabs) =>
    el("button", { class: "pick", type: "button", on: { click: () => counted(scarabs) } }, String(scarabs)),
  );
  ask(t("count_slab_ask"), el("div", { class: "choices numbers" }, ...choices));
}

function counted(scarabs) {
  close();
  post("/move", { move: { type: "CountSlab", scarabs }, base: begun() });
}
