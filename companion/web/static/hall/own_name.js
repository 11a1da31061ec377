// How somebody with a phone is published after the night, and the number they have in a season.

import { el } from "../draw/elements.js";
import { get } from "../shell/requests.js";
import { t } from "../shell/words.js";
import { button, choice, field } from "./hall.js";
import { speaking } from "./own_game.js";
import { kindsOfName } from "./publication.js";

let known = { who: "", told: null, refused: "" };

/** What *me* has chosen, unfolded by whoever wants to know; *changed* is called when it is known. */
export function ownName(me, changed) {
  const { told, refused } = known.who === me ? known : { told: null, refused: "" };
  const ask = async () => {
    const found = await get(`/number.json?who=${encodeURIComponent(me)}`).catch(() => null);
    known = { who: me, told: found, refused: "" };
    changed();
  };
  const set = async (body) => {
    document.activeElement.blur();
    await speaking(me, "present", { who: me, ...body });
    await ask();
  };
  const open = async ({ target }) => {
    if (!target.open || told) return;
    const answer = await speaking(me, "present", { who: me });
    if (answer.kind === "accepted") return ask();
    known = { who: me, told: null, refused: answer.say ?? t("not_sent") };
    changed();
  };
  const none = refused ? [el("p", { class: "note", data: { key: "refused" } }, refused)] : [];
  const inside = told ? [number(told, set), shown(told, set)] : none;
  return el(
    "details",
    { id: "my-name", data: { key: `my-name ${me}` }, on: { toggle: open } },
    el("summary", {}, t("me_published")),
    ...inside.flat(),
  );
}

const shown = (told, set) => [
  choice("own-shown", t("me_shown"), kindsOfName(["", t("shown_unsaid")]), told.shown, (value) =>
    set({ shown: value }),
  ),
];

function number(told, set) {
  const made = field("own-number", t("me_number_own"), { maxlength: 15, autocapitalize: "characters" });
  const save = button(t("save"), () => made.input.value.trim() && set({ number: made.input.value.trim() }));
  return [
    el("p", {}, t("me_number", { number: told.number })),
    el("div", { class: "row", data: { whole: "", key: "own-number" } }, made.node, save),
  ];
}
