// What a window shows: an animal and where it looks, "ibis_L".

import { noun, t } from "../../shell/words.js";

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
