// A rehearsal says so on every page of its table: a badge, what the camera sees, a rest, and how fast it goes.

import { el } from "../draw/elements.js";
import { once } from "../draw/keep.js";
import { button, m, send } from "./menu.js";

const SPEEDS = [
  [0.5, "slow"],
  [1, "usual"],
  [3, "fast"],
];
const PICTURE_EVERY = 1_000;

/** The strip of a rehearsal; *show* takes every newer table. */
export function rehearsalStrip(found) {
  const style = el("link", { rel: "stylesheet", href: new URL("rehearsal.css", import.meta.url).pathname });
  document.head.append(style);
  const sees = el("span", { class: "sees" });
  const ways = el("span", { class: "ways" });
  const strip = el(
    "section",
    { id: "rehearsal", "aria-label": m("rehearsal") },
    el("b", { class: "badge" }, m("rehearsal")),
    sees,
    ways,
  );
  const looks = found.owner ? strip.appendChild(picture()) : null;
  const known = { speed: found.speed };
  const show = ({ hosted, seeing, rulings, view }) => {
    if (looks) looks.hidden = seeing.state === "by hand";
    once(sees, [seeing.state, rulings[0]?.number], () => [seen(seeing.state, rulings)]);
    const over = Boolean(view.outcome) || hosted.ended;
    once(ways, [hosted.paused, over, known.speed], () => (over || !found.may.pause ? [] : controls(hosted, known)));
  };
  return { strip, show };
}

/** What the camera sees now, or what it made of the table last. */
function seen(state, rulings) {
  if (state !== "watching") return m(`sees_${state.replace(" ", "_")}`);
  const last = rulings.find(({ by, undone, sentences }) => by === "eye" && !undone && sentences.length);
  return last ? m("sees_last", { say: last.sentences[0].say }) : m("sees_watching");
}

function controls({ paused }, known) {
  const rest = button(paused ? m("go_on") : m("pause"), () => send(paused ? "/house/go-on" : "/house/pause"), "quiet");
  const buttons = SPEEDS.map(([speed, name]) => button(m(`speed_${name}`), () => choose(speed), "quiet"));
  const speeds = el("span", { class: "speeds", role: "group", "aria-label": m("speed") }, ...buttons);
  const paint = () =>
    buttons.forEach((node, n) => node.setAttribute("aria-pressed", String(SPEEDS[n][0] === known.speed)));
  const choose = async (speed) => {
    const answer = await send("/house/speed", { speed });
    if (answer.kind !== "accepted") return;
    known.speed = speed;
    paint();
  };
  paint();
  return known.speed === null ? [rest] : [rest, speeds];
}

/** The camera's picture, once a second while somebody looks at it. */
function picture() {
  const image = el("img", { alt: m("sees_picture") });
  let looking = 0;
  const look = () => document.hidden || (image.src = `/house/picture.jpg?n=${Math.round(performance.now())}`);
  const toggle = ({ target }) => {
    clearInterval(looking);
    if (!target.open) return;
    look();
    looking = setInterval(look, PICTURE_EVERY);
  };
  return el("details", { on: { toggle } }, el("summary", {}, m("sees_picture")), image);
}
