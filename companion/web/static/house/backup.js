// Backup and restore: one file out, one file in, and what it would bring is said first.

import { el } from "../draw/elements.js";
import { address } from "../shell/address.js";
import { t } from "../shell/words.js";
import { post } from "./house.js";
import { picking, send } from "./sending.js";

export function backupNode() {
  const asked = el("div", { role: "status" });
  const restore = async (file) => {
    const answer = await send("/settings/restore", file);
    asked.replaceChildren(...(answer.kind === "accepted" ? [question(answer, asked)] : []));
  };
  return el(
    "fieldset",
    { class: "machine" },
    el("legend", {}, t("backup_heading")),
    el("p", {}, t("backup_says")),
    el("p", { class: "row" }, el("a", { href: address("/settings/backup.zip"), download: "" }, t("backup_make"))),
    picking(t("backup_restore"), ".zip", restore),
    asked,
  );
}

function question({ say, sure }, asked) {
  const yes = async () => {
    asked.replaceChildren();
    await post("/settings/restore/sure", { sure });
  };
  return el("p", { class: "note" }, say, " ", el("button", { type: "button", on: { click: yes } }, t("backup_yes")));
}
