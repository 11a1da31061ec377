// A pyramid in the middle: one photograph shows how it stands, as at the end.

export { countAtEnd as goOnFrom } from "./at_end.js";
