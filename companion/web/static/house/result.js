// The result of a game: who won and why, how the scores went, where it turned, who did what.

import { el } from "../draw/elements.js";
import { boxOf, loadBoxes } from "./boxes.js";
import { get } from "../shell/requests.js";
import { points, ranked, rankOf } from "../shell/people.js";
import { loadWords, t } from "../shell/words.js";
import { ended, post } from "./house.js";
import { plot } from "./plot.js";

const main = document.getElementById("main");
const { game } = document.documentElement.dataset;
const path = `/shelf/${encodeURIComponent(game)}`;

function tally({ score, card }) {
  return el(
    "ol",
    { class: "tally" },
    ...ranked(score).map((row) => {
      const seat = card.people[row.seat];
      const won = card.winners.includes(row.seat);
      const rank = rankOf(row, score);
      return el(
        "li",
        { class: won ? "winner" : "", data: { colour: seat.colour } },
        el(
          "h3",
          {},
          rank ? el("b", {}, `${rank}.`) : "",
          el("span", { dir: "auto" }, seat.name),
          el("strong", {}, points(row)),
        ),
        el("ul", {}, ...row.parts.map((part) => el("li", {}, el("span", {}, part.say), el("b", {}, points(part))))),
      );
    }),
  );
}

/** Who won, large, and the board as it ended. */
function ending({ card, outcome }) {
  const names = card.winners.map((seat) => card.people[seat]);
  const won = names.length
    ? [
        el(
          "p",
          { class: "won" },
          ...names.map(({ name, colour }) => el("span", { data: { colour } }, el("bdi", {}, name))),
        ),
      ]
    : [];
  return el(
    "section",
    { class: "ending" },
    el("div", {}, ...won, el("h2", {}, outcome || standing(card)), ...ways({ card })),
    el("img", { class: "board", src: `${path}/board.jpg`, alt: t("board"), width: 1024, height: 683 }),
  );
}

function scores({ tale, card }) {
  const label = t("plot_label", { people: card.people.map((person) => person.name).join(", ") });
  const legend = card.people.map((person) =>
    el("li", { data: { colour: person.colour } }, el("span", { class: "swatch" }), person.name),
  );
  return el(
    "section",
    {},
    el("h3", {}, t("plot_heading")),
    plot(tale.points, card.people, tale.turns, label),
    el("ul", { class: "legend" }, ...legend),
  );
}

function turns({ tale, card }) {
  if (!tale.turns.length) return null;
  const items = tale.turns.map((turn) => {
    const { name } = card.people[turn.seat];
    const key = turn.leads ? "turn_leads" : "turn_gains";
    return el(
      "li",
      {},
      el("a", { href: `${path}/replay#${turn.moment}` }, t("move_number", { number: turn.moment })),
      el("span", {}, turn.says.join(" ")),
      el("small", {}, t(key, { player: name, points: turn.gained })),
    );
  });
  return el("section", {}, el("h3", {}, t("turns_heading")), el("ol", { class: "turns" }, ...items));
}

/** Who did what how often. */
function deeds({ card, deeds: done }) {
  const rows = card.people.flatMap((person, seat) =>
    done[seat].length
      ? [
          el(
            "li",
            { data: { colour: person.colour } },
            el("b", { dir: "auto" }, person.name),
            " ",
            done[seat].join(", "),
          ),
        ]
      : [],
  );
  return rows.length
    ? el("section", {}, el("h3", {}, t("deeds_heading")), el("ul", { class: "deeds" }, ...rows))
    : null;
}

function ways({ card }) {
  const replay = el("a", { class: "big", href: `${path}/replay` }, t("watch_replay"));
  const isFinished = card.over || card.ended !== null;
  const files = isFinished ? el("a", { href: `${path}/export.jsonl`, download: "" }, t("export")) : null;
  const sheet = el("a", { href: `${path}/sheet.pdf` }, t("pdf_sheet"));
  const again = el("button", { type: "button", on: { click: () => rematch(card) } }, t("rematch"));
  const picture = el("a", { href: `${path}/picture.png` }, t("picture"));
  const drawing = el("a", { href: `${path}/picture.svg` }, t("picture_svg"));
  const lobby = el("a", { href: "/" }, t("to_lobby"));
  return [
    el("p", { class: "row" }, replay, again),
    el("p", { class: "row files" }, picture, drawing, sheet, files, lobby),
  ];
}

async function rematch(card) {
  const answer = await post("/house/rematch", { room: card.room });
  if (answer.kind === "accepted") location.assign("/");
}

const standing = (card) => (card.ended === null ? t("card_left", { moves: card.moves }) : ended(card));

await loadWords("/house/words.json");
const result = await get(`${path}/result.json`);
await loadBoxes([result.card.room]);
document.title = `${result.card.title} · ${t("lobby_title")}`;
main.replaceChildren(
  el(
    "p",
    { class: "when" },
    boxOf(result.card.room),
    result.card.title,
    " · ",
    new Date(result.card.begun).toLocaleString(document.documentElement.lang, {
      dateStyle: "full",
      timeStyle: "short",
    }),
    result.card.rehearsed ? el("b", { class: "badge" }, t("rehearsed")) : "",
  ),
  ending(result),
  tally(result),
  ...[result.tale.curved ? scores(result) : null, turns(result), deeds(result)].filter(Boolean),
);
