// A free play evening at the organiser's desk: the hall proposes tables for whoever is ready.

import { el } from "../draw/elements.js";
import { planned, seatingList } from "./cards.js";
import { get } from "../shell/requests.js";
import { t } from "../shell/words.js";
import { button } from "./hall.js";

let proposal = null;

export function free({ desk, night, act, renew }) {
  const ask = async () => {
    proposal = await get("/desk/proposal.json");
    await renew();
  };
  const open = async () => {
    const { tables } = proposal;
    proposal = null;
    await act("seat", { tables });
  };
  return [
    el("p", {}, t("about_free")),
    button(t("propose"), ask, { class: "big" }),
    ...(proposal ? proposed(desk, night, open) : []),
  ];
}

function proposed(desk, night, open) {
  const { tables, ready } = proposal;
  if (!tables.length) return [el("p", { class: "note" }, t("propose_none", { count: ready }))];
  const round = { number: 0, tables, waiting: [] };
  return [
    seatingList(planned(round, night.evening.names, desk.boxes)),
    button(t("propose_open", { count: tables.length }), open, { class: "big" }),
  ];
}
