// A page for tests without a browser: whose it is, and what its address says.

export const STATIC = "../../companion/web/static";

/** Open the page as a role; scripts that are imported afterwards are that page's. */
export function openAs(role, { search = "", ...data } = {}) {
  globalThis.document = { documentElement: { dataset: { role, ...data } } };
  globalThis.location = { search };
}

/** A script of the page. */
export function script(path) {
  return import(`${STATIC}/${path}`);
}
