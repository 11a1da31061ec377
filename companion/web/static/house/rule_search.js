// Looking for words in the rules as people type them: without capitals, accents and ligatures.

const LIGATURES = { œ: "oe", æ: "ae", ß: "ss", "’": "'" };

/** A text as it is searched. */
export function folded(text) {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[œæß’]/g, (letter) => LIGATURES[letter]);
}

/** Whether every word that is wanted begins a word of the text, or is inside one if it is long. */
export function matches(text, wanted) {
  return wanted.every((word) =>
    word.length > 3 ? text.includes(word) : new RegExp(`(?<![\\p{L}\\p{N}])${escaped(word)}`, "u").test(text),
  );
}

const escaped = (word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
