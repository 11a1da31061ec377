// Who may change things here: the owner's code, and every browser that was let in.

import { el } from "../draw/elements.js";
import { keep } from "../draw/keep.js";
import { get } from "../shell/requests.js";
import { t } from "../shell/words.js";
import { post } from "./house.js";

export async function ownerNode() {
  const code = el("p", {});
  const list = el("ul", { class: "known" });
  const show = async () => {
    const found = await get("/settings/owner.json");
    code.textContent = t("owner_code_is", { code: `${found.code.slice(0, 4)} ${found.code.slice(4)}` });
    keep(
      list,
      found.phones,
      ({ phone }) => phone,
      (phone) => browser(phone, show),
    );
  };
  await show();
  return el(
    "fieldset",
    { class: "machine owners" },
    el("legend", {}, t("owner_heading")),
    code,
    el("p", {}, t("owner_phones")),
    list,
    el("p", { class: "row" }, renewal(show)),
  );
}

function browser({ phone, name, role, since, own }, changed) {
  const away = async () => {
    const answer = await post("/settings/owner/send-away", { phone });
    if (answer.kind !== "accepted") return;
    if (own) location.reload();
    else await changed();
  };
  const marks = [...(own ? [t("owner_this")] : []), ...(role === "kiosk" ? [t("owner_kiosk")] : [])];
  const text = [name, ...marks, t("owner_since", { date: since })].join(" · ");
  return el("li", {}, text, " ", el("button", { type: "button", on: { click: away } }, t("owner_send_away")));
}

/** A new code; asked once more before everybody else is out. */
function renewal(changed) {
  const button = el("button", { type: "button" }, t("owner_renew"));
  let sure = false;
  button.addEventListener("click", async () => {
    if (sure) await post("/settings/owner/renew");
    if (sure) await changed();
    sure = !sure;
    button.textContent = t(sure ? "owner_renew_really" : "owner_renew");
  });
  return button;
}
