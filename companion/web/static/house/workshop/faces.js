// Faces as they were shown: cut out of a picture, in pairs where they look alike, and in a test.

import { el } from "../../draw/elements.js";
import { address } from "../../shell/address.js";
import { t } from "../../shell/words.js";

/** One cell of a picture. */
export function crop(state, [picture, cell], alt = "") {
  const { cells, thumbs, loose } = state.lesson;
  const at = picture in loose ? Number(cell) : cells.indexOf(cell);
  const box = el("span", { class: "crop", ...(alt ? { role: "img", "aria-label": alt } : { "aria-hidden": "true" }) });
  const [x, y] = [at % thumbs.across, Math.floor(at / thumbs.across)];
  const rows = Math.ceil((loose[picture] ?? cells.length) / thumbs.across);
  box.style.backgroundImage = `url("${address(`/workshop/teach/${state.room}/${picture}.jpg`)}")`;
  box.style.backgroundSize = `${thumbs.across * 100}% ${rows * 100}%`;
  box.style.backgroundPosition = `${(x * 100) / (thumbs.across - 1)}% ${rows > 1 ? (y * 100) / (rows - 1) : 0}%`;
  return box;
}

/** A face with its picture and its name. */
export function face(state, key) {
  const { say, at } = state.lesson.faces[key];
  return el("li", { class: "face" }, at ? crop(state, at) : "", el("span", {}, say));
}

const keyOf = (state, label) =>
  Object.keys(state.lesson.faces).find((key) => key.slice(key.indexOf("/") + 1).split("@")[0] === label.split("@")[0]);

/** What is hard to tell apart, side by side. */
export function pairs(state, step) {
  const { concerns, faces } = state.lesson;
  if (!concerns.length) return [];
  const called = (label) => faces[keyOf(state, label)]?.say ?? label;
  const seen = (label) => {
    const at = faces[keyOf(state, label)]?.at;
    return at ? crop(state, at, called(label)) : "";
  };
  const rows = concerns.map(({ kind, one, other }) => {
    const enough = () => step("enough", { room: state.room, one, other });
    return el(
      "li",
      { class: "pair" },
      seen(one),
      other ? seen(other) : "",
      el("span", {}, t(`teach_${kind}`, { one: called(one), other: other && called(other) })),
      el("button", { type: "button", class: "quiet", on: { click: enough } }, t("teach_enough")),
    );
  });
  return [
    el("section", { class: "plan" }, el("h4", {}, t("teach_concerns")), el("ul", { class: "faces pairs" }, ...rows)),
  ];
}

/** The faces of a test round, and what was found of them. */
export function trial(state) {
  const { trial: asked, trial_kind: kind, tried } = state.lesson;
  const rows = asked.map((label) => {
    const node = face(state, `${kind}/${label}`);
    if (tried) node.append(verdict(tried.found[label] ?? []));
    return node;
  });
  const list = el("ul", { class: "faces" }, ...rows);
  if (!tried) return [el("p", { class: "ask" }, t("teach_test_about")), list];
  const strange = Object.keys(tried.strange).length;
  return [
    el(
      "p",
      { class: tried.passed ? "tick good" : "tick", role: "status" },
      t(tried.passed ? "teach_test_good" : "teach_test_bad"),
    ),
    list,
    strange ? el("p", { class: "note" }, t("teach_test_strange", { count: strange })) : "",
  ];
}

function verdict(cells) {
  const good = cells.length === 1;
  const told = ["teach_test_missed", "teach_test_found"][cells.length] ?? "teach_test_twice";
  return el("strong", { class: good ? "good" : "bad" }, `${good ? "✓" : "✗"} ${t(told, { count: cells.length })}`);
}
