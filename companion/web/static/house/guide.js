// A guide that comes with the table, built of the nodes the house sends; it is written in English.

import { el } from "../draw/elements.js";
import { get } from "../shell/requests.js";
import { loadWords } from "../shell/words.js";
import "./house.js";

const main = document.getElementById("main");

const built = (node) => {
  if (typeof node === "string") return node;
  const [tag, attributes, inside] = node;
  const made = el(tag, attributes, ...inside.map(built));
  return tag === "table" ? el("div", { class: "wide", tabindex: 0 }, made) : made;
};

await loadWords("/house/words.json");
const { nodes } = await get(`${location.pathname}.json`);
main.replaceChildren(el("article", { class: "guide", lang: "en" }, ...nodes.map(built)));
document.title = main.querySelector("h1")?.textContent ?? document.title;
if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
