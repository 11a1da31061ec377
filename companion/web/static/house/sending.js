// Files sent to the house: chosen by a button, with how far they have come.

import { el } from "../draw/elements.js";
import { address } from "../shell/address.js";
import { t } from "../shell/words.js";
import { say } from "./house.js";

/** A button that lets somebody choose a file; *chosen* is called with it. */
export function picking(text, accept, chosen) {
  const input = el("input", { type: "file", accept, class: "file", "aria-label": text });
  const button = el("button", { type: "button", class: "quiet", on: { click: () => input.click() } }, text);
  input.hidden = true;
  input.addEventListener("change", async () => {
    const [file] = input.files;
    input.value = "";
    if (!file) return;
    button.disabled = true;
    try {
      await chosen(file);
    } finally {
      button.disabled = false;
    }
  });
  return el("span", { class: "row" }, button, input);
}

/** Send a file as it is; the answer is what the house says. */
export function send(path, file) {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const lost = () => {
      say(t("not_sent"));
      resolve({ kind: "lost" });
    };
    request.open("POST", address(path));
    request.setRequestHeader("Content-Type", "application/octet-stream");
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) =>
      say(t("uploading", { percent: Math.round((100 * loaded) / total) }));
    request.onerror = lost;
    request.onload = () => {
      if (!request.response) return lost();
      if (request.response.say) say(request.response.say);
      return resolve(request.response);
    };
    request.send(file);
  });
}
