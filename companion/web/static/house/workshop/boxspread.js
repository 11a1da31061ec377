// A list of the box from photographs of its pieces, spread on a table: counted here, confirmed by a person.

import { el } from "../../draw/elements.js";
import { address } from "../../shell/address.js";
import { get } from "../../shell/requests.js";
import { t } from "../../shell/words.js";
import { post } from "../house.js";
import { boxField } from "./boxfields.js";
import { decoded, sendPicture, shutter } from "./picture.js";

const SHOWN = 12; // crops of a group that are shown

/** The photographs of a room's lists; *changed* is called after something was written into the box. */
export async function spreads(room, changed) {
  const place = el("section", { class: "plan spread", data: { spread: room } });
  const show = (state) =>
    place.replaceChildren(...(state.draft ? counted(state, show, changed) : offered(state, show)));
  show(await get(`/workshop/box/${room}/spread.json`));
  return place;
}

/** One button for each list: it opens the camera of the phone. */
function offered(state, show) {
  if (!state.owner || !state.parts.length) return [];
  const list = state.parts.map(({ part, say: label, expected }) =>
    el("li", {}, taking(state, part, t("spread_take", { list: label, count: expected }), false, show)),
  );
  return [el("h4", {}, t("spread_heading")), el("p", {}, t("spread_about")), el("ul", { class: "spreads" }, ...list)];
}

function taking(state, part, label, more, show) {
  const place = el("div", {});
  const taken = async (file) => {
    place.replaceChildren(el("p", { class: "note", role: "status" }, t("spread_counting")));
    const query = new URLSearchParams({ room: state.room, part, more: more ? "1" : "0" });
    const answer = await sendPicture(`/workshop/box/picture?${query}`, file, state.most);
    if (answer.kind === "accepted") return show(answer.state);
    place.replaceChildren(refused(answer), snap());
    return null;
  };
  const snap = () => shutter(label, taken, { part });
  place.append(snap());
  return place;
}

/** Why a photograph can't be counted, with the places outlined in it. */
function refused({ say: why, picture }) {
  return el("div", { class: "note", role: "alert" }, el("p", {}, why), picture ? outlined(picture) : "");
}

function outlined(picture) {
  const canvas = el("canvas", { class: "outlined", role: "img", "aria-label": t("spread_outlined") });
  decoded(picture).then((shown) => {
    [canvas.width, canvas.height] = [shown.width, shown.height];
    canvas.getContext("2d").drawImage(shown, 0, 0);
  });
  return canvas;
}

/** What was counted: group after group with its crops and its question. */
function counted(state, show, changed) {
  const { draft } = state;
  const { say: label, expected } = state.parts.find(({ part }) => part === draft.part) ?? { say: "", expected: 0 };
  const list = el("ul", { class: "faces groups" });
  const groups = [];
  const told = el("p", { role: "status" });
  const finish = el("button", { class: "big", type: "submit" }, "");
  const tell = () => {
    const done = groups.filter((one) => one.right()).length;
    const known = groups.filter((one) => one.known && !one.right()).length;
    told.textContent = t("spread_done", { done, of: groups.length });
    finish.textContent = draft.count === expected ? t("spread_write") : t("spread_write_all", { count: draft.count });
    finish.disabled = done < groups.length;
    recognised.hidden = !known;
  };
  const recognise = () => {
    groups.filter((one) => one.known).forEach((one) => one.confirm());
    tell();
  };
  const recognised = el("button", { type: "button", on: { click: recognise } }, t("spread_known_right"));
  const add = (group, after) => {
    const one = groupOf(state, group, {
      changed: tell,
      apart: (window) => add({ windows: [window], known: false, inputs: group.inputs }, one),
    });
    groups.splice(after ? groups.indexOf(after) + 1 : groups.length, 0, one);
    if (after) after.node.after(one.node);
    else list.append(one.node);
    tell();
  };
  draft.groups.forEach((group) => add(group));
  const write = async (event) => {
    event.preventDefault();
    const body = { part: draft.part, groups: groups.map((one) => one.answer()), whole: draft.count !== expected };
    const answer = await post(`/workshop/box/${state.room}/spread/take`, body);
    if (answer.kind === "accepted") await changed();
  };
  const forget = async () => {
    await post(`/workshop/box/${state.room}/spread/drop`, {});
    show(await get(`/workshop/box/${state.room}/spread.json`));
  };
  const many = { count: draft.count, expected, faces: draft.groups.length };
  tell();
  return [
    el("h4", {}, label),
    el("p", { class: draft.count === expected ? "" : "note" }, t("spread_counted", many)),
    draft.count < expected ? taking(state, draft.part, t("spread_more"), true, show) : "",
    el("p", {}, t("spread_confirm")),
    el(
      "form",
      { class: "counted", on: { submit: write } },
      recognised,
      list,
      told,
      el("p", { class: "row" }, finish, el("button", { type: "button", on: { click: forget } }, t("spread_forget"))),
    ),
  ].filter(Boolean);
}

/** One group: what looks the same, how many there are, what it is, and that this is right. */
function groupOf(state, { windows, known, inputs }, { changed, apart }) {
  const own = [...windows];
  const crops = el("span", { class: "crops" });
  const count = el("span", {});
  const fields = inputs.map((input) => boxField(input, {}, state));
  const tick = el("button", { type: "button", class: "chip", "aria-pressed": "false" }, t("spread_right"));
  const right = () => tick.getAttribute("aria-pressed") === "true";
  const confirm = (is = true) => tick.setAttribute("aria-pressed", String(is));
  tick.addEventListener("click", () => {
    confirm(!right());
    changed();
  });
  const show = () => {
    const pieces = own.length / (inputs.some(({ kind }) => kind === "faces") ? 1 : state.draft.windows);
    count.textContent = `${t("spread_times", { count: pieces })}${known ? ` · ${t("teach_known")}` : ""}`;
    crops.replaceChildren(
      ...own.slice(0, SHOWN).map((window) => cropOf(state, window, own.length > 1 ? () => leave(window) : null)),
      own.length > SHOWN ? el("span", {}, `+${own.length - SHOWN}`) : "",
    );
  };
  const leave = (window) => {
    own.splice(own.indexOf(window), 1);
    show();
    apart(window);
  };
  show();
  const node = el(
    "li",
    { class: "face", data: { known: String(known) } },
    el("div", {}, count, crops),
    el("div", { class: "fact" }, ...fields.map((field) => field.node)),
    tick,
  );
  const answer = () => ({
    windows: own,
    values: Object.fromEntries(fields.map((field) => [field.name, field.value()])),
  });
  return { node, known, right, confirm, answer };
}

/** One window as it was cut out; a tap sets it apart from the others. */
function cropOf(state, window, leave) {
  const { pictures } = state.draft;
  let [picture, at] = [0, window];
  while (at >= pictures[picture]) {
    at -= pictures[picture];
    picture += 1;
  }
  const { across } = state.thumbs;
  const rows = Math.ceil(pictures[picture] / across);
  const crop = leave
    ? el("button", { type: "button", class: "crop", "aria-label": t("spread_apart"), on: { click: leave } })
    : el("span", { class: "crop", "aria-hidden": "true" });
  const [x, y] = [at % across, Math.floor(at / across)];
  crop.style.backgroundImage = `url("${address(`/workshop/box/${state.room}/spread-${picture + 1}.jpg`)}")`;
  crop.style.backgroundSize = `${across * 100}% ${rows * 100}%`;
  crop.style.backgroundPosition = `${(x * 100) / (across - 1)}% ${rows > 1 ? (y * 100) / (rows - 1) : 0}%`;
  return crop;
}
