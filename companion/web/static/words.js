// What the page itself says. Sentences about the game arrive already worded.

let words = { page: {}, nouns: {}, clauses: {} };

export async function loadWords() {
  const chosen = new URLSearchParams(location.search).get("lang");
  const answer = await fetch(chosen ? `/words.json?lang=${encodeURIComponent(chosen)}` : "/words.json");
  words = await answer.json();
}

/** A label of the page: t("turn_of", {player: "Ada"}). */
export function t(key, values = {}) {
  const text = words.page[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

export function noun(name) {
  const forms = words.nouns[name] ?? words.nouns["*"];
  return (forms?.one ?? "*").replace("*", String(name).replaceAll("_", " "));
}

export function isClause(id) {
  return id in words.clauses;
}

export function clauseText(id) {
  return words.clauses[id] ?? t("clause_unknown");
}

/** "ibis looking left" for ibis_L. */
export function faceText(face) {
  const [animal, gaze] = splitFace(face);
  return gaze === "" ? noun(animal) : t(gaze === "L" ? "face_left" : "face_right", { animal: noun(animal) });
}

export function splitFace(face) {
  const cut = face.lastIndexOf("_");
  const gaze = face.slice(cut + 1);
  return cut > 0 && (gaze === "L" || gaze === "R") ? [face.slice(0, cut), gaze] : [face, ""];
}
