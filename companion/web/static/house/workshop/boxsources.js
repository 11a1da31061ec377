// Where the facts of a box come from, and how many are known how well.

import { el } from "../../draw/elements.js";
import { address } from "../../shell/address.js";
import { t } from "../../shell/words.js";

/** How well a fact is known, and the way to where it stands. */
export function sourceNodes(room, { level, where }) {
  const said = where.startsWith("by an owner") ? t("box_by_an_owner") : t(`box_level_${level}`);
  if (/^https?:/.test(where)) return [`${said}: `, pageLink(where)];
  if (level === "rulebook" && where) return [`${said}: `, clauseLink(room, where)];
  return [said];
}

const clauseLink = (room, clause) => el("a", { href: address(`/rules/${room}#${clause}`) }, clause);
const pageLink = (where) => el("a", { href: where, rel: "noreferrer noopener" }, new URL(where).hostname);

/** How many facts are known how well, and where those stand that nobody is asked about. */
export function sources({ room, known, stated }) {
  const levels = Object.entries(known.levels).filter(([, count]) => count);
  const rows = levels.flatMap(([level, count]) => [el("dt", {}, t(`box_level_${level}`)), el("dd", {}, String(count))]);
  const links = stated.map((source) => {
    const [level, where] = [source.split(" ", 1)[0], source.split(" ").slice(1).join(" ")];
    return el("li", {}, ...sourceNodes(room, { level, where }));
  });
  return el(
    "details",
    { class: "sources" },
    el("summary", {}, t("box_sources", known)),
    el("dl", { class: "facts" }, ...rows),
    links.length ? el("p", {}, t("box_stated")) : "",
    el("ul", {}, ...links),
  );
}
