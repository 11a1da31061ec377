// What the screens show, chosen by the owner or the referee.

import { el } from "../draw/elements.js";
import { patch } from "../draw/patch.js";
import { get } from "../shell/requests.js";
import { loadWords } from "../shell/words.js";
import { follow, post } from "./house.js";

const main = document.getElementById("main");

async function refresh() {
  const { choices, chosen, words } = await get("/screen/state");
  const button = (shows) =>
    el(
      "button",
      {
        type: "button",
        class: "big shows",
        "aria-pressed": String(shows === chosen),
        data: { shows },
        on: { click: () => post("/screen/choose", { shows }) },
      },
      words[`choose_${shows}`],
    );
  patch(main, [
    el("h2", {}, words.heading),
    el("p", { class: "row" }, ...choices.map(button)),
    el("p", {}, el("a", { href: "/screen", target: "_blank" }, words.open)),
  ]);
}

await loadWords("/house/words.json");
follow(refresh);
