// What has changed since the last snapshot, done to it: the other half of companion/web/changes.py.

/** What *old* becomes by a change; *old* itself stays as it is. */
export function changed(old, [how, what, gone = []]) {
  if (how === "be") return what;
  if (how === "rows") return gone.map((values) => Object.fromEntries(what.map((key, n) => [key, values[n]])));
  if (how === "of") return what.flatMap((part) => items(old, part));
  const kept = Object.entries(old).filter(([key]) => !gone.includes(key));
  const other = Object.entries(what).map(([key, change]) => [key, changed(old[key], change)]);
  return { ...Object.fromEntries(kept), ...Object.fromEntries(other) };
}

function items(old, [how, first, second]) {
  if (how === "keep") return old.slice(first, second);
  if (how === "make") return [changed({}, first)];
  if (how === "like") return second.flatMap((row) => named(first, row));
  return [how === "alter" ? changed(old[first], second) : first];
}

const PLACE = 0xe000;

/** What is written once for many cells, said of each of them. */
function named(patterns, [number, names, lasts]) {
  return lasts.map((last) => {
    const put = (text, name, n) => text.replaceAll(String.fromCharCode(PLACE + n), name);
    return JSON.parse([...names, last].reduce(put, patterns[number]));
  });
}
