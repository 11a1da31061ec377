// The picture of the layers that everybody may consult, and a tally for houses that want one.

import { el } from "../../draw/elements.js";
import { once } from "../../draw/keep.js";
import { clauses } from "../../shell/clauses.js";
import { noun, t } from "../../shell/words.js";
import { cardFace, printed } from "./faces.js";

export function showLayers(box, { view }) {
  once(box, [view.layers, view.tally, view.assumed], () =>
    [contents(view, box.querySelector("details")?.open ?? false), tally(view)].filter(Boolean),
  );
}

function contents({ layers, assumed }, open) {
  const rows = [...layers]
    .reverse()
    .map(({ layer, name, colour, cards }) =>
      el(
        "li",
        { data: { layer } },
        el("h3", {}, t("dig_layer", { layer, name: noun(name) })),
        el("ul", { class: "kinds" }, ...cards.map((kind) => one(kind, colour))),
      ),
    );
  return el(
    "details",
    { class: "contents-of-layers", open },
    el("summary", {}, t("dig_layers")),
    el("p", { class: "hint" }, assumed.length ? `${t("dig_assumed")} ` : "", clauses(["DIG-46"])),
    el("ol", { class: "layers" }, ...rows),
  );
}

function one({ card, value, count }, colour) {
  const label = t("dig_kind", { count, card: noun(card), value: printed(value) });
  return el(
    "li",
    { role: "img", "aria-label": label, title: label },
    cardFace(card, value, colour),
    el("b", { class: "count" }, `×${count}`),
  );
}

/** What has been dug, layer by layer; only where the house wants it. */
function tally({ tally: dug, layers }) {
  if (!dug) return null;
  const rows = [...dug]
    .reverse()
    .map(({ layer, dug: found }) =>
      el(
        "li",
        { data: { layer, dug: found.length } },
        el("h3", {}, t("dig_layer", { layer, name: noun(layers[layer - 1].name) })),
        found.length
          ? el(
              "ul",
              { class: "kinds" },
              ...found.map(({ card, value }) =>
                el(
                  "li",
                  { role: "img", "aria-label": `${noun(card)} ${printed(value)}` },
                  cardFace(card, value, layers[layer - 1].colour),
                ),
              ),
            )
          : el("p", { class: "hint" }, t("dig_tally_none")),
      ),
    );
  return el(
    "section",
    { class: "tally", "aria-label": t("dig_tally") },
    el("h2", {}, t("dig_tally")),
    el("ol", { class: "layers" }, ...rows),
  );
}
