// The game somebody with a phone sits at, where no machine stands: its result, whether it is right, and a referee.

import { el } from "../draw/elements.js";
import { places } from "./cards.js";
import { scoredForm } from "./entering.js";
import { button, post } from "./hall.js";
import { t } from "../shell/words.js";

const CALLS = ["seat", "question", "part"];

/** Say something for *me*: this phone speaks for that person from now on, if no other one does. */
export async function speaking(me, name, body) {
  const allowed = await post("/act/speak", { who: me });
  return allowed.kind === "accepted" ? post(`/act/${name}`, body) : allowed;
}

/** All that can be done about the game of *me* in this round; nothing where its table has a machine. */
export function ownGame(evening, me) {
  const round = evening.playing ?? evening.round;
  const table = round?.tables.find((one) => one.people.some((person) => person.id === me));
  if (!table?.scoring || evening.over) return [];
  const number = Number(table.task.split(":")[0]);
  if (number > evening.started) return [];
  const result = evening.results.find((one) => one.task === table.task);
  return [
    el("div", { class: "own-game", data: { key: `own ${table.task}` } }, ...about(table, number, result, me)),
    calling(table, me),
  ];
}

function about(table, number, result, me) {
  if (!result) return [entry(table, number, me)];
  if (result.status === "excused") return [el("p", {}, t("status_excused"))];
  const shown = [el("h3", {}, t("our_result")), places(result.places)];
  if (result.status !== "reported") return [...shown, el("p", { class: "about" }, t(`own_${result.status}`))];
  if (result.source === me || result.agreed.includes(me)) return [...shown, el("p", { class: "note" }, t("own_waits"))];
  const at = { round: number, box: table.box };
  return [
    ...shown,
    el("p", {}, t("own_asked")),
    el(
      "p",
      { class: "row" },
      button(t("own_right"), () => speaking(me, "confirm", at), { class: "go" }),
      button(t("own_wrong"), () => speaking(me, "dispute", at)),
    ),
  ];
}

function entry(table, number, me) {
  const send = (told) => speaking(me, "report", { result: { round: number, box: table.box, places: told } });
  return el(
    "details",
    { id: "own-entry" },
    el("summary", { class: "big" }, t("own_enter")),
    scoredForm("own", table, t("own_send"), send),
  );
}

const calling = (table, me) =>
  el(
    "details",
    { id: "own-call" },
    el("summary", {}, t("own_call")),
    el(
      "p",
      { class: "row" },
      ...CALLS.map((kind) =>
        button(t(`own_call_${kind}`), async ({ target }) => {
          const id = `${table.task} ${me} ${kind} ${Date.now()}`;
          const answer = await speaking(me, "call", { id, box: table.box, kind, task: table.task });
          if (answer.kind === "accepted") target.closest("details").open = false;
        }),
      ),
    ),
  );
