// Above the board: the headline, what the eye is doing, what went wrong, whose page this is.

import { el } from "../draw/elements.js";
import { keep, once } from "../draw/keep.js";
import { role } from "./role.js";
import { t } from "./words.js";
import { announce } from "./announcing.js";
import { clauses, named } from "./clauses.js";

const at = (id) => document.getElementById(id);

export function showHead(snapshot, headline) {
  const { seeing, manner, number } = snapshot;
  once(at("turn"), headline, () => {
    if (document.documentElement.dataset.shown !== undefined) announce("turn", headline);
    return [el("span", { class: "headline" }, headline)];
  });
  once(at("seeing"), seeing, () => [
    el("span", { class: "eye", data: { seeing: seeing.state } }, t(`seeing_${worded(seeing.state)}`)),
  ]);
  once(at("manner"), manner, () => [el("span", { data: { manner } }, t(`manner_${worded(manner)}`))]);
  once(at("saved"), number, () => [t("saved", { number })]);
  at("quiet").textContent = seeing.quiet || latest(snapshot);
  keep(
    at("alerts"),
    alertsOf(snapshot),
    (alert) => alert.kind + alert.say,
    (alert) => el("div", { class: `banner ${alert.kind}` }, el("p", {}, alert.say), clauses(alert.clauses)),
  );
}

/** Letters the line above the board has room for, on a phone and elsewhere; all is in the rulings. */
const NEWS_ON_A_PHONE = 80;
const MOST_NEWS = 120;

/** The last thing that happened, for the line that is always there: whole sentences, at least the first. */
function latest({ rulings }) {
  const last = rulings.find((ruling) => !ruling.undone && ruling.sentences.length);
  const [first = "", ...more] = last?.sentences.map((one) => one.say) ?? [];
  const room = innerWidth < 480 ? NEWS_ON_A_PHONE : MOST_NEWS;
  return more.reduce((news, say) => (`${news} ${say}`.length > room ? news : `${news} ${say}`), first);
}

const worded = (state) => state.replace(" ", "_");

/** What people should know now, the most urgent last: notices, a refusal, what the eye complains of. */
export function alertsOf({ agreed, notices, refusal, seeing }) {
  const alert = (kind, say, ids = []) => ({ kind, say, clauses: ids });
  return [
    ...(agreed.length ? [alert("notice", t("agreeing", { players: agreed.join(", ") }))] : []),
    ...notices.map((say) => alert("notice", say)),
    ...(refusal ? [alert("refusal", refusal.say, named(refusal))] : []),
    ...seeing.complaints.map((say) => alert("complaint", say)),
  ];
}

/** Whose page this is: a seat that is no longer ours says so, and a second phone is announced. */
export function showBelonging(snapshot) {
  const gone = snapshot.role !== role;
  document.documentElement.classList.toggle("gone", gone);
  document.querySelector("main").inert = gone;
  once(at("belonging"), [gone, snapshot.phones], () => {
    if (gone) return [banner(t("key_gone"), el("a", { href: "/" }, t("key_gone_table")))];
    return snapshot.phones > 1 ? [banner(t("second_phone", { phones: snapshot.phones }))] : [];
  });
}

function banner(say, ...more) {
  return el("div", { class: "banner notice" }, el("p", {}, say), ...more);
}

const PICTURE_EVERY = 1_000;
let watching = 0;

/** The referee's look through the camera: a picture a second, while the page is looked at. */
export function showPicture() {
  const image = at("picture")?.firstElementChild;
  if (!image || watching) return;
  image.onload = () => (image.hidden = false);
  image.onerror = () => (image.hidden = true);
  const look = () => document.hidden || (image.src = `/picture.jpg?n=${Math.round(performance.now())}`);
  watching = setInterval(look, PICTURE_EVERY);
  look();
}
