// A phone is a camera: whoever is on turn is tapped, the photograph is taken, and the table says
// what happened since.

import { el } from "../../draw/elements.js";
import { corners } from "./corners.js";
import { get } from "../../shell/requests.js";
import { loadWords, t } from "../../shell/words.js";
import { post } from "../house.js";
import { asQuery, decoded, sendPicture, shutter } from "./picture.js";

const main = document.getElementById("main");
const { home } = document.documentElement.dataset;
let tapped = "";

await loadWords("/photograph/words.json");
await show();

async function show(told = null, sent = null) {
  const state = await get("/photograph/state.json");
  if (!state.may) {
    main.replaceChildren(el("p", { class: "note" }, t("photo_not_yours")));
    return;
  }
  const parts = [told ? result(told) : el("p", {}, t("photo_about"))];
  parts.push(...otherTurn(told, sent, state));
  const asked = told ?? state;
  if (asked.asked) parts.push(question(asked.asked, asked.number));
  else if (asked.open) parts.push(el("p", { class: "note" }, el("a", { href: home }, t("photo_answer_there"))));
  parts.push(cameras(state), el("p", {}, el("a", { href: home }, t("photo_back"))));
  main.replaceChildren(...parts);
}

/** One button for each seat: tapping it says who is on turn, and opens the camera. */
function cameras(state) {
  const buttons = state.seats.length
    ? state.seats.map((name, seat) => camera(t("photo_turn", { player: name }), seat, state))
    : [camera(t("photo_take"), null, state)];
  const heading = state.seats.length ? t("photo_whose") : t("photo_take");
  const tap = el(
    "button",
    { class: "quiet", data: { act: "corners" }, on: { click: () => tapCorners(state) } },
    t(tapped ? "photo_corners_known" : "photo_corners"),
  );
  return el("section", { class: "plan snaps" }, el("h2", {}, heading), ...buttons, tap);
}

function camera(label, seat, state) {
  return shutter(label, (file) => send(file, seat, state), { seat: seat ?? "" });
}

async function send(file, seat, state) {
  main.replaceChildren(el("p", { class: "note", role: "status" }, t("photo_reading")));
  const query = new URLSearchParams();
  if (seat !== null) query.set("turn", seat);
  if (tapped) query.set("corners", tapped);
  const told = await sendPicture(`/photograph?${query}`, file, state.most);
  await show({ made: [], ...told }, { file, seat });
}

/** Nothing new was seen: perhaps the wrong name was tapped. The same photograph is looked at again for another. */
function otherTurn(told, sent, state) {
  if (typeof sent?.seat !== "number" || told.made.length || told.asked) return [];
  const { file, seat } = sent;
  const fits = (other) => (told.turns?.length ? told.turns.includes(other) : other !== seat);
  const buttons = state.seats.flatMap((name, other) =>
    !fits(other)
      ? []
      : [
          el(
            "button",
            { data: { turn: other }, on: { click: () => send(file, other, state) } },
            t("photo_turn", { player: name }),
          ),
        ],
  );
  return [
    el(
      "section",
      { class: "plan other-turn" },
      told.turns?.length ? "" : el("p", {}, t("photo_other_turn")),
      ...buttons,
    ),
  ];
}

function result(told) {
  const made = told.made.map((lines) => el("li", {}, lines.join(" ")));
  const parts = made.length
    ? [el("h2", {}, t("photo_seen", { count: made.length })), el("ol", { class: "seen" }, ...made)]
    : [];
  if (told.say && !told.asked) parts.push(el("p", { class: "note", data: { kind: told.kind } }, told.say));
  if (told.picture) parts.push(mirrored(told));
  return el("section", { role: "status", class: "told" }, ...parts);
}

/** The photograph with the places in it where a lamp is mirrored. */
function mirrored({ picture, places }) {
  const canvas = el("canvas", { class: "mirrored", role: "img", "aria-label": t("photo_mirrored") });
  decoded(picture).then((shown) => {
    [canvas.width, canvas.height] = [shown.width, shown.height];
    const pen = canvas.getContext("2d");
    pen.drawImage(shown, 0, 0);
    pen.lineWidth = Math.max(3, shown.width / 160);
    pen.strokeStyle = "#e5484d";
    for (const place of places) {
      pen.beginPath();
      for (const [x, y] of place) pen.lineTo(x * canvas.width, y * canvas.height);
      pen.closePath();
      pen.stroke();
    }
  });
  return canvas;
}

function question(asked, number) {
  const options = asked.options.map(({ name, say }) => el("button", { on: { click: () => answer(name) } }, say));
  const answer = async (option) => {
    await post("/answer", { question: asked.id, base: number, option });
    await show();
  };
  return el("section", { class: "plan asked" }, el("h2", {}, asked.ask), ...options);
}

/** Without markers: a photograph of the board is tapped at its four corners once. */
function tapCorners(state) {
  const chosen = async (file) => {
    const done = (points) => {
      tapped = asQuery(points);
      main.replaceChildren(el("h2", {}, t("photo_whose")), ...sending(file, state));
    };
    try {
      main.replaceChildren(corners({ picture: await createImageBitmap(file), t, done }));
    } catch {
      await show({ kind: "error", say: t("photo_unreadable"), made: [] });
    }
  };
  main.replaceChildren(el("p", {}, t("photo_corners_about")), shutter(t("photo_take"), chosen));
}

function sending(file, state) {
  const seats = state.seats.length ? state.seats : [t("photo_take")];
  return seats.map((name, seat) =>
    el(
      "button",
      { on: { click: () => send(file, state.seats.length ? seat : null, state) } },
      state.seats.length ? t("photo_turn", { player: name }) : name,
    ),
  );
}
