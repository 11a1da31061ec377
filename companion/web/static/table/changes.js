// What has changed since the last snapshot, done to it: the other half of companion/web/changes.py.

/** What *old* becomes by a change; *old* itself stays as it is. */
export function changed(old, [how, what, gone = []]) {
  if (how === "again") return changed(old, written(what, [...things(old), ...gone]));
  if (how === "be") return what;
  if (how === "rows") return gone.map((values) => Object.fromEntries(what.map((key, n) => [key, values[n]])));
  if (how === "of") return what.flatMap((part) => items(old, part));
  const kept = Object.entries(old).filter(([key]) => !gone.includes(key));
  const other = Object.entries(what).map(([key, change]) => [key, changed(old[key], change)]);
  return { ...Object.fromEntries(kept), ...Object.fromEntries(other) };
}

function items(old, [how, first, second, third]) {
  if (how === "keep") return old.slice(first, second);
  if (how === "make") return [changed({}, first)];
  if (how === "all") return changed([], first);
  if (how === "over") return changed(null, third).map((value, n) => ({ ...old[first + n], [second]: value }));
  if (how === "like") return second.flatMap((row) => named(first, row));
  return [how === "alter" ? changed(old[first], second) : first];
}

const PLACE = 0xe000;
const MARK = "\ue100";

/** The texts and lists of texts of a sheet, numbered as companion/web/again.py numbers them. */
function things(sheet) {
  if (typeof sheet === "string") return [sheet];
  if (sheet === null || typeof sheet !== "object") return [];
  if (!Array.isArray(sheet))
    return Object.keys(sheet)
      .sort()
      .flatMap((key) => things(sheet[key]));
  const isTexts = sheet.length && sheet.every((item) => typeof item === "string");
  return [...(isTexts ? [sheet] : []), ...sheet.flatMap(things)];
}

/** A change with everything it points at in its place. */
function written(value, known) {
  if (typeof value === "string") return value.startsWith(MARK) ? known[Number(value.slice(1))] : value;
  if (Array.isArray(value)) return value.map((item) => written(item, known));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, written(one, known)]));
}

/** What is written once for many cells, said of each of them. */
function named(patterns, [number, names, lasts]) {
  return lasts.map((last) => {
    const put = (text, name, n) => text.replaceAll(String.fromCharCode(PLACE + n), name);
    return JSON.parse([...names, last].reduce(put, patterns[number]));
  });
}
