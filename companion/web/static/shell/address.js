// Where this page asks: as whom it looks, and in which language.

import { role } from "./role.js";

const look = role === "table" ? { as: "table" } : {};
const chosen = new URLSearchParams(location.search).get("lang");

/** A path of the table for this page's role and language, and what else is asked. */
export function address(path, more = {}) {
  return withQuery(path, { ...look, ...language(), ...more });
}

/** A path in this page's language, whatever its role. */
export function worded(path) {
  return withQuery(path, language());
}

function language() {
  return chosen ? { lang: chosen } : {};
}

function withQuery(path, values) {
  const query = String(new URLSearchParams(values));
  return query ? `${path}${path.includes("?") ? "&" : "?"}${query}` : path;
}
