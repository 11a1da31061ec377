// What a past move at the bowl may really have been, as moves to put in its place.

import { ask } from "../../shell/dialog.js";
import { el } from "../../draw/elements.js";
import { noun, t } from "../../words.js";
import { boulder, tilePicture } from "./faces.js";

const DRAWN = ["TakeBoulder", "Landslide", "WrongColour", "GiveUp", "Bump", "FindNone"];
const MOST_SYMBOLS = 3;

/** Buttons for what a move may have been instead; nothing where taking it back says enough. */
export function putRight(move, snapshot, put) {
  const { view } = snapshot;
  if (DRAWN.includes(move.kind)) return drawn(move, snapshot, put);
  if (move.kind === "NameColour") {
    const others = view.trap.colours.filter((colour) => colour !== move.values.colour);
    return others.map((colour) => button([boulder(colour), noun(colour)], () => put({ type: "NameColour", colour })));
  }
  if (move.kind === "FlipTile") return [button([t("bowl_another_tile")], () => tiles(move, view, put))];
  return [];
}

function drawn(move, snapshot, put) {
  const { view } = snapshot;
  const colour = wantedAt(move, snapshot.moves);
  const all = [
    colour && { kind: "TakeBoulder", say: t("really_clean", { colour: noun(colour) }), move: { type: "TakeBoulder", colour } },
    ...landslides(view).map((one) => ({ kind: "Landslide", ...one })),
    ...wrong(view, colour),
    { kind: "GiveUp", say: t("really_gave_up"), move: { type: "GiveUp" } },
    { kind: "Bump", say: t("really_bumped"), move: { type: "Bump" } },
  ];
  return all
    .filter((one) => one && (one.kind !== move.kind || one.several))
    .map((one) => button([one.say], () => put(one.move), one.kind));
}

/** Where it decides how far back the figure goes, what fell is part of the answer. */
function landslides(view) {
  if (view.variant !== "adventurous") return [{ say: t("really_landslide"), move: { type: "Landslide", fell: [] } }];
  return ["staff", ...view.trap.colours].map((item) => ({
    several: true,
    say: t("really_fell", { item: noun(item) }),
    move: { type: "Landslide", fell: [item] },
  }));
}

function wrong(view, colour) {
  if (view.variant !== "adventurous") return [{ kind: "WrongColour", say: t("really_wrong"), move: { type: "WrongColour", colour: null } }];
  const others = view.trap.colours.filter((one) => one !== colour);
  return others.map((one) => ({
    kind: "WrongColour",
    several: true,
    say: t("really_took", { colour: noun(one) }),
    move: { type: "WrongColour", colour: one },
  }));
}

/** The colour that was wanted when a boulder was drawn: the last one flipped or named before. */
function wantedAt({ number }, moves) {
  const told = moves.find((one) => one.number < number && ["FlipTile", "NameColour"].includes(one.kind));
  return told?.values.colour ?? null;
}

function tiles(move, view, put) {
  const { field } = move.values;
  const most = field.startsWith("P") ? MOST_SYMBOLS : 0;
  const faces = view.trap.colours.flatMap((colour) => Array.from({ length: most + 1 }, (_, symbols) => ({ colour, symbols })));
  const picks = faces.map(({ colour, symbols }) => {
    const label = t("bowl_tile", { field, colour: noun(colour), symbols });
    const node = button([tilePicture(symbols ? `${colour}_${symbols}` : colour)], () => put({ type: "FlipTile", field, colour, symbols }));
    node.setAttribute("aria-label", label);
    return node;
  });
  ask(t("bowl_which_tile", { field }), el("div", { class: "choices tiles" }, ...picks));
}

function button(nodes, act, kind = null) {
  return el("button", { type: "button", class: "answer", data: kind ? { instead: kind } : {}, on: { click: act } }, ...nodes);
}
