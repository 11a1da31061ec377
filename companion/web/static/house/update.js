// A new version: the package is chosen here, or dropped here.

import { el } from "../draw/elements.js";
import { get } from "../shell/requests.js";
import { t } from "../shell/words.js";
import { picking, send } from "./sending.js";

export async function updateNode() {
  const { possible, ready, say } = await get("/settings/update.json");
  const install = (file) => send("/settings/update", file);
  const node = el(
    "fieldset",
    { class: "machine" },
    el("legend", {}, t("update_heading")),
    say ? el("p", { class: "note" }, say) : "",
    ready ? el("p", {}, t("update_says")) : "",
    ready ? picking(t("update_send"), ".update", install) : "",
  );
  node.hidden = !possible;
  node.addEventListener("dragover", (event) => event.preventDefault());
  node.addEventListener("drop", (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file && ready) install(file);
  });
  return node;
}
