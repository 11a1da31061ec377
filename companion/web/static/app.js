// The shell: loads words, art and the room, then shows every snapshot that arrives.

import { setClock, tell } from "./acts.js";
import { clauses, named } from "./clauses.js";
import { el, keep, once } from "./dom.js";
import { setMay } from "./may.js";
import { setBase } from "./moment.js";
import { showPhones } from "./phones.js";
import { showQuestions } from "./questions.js";
import { showRulings } from "./rulings.js";
import { follow } from "./stream.js";
import { loadWords, t } from "./words.js";

const at = (id) => document.getElementById(id);
const root = document.documentElement;

async function loadArt() {
  const text = await (await fetch("/art.svg")).text();
  const art = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  art.setAttribute("class", "unseen");
  art.setAttribute("aria-hidden", "true");
  document.body.prepend(document.adoptNode(art));
}

function clockOf(here) {
  let ahead = null;
  let since = null;
  let asked = null;
  here.secondsLeft = (seconds) => {
    const begun = here.snapshot.view.curse?.since;
    if (ahead !== null && begun !== undefined) return begun + seconds - (performance.now() / 1000 + ahead);
    const question = here.snapshot.questions[0]?.id;
    if (question !== asked) [asked, since] = [question, performance.now()];
    return seconds - (performance.now() - since) / 1000;
  };
  return (seconds) => {
    setClock(seconds);
    ahead = seconds - performance.now() / 1000;
  };
}

function showHead(snapshot, room) {
  once(at("turn"), room.headline(snapshot), () => [el("span", { class: "headline" }, room.headline(snapshot))]);
  const { state, complaints } = snapshot.seeing;
  once(at("seeing"), snapshot.seeing, () => [el("span", { class: "eye", data: { seeing: state } }, t(`seeing_${state.replace(" ", "_")}`))]);
  once(at("manner"), snapshot.manner, () => [t(`manner_${snapshot.manner.replace(" ", "_")}`)]);
  once(at("saved"), snapshot.number, () => [t("saved", { number: snapshot.number })]);
  const alerts = [
    ...(snapshot.agreed.length ? [{ kind: "notice", say: t("agreeing", { players: snapshot.agreed.join(", ") }), clauses: [] }] : []),
    ...snapshot.notices.map((say) => ({ kind: "notice", say, clauses: [] })),
    ...(snapshot.refusal ? [{ kind: "refusal", say: snapshot.refusal.say, clauses: named(snapshot.refusal) }] : []),
    ...complaints.map((say) => ({ kind: "complaint", say, clauses: [] })),
  ];
  keep(at("alerts"), alerts, (alert) => alert.kind + alert.say, (alert) =>
    el("div", { class: `banner ${alert.kind}` }, el("p", {}, alert.say), clauses(alert.clauses)),
  );
}

/** Whose page this is: a seat that is no longer ours says so, and a second phone is announced. */
function showBelonging({ role, phones }) {
  const gone = role !== root.dataset.role;
  root.classList.toggle("gone", gone);
  document.querySelector("main").inert = gone;
  once(at("belonging"), [gone, phones], () => {
    if (gone) return [banner(t("key_gone"), el("a", { href: "/" }, t("key_gone_table")))];
    return phones > 1 ? [banner(t("second_phone", { phones }))] : [];
  });
}

function banner(say, ...more) {
  return el("div", { class: "banner notice" }, el("p", {}, say), ...more);
}

const PICTURE_EVERY = 2_000;
let pictured = -PICTURE_EVERY;

/** The referee's look through the camera, not more often than it can change. */
function showPicture(number) {
  const image = at("picture")?.firstElementChild;
  if (!image || performance.now() - pictured < PICTURE_EVERY) return;
  pictured = performance.now();
  image.onload = () => (image.hidden = false);
  image.onerror = () => (image.hidden = true);
  image.src = `/picture.jpg?n=${number}-${Math.round(pictured)}`;
}

async function begin() {
  const module = await import(`./rooms/${root.dataset.drawn}.js`);
  await Promise.all([loadWords(), loadArt()]);
  const here = { snapshot: null, room: null };
  const clock = clockOf(here);
  here.room = module.open({
    board: at("room"),
    seats: at("seats"),
    notes: at("notes"),
    result: at("result"),
    role: root.dataset.role,
  });
  follow({
    clock,
    lost: (is) => {
      at("lost").hidden = !is;
    },
    gauge: (name, shows) => here.room.gauge?.(name, shows),
    show: (snapshot) => {
      if (snapshot.room !== root.dataset.room) return location.reload();
      showBelonging(snapshot);
      if (snapshot.role !== root.dataset.role) return;
      here.snapshot = snapshot;
      setBase(snapshot.number);
      setMay(snapshot);
      root.dataset.phase = snapshot.view.phase ?? "";
      here.room.show(snapshot);
      showHead(snapshot, here.room);
      showQuestions(at("questions"), here);
      showRulings(at("rulings"), here);
      showPhones(at("phones"), snapshot);
      showPicture(snapshot.number);
      root.dataset.number = snapshot.number;
    },
  });
}

begin().catch((error) => {
  console.error(error);
  tell(String(error.message ?? error));
});
