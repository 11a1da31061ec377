// Positions of a game drawn by its room, on pages where nobody plays: in the rules, and in a game that is shown.

import { el } from "../draw/elements.js";
import { loadSigns } from "../draw/signs.js";
import { boardText } from "../plain/board.js";
import { get } from "../shell/requests.js";
import { furnished } from "../shell/room.js";
import { setWords, t } from "../shell/words.js";
import { setMay } from "../table/may.js";

/** The play that a picture is taken of needs a place, but nobody sees it. */
const stage = { board: el("div"), seats: el("div"), notes: el("div") };
el("div", {}, ...Object.values(stage));
let room = null;

/** Load the words and the drawings of a room; what is given back draws a position of it. */
export async function openPictures(name, view) {
  const [words, page, module] = await Promise.all([
    get(`/house/words/${name}.json`),
    get("/house/words.json"),
    view === "words" ? null : import(`../rooms/${name}/index.js`),
  ]);
  setWords({ ...words, page: { ...words.page, ...page.page } });
  if (module) await loadSigns("/house/art.svg", module.SIGNS);
  room = module && undisturbed(() => furnished(module, stage));
  return picture;
}

/** Let a room draw. What it puts over the whole page in a game, such as a great moment, stays away. */
function undisturbed(act) {
  const before = new Set(document.body.children);
  const made = act();
  for (const node of [...document.body.children]) if (!before.has(node)) node.remove();
  for (const part of document.querySelectorAll("#head, #main")) part.inert = false;
  return made;
}

/** A position as the table draws it, or in words for people who listen. */
function picture({ sheet, part, plain, cells = null }) {
  if (plain) return inWords(plain);
  setMay(sheet);
  undisturbed(() => {
    room.show(sheet, { snapshot: sheet, room });
    room.highlight(cells);
  });
  const shown = part ? [...stage.board.querySelectorAll(part)].slice(0, 1) : [...stage.board.children];
  const board = el("div", { class: "board by-night", inert: true, "aria-hidden": "true" });
  board.append(...shown.map((node) => node.cloneNode(true)));
  return el("div", { class: "picture" }, board);
}

function inWords({ board }) {
  const lines = boardText(board).split("\n");
  return el(
    "details",
    { class: "in-words" },
    el("summary", {}, t("rules_picture")),
    el("ul", {}, ...lines.map((line) => el("li", {}, line))),
  );
}
