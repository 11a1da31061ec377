// JSON Patch (RFC 6902), applied. companion/web/kit/json_patch.py writes the patches.

/** What a document becomes by a patch; the document itself stays as it is. */
export function patched(document, patch) {
  return patch.reduce(applied, document);
}

function applied(document, { op, path, from, value }) {
  if (op === "copy") return add(document, steps(path), found(document, steps(from)));
  if (op === "move") {
    if (path.startsWith(`${from}/`)) throw new Error(`${from} cannot be moved into itself`);
    return add(remove(document, steps(from)), steps(path), found(document, steps(from)));
  }
  if (!Object.hasOwn(OPERATIONS, op)) throw new Error(`no such operation: ${op}`);
  if (op !== "remove" && value === undefined) throw new Error(`${op} needs a value`);
  return OPERATIONS[op](document, steps(path), value);
}

const OPERATIONS = { add, remove, replace };

function add(document, path, value) {
  if (!path.length) return value;
  return inside(document, path, (parent, key) => {
    if (!Array.isArray(parent)) return { ...parent, [key]: value };
    const index = key === "-" ? parent.length : place(key, parent.length);
    return [...parent.slice(0, index), value, ...parent.slice(index)];
  });
}

function remove(document, path) {
  found(document, path);
  return inside(document, path, (parent, key) => {
    if (Array.isArray(parent)) return parent.filter((_, index) => index !== Number(key));
    const { [key]: _gone, ...kept } = parent;
    return kept;
  });
}

function replace(document, path, value) {
  found(document, path);
  return path.length ? inside(document, path, (parent, key) => put(parent, key, value)) : value;
}

/** A document whose innermost parent on a path is changed; only what leads there is copied. */
function inside(document, [key, ...rest], change) {
  if (document === null || typeof document !== "object") throw new Error(`nothing can hold ${key}`);
  if (!rest.length) return change(document, key);
  return put(document, key, inside(found(document, [key]), rest, change));
}

function put(parent, key, value) {
  if (!Array.isArray(parent)) return { ...parent, [key]: value };
  return parent.map((old, index) => (index === Number(key) ? value : old));
}

function found(document, path) {
  return path.reduce((parent, key) => {
    if (Array.isArray(parent)) return parent[place(key, parent.length - 1)];
    if (parent === null || typeof parent !== "object" || !Object.hasOwn(parent, key)) throw new Error(`no ${key}`);
    return parent[key];
  }, document);
}

function place(key, last) {
  if (!/^(0|[1-9]\d*)$/.test(key) || Number(key) > last) throw new Error(`no place ${key}`);
  return Number(key);
}

/** The keys of a JSON Pointer (RFC 6901). */
function steps(pointer) {
  if (pointer === "") return [];
  if (!pointer.startsWith("/")) throw new Error(`no pointer: ${pointer}`);
  const keys = pointer.slice(1).split("/");
  return keys.map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}
