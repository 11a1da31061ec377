// The seal: a digest everybody may keep, and at the end everything needed to check it.

import { el } from "../../draw/elements.js";
import { once } from "../../draw/keep.js";
import { noun, t } from "../../shell/words.js";
import { card } from "./faces.js";

export function showSeal(box, { view }) {
  once(box, [view.tracking, view.revealed, view.phase], () => {
    if (view.revealed?.length) return [el("h2", {}, t("sphinx_opened")), ...view.revealed.map(opened)];
    const { tracked, seals } = view.tracking;
    const last = seals[seals.length - 1];
    if (!tracked || !last)
      return [el("h2", {}, t("sphinx_untracked")), el("p", { class: "hint" }, t("sphinx_untracked_hint"))];
    return [el("h2", {}, t("sphinx_sealed")), digest(last.digest), el("p", { class: "hint" }, t("sphinx_sealed_hint"))];
  });
}

function digest(text) {
  return el(
    "code",
    { class: "digest", "aria-label": text },
    ...(text.match(/.{1,8}/g) ?? []).map((part) => el("span", { "aria-hidden": "true" }, part)),
  );
}

/** What was under the seal: salt, colours, swaps, and the line anybody can type to check it. */
function opened(seal) {
  const text = `${seal.salt}:${Object.values(seal.colours).join(",")}`;
  return el(
    "div",
    { class: "opened" },
    el(
      "ul",
      { class: "under" },
      ...Object.entries(seal.colours).map(([seat, colour]) =>
        el("li", { data: { seat } }, el("small", {}, noun(seat)), card(colour)),
      ),
    ),
    el(
      "p",
      {},
      seal.swaps.length
        ? t("sphinx_swaps", { swaps: seal.swaps.map((pair) => pair.join("↔")).join(", ") })
        : t("sphinx_no_swaps"),
    ),
    el("p", { class: "check", data: { fits: String(seal.fits) } }, t(seal.fits ? "sphinx_fits" : "sphinx_fits_not")),
    digest(seal.digest),
    el("p", { class: "hint" }, t("sphinx_formula")),
    el("code", { class: "formula" }, `printf %s '${text}' | sha256sum`),
  );
}
