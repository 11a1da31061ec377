// A picture from the phone in one's hand: how it is taken, how it is sent, where its corners are.

import { el } from "../../draw/elements.js";
import { address } from "../../shell/address.js";
import { t } from "../../shell/words.js";

/** A button that opens the phone's camera; *chosen* is called with the picture. */
export function shutter(label, chosen, data = {}) {
  const input = el("input", {
    type: "file",
    accept: "image/jpeg,image/png",
    capture: "environment",
    class: "unseen",
    "aria-label": label,
    data,
  });
  input.addEventListener("change", () => {
    const [file] = input.files;
    input.value = "";
    if (file) chosen(file);
  });
  return el("label", { class: "snap" }, input, label);
}

/** Send a picture as it is; the answer is what the house says of it. */
export async function sendPicture(path, file, most) {
  if (file.size > most) return { kind: "error", say: t("photo_big", { most: Math.floor(most / 1_000_000) }) };
  const type = file.type.startsWith("image/") ? file.type : "image/unknown";
  try {
    const answer = await fetch(address(path), { method: "POST", headers: { "Content-Type": type }, body: file });
    return await answer.json();
  } catch {
    return { kind: "error", say: t("not_sent") };
  }
}

/** Four corners as they are sent along. */
export const asQuery = (points) =>
  points
    .flat()
    .map((part) => part.toFixed(4))
    .join(",");

/** A JPEG that came with an answer as base64, decoded: the policy of our pages allows no data addresses. */
export function decoded(picture) {
  const bytes = Uint8Array.from(atob(picture), (sign) => sign.codePointAt(0));
  return createImageBitmap(new Blob([bytes], { type: "image/jpeg" }));
}
