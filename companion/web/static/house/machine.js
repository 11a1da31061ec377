// The machine under the house: how it is, its log, and switching it off.

import { el } from "../draw/elements.js";
import { get } from "../shell/requests.js";
import { t } from "../shell/words.js";
import { post } from "./house.js";

export async function machineNode() {
  const { facts, complaints, version } = await get("/settings/machine.json");
  const said = complaints.length
    ? complaints.map((text) => el("p", { class: "note", role: "alert" }, text))
    : [el("p", {}, t("machine_well"))];
  return el(
    "fieldset",
    { class: "machine" },
    el("legend", {}, t("machine_heading")),
    ...said,
    el("dl", { class: "facts" }, ...rows(facts, version)),
    el(
      "p",
      {},
      el("a", { href: "/settings/log.txt", download: "" }, t("machine_log")),
      " ",
      el("small", {}, t("machine_log_says")),
    ),
    el("p", { class: "row" }, switching("off"), switching("reboot")),
  );
}

function rows(facts, version) {
  const { time, synchronized, free_mb: free, total_mb: total, worn_percent: worn, celsius, model } = facts;
  const known = [
    ["machine_version", version],
    ["machine_model", model],
    ["machine_time", time && t(synchronized ? "machine_time_sync" : "machine_time_own", { time })],
    ["machine_space", total && t("machine_space_is", { free, total })],
    ["machine_worn", worn && `${worn} %`],
    ["machine_heat", celsius && `${Math.round(celsius)} °C`],
  ];
  return known.filter(([, value]) => value).flatMap(([key, value]) => [el("dt", {}, t(key)), el("dd", {}, value)]);
}

/** A button that asks once more before it does anything. */
function switching(act) {
  const button = el("button", { type: "button" }, t(`machine_${act}`));
  let sure = "";
  button.addEventListener("click", async () => {
    const answer = await post("/settings/power", { act, sure });
    sure = answer.sure ?? "";
    button.textContent = sure ? t("machine_really") : t(`machine_${act}`);
    if (sure) setTimeout(() => (button.textContent = t(`machine_${act}`)), 30000);
  });
  return button;
}
