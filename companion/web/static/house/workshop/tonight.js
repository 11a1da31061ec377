// Learn from tonight: what people said about places the table was not sure of, to be kept or not.

import { el } from "../../draw/elements.js";
import { address } from "../../shell/address.js";
import { get } from "../../shell/requests.js";
import { t } from "../../shell/words.js";
import { post } from "../house.js";

/** The crops of a room to choose from; *done* is called when they are learnt or forgotten. */
export async function tonight(room, done) {
  const { crops } = await get(`/workshop/teach/${room}/tonight.json`);
  const rows = crops.map((crop, number) => row(room, crop, number));
  const send = async (keep) => {
    const answer = await post("/workshop/teach/tonight", { room, keep });
    if (answer.kind === "accepted") done();
  };
  const form = el(
    "form",
    { class: "step tonight" },
    el("h4", {}, t("tonight_heading")),
    el("p", {}, t(crops.length ? "tonight_about" : "tonight_none")),
    el("ul", { class: "faces" }, ...rows.map(({ node }) => node)),
    el(
      "p",
      { class: "row" },
      el("button", { class: "big" }, t("tonight_learn")),
      el("button", { type: "button", class: "quiet", on: { click: () => send([]) } }, t("tonight_forget")),
    ),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(rows.flatMap(({ box }, number) => (box.checked ? [number] : [])));
  });
  return form;
}

function row(room, { picture, at, say }, number) {
  const box = el("input", { type: "checkbox", id: `keep-${number}` });
  const text = el("label", { for: `keep-${number}`, class: "switch" }, box, ` ${t("tonight_keep")}: ${say}`);
  return { box, node: el("li", { class: "face" }, at ? part(room, picture, at) : "", text) };
}

/** A part of a picture of the board. */
function part(room, picture, [left, top, right, low]) {
  const [wide, high] = [right - left, low - top];
  const node = el("span", { class: "crop", "aria-hidden": "true" });
  node.style.backgroundImage = `url("${address(`/workshop/teach/${room}/tonight/${picture}`)}")`;
  node.style.backgroundSize = `${100 / wide}% ${100 / high}%`;
  node.style.backgroundPosition = `${(100 * left) / (1 - wide)}% ${(100 * top) / (1 - high)}%`;
  return node;
}
