// The result of a game: who won and why, how the scores went, where it turned, who did what.

import { el } from "../draw/elements.js";
import { boxOf, loadBoxes } from "./boxes.js";
import { ended, get, loadWords, post, t } from "./house.js";
import { plot } from "./plot.js";

const main = document.getElementById("main");
const { game } = document.documentElement.dataset;
const path = `/shelf/${encodeURIComponent(game)}`;

const points = ({ low, high }) => (low === high ? String(low) : `${low}–${high}`);

function tally({ score, card }) {
  const rows = [...score].sort((one, other) => (one.rank ?? 99) - (other.rank ?? 99) || one.seat - other.seat);
  return el(
    "ol",
    { class: "tally" },
    ...rows.map((row) => {
      const seat = card.people[row.seat];
      const won = card.winners.includes(row.seat);
      return el(
        "li",
        { class: won ? "winner" : "", data: { colour: seat.colour } },
        el(
          "h3",
          {},
          row.rank ? el("b", {}, `${row.rank}.`) : "",
          el("span", { dir: "auto" }, seat.name),
          el("strong", {}, points(row)),
        ),
        el("ul", {}, ...row.parts.map((part) => el("li", {}, el("span", {}, part.say), el("b", {}, points(part))))),
      );
    }),
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
      el("span", {}, turn.say),
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
  return el(
    "p",
    { class: "row" },
    replay,
    again,
    picture,
    drawing,
    sheet,
    files,
    el("a", { href: "/" }, t("to_lobby")),
  );
}

async function rematch(card) {
  const answer = await post("/house/rematch", { room: card.room });
  if (answer.kind === "accepted") location.assign("/");
}

const standing = (card) => (card.ended === null ? t("card_left", { moves: card.moves }) : ended(card));

await loadWords();
const result = await get(`${path}/result.json`);
await loadBoxes([result.card.room]);
document.title = `${result.card.title} · ${t("lobby_title")}`;
main.replaceChildren(
  el("h2", {}, boxOf(result.card.room), result.outcome || standing(result.card)),
  el(
    "p",
    {},
    result.card.title,
    " · ",
    new Date(result.card.begun).toLocaleString(document.documentElement.lang, {
      dateStyle: "full",
      timeStyle: "short",
    }),
  ),
  ways(result),
  tally(result),
  scores(result),
  ...[turns(result), deeds(result)].filter(Boolean),
);
