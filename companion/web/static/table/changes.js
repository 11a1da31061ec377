// What has changed since the last snapshot, done to it: the other half of companion/web/changes.py.

/** What *old* becomes by a change; *old* itself stays as it is. */
export function changed(old, [how, what, gone = []]) {
  if (how === "be") return what;
  if (how === "of") return what.flatMap((part) => items(old, part));
  const kept = Object.entries(old).filter(([key]) => !gone.includes(key));
  const other = Object.entries(what).map(([key, change]) => [key, changed(old[key], change)]);
  return { ...Object.fromEntries(kept), ...Object.fromEntries(other) };
}

function items(old, [how, first, second]) {
  if (how === "keep") return old.slice(first, second);
  return [how === "alter" ? changed(old[first], second) : first];
}
