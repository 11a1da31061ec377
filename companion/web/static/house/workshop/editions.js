// Editions: every version that was taught, which one counts, and files for other houses.

import { el } from "../../draw/elements.js";
import { address } from "../../shell/address.js";
import { get } from "../../shell/requests.js";
import { t } from "../../shell/words.js";
import { post } from "../house.js";
import { picking, send } from "../sending.js";
import { open } from "./workshop.js";

const place = el("div", { class: "bench" });

async function draw() {
  const { rooms, owner } = await get("/workshop/editions.json");
  const taking = picking(t("editions_take"), ".edition,application/octet-stream", async (file) => {
    const answer = await send("/workshop/editions/import", file);
    if (answer.kind === "accepted") await draw();
  });
  place.replaceChildren(
    el("p", {}, t("editions_about")),
    owner ? el("p", {}, taking) : "",
    ...rooms.map((room) => oneRoom(room, owner)),
  );
}

function oneRoom({ name, title, used, kit, versions }, owner) {
  const rows = [printed(name, kit, owner), ...versions.map((one) => row(name, one, used === one.name, owner))];
  const off = el("button", { type: "button", on: { click: () => act("use", name, "") } }, t("editions_off"));
  return el(
    "section",
    { class: "plan", data: { room: name } },
    el("h3", {}, title),
    el("ul", { class: "cards" }, ...rows),
    owner && (used || kit) ? el("p", {}, off) : "",
  );
}

/** Our own pieces need no lesson. */
function printed(room, used, owner) {
  return el(
    "li",
    { data: { version: "kit" } },
    el("strong", {}, t("editions_kit")),
    el("p", {}, [t("editions_kit_about"), used ? t("editions_used") : ""].filter(Boolean).join(" · ")),
    owner && !used
      ? el(
          "p",
          { class: "row" },
          button("editions_use", () => act("use", room, "kit")),
        )
      : "",
  );
}

async function act(what, room, version) {
  await post(`/workshop/editions/${what}`, { room, version });
  await draw();
}

function row(room, version, used, owner) {
  const { name, edition, number, date, faces, learnt } = version;
  const when = new Date(date);
  const told = t("editions_version", {
    number,
    faces,
    date: Number.isNaN(when.getTime()) ? date : when.toLocaleDateString(document.documentElement.lang),
  });
  const marks = [learnt ? t("editions_trained") : "", used ? t("editions_used") : ""].filter(Boolean);
  return el(
    "li",
    { data: { version: name } },
    el("strong", {}, edition),
    el("p", {}, [told, ...marks].join(" · ")),
    owner
      ? el(
          "p",
          { class: "row" },
          used ? "" : button("editions_use", () => act("use", room, name)),
          save(room, name),
          used ? "" : drop(room, name),
        )
      : "",
  );
}

const button = (key, click) => el("button", { type: "button", on: { click } }, t(key));

const save = (room, name) =>
  el(
    "a",
    {
      class: "button",
      href: address(`/workshop/editions/${room}.edition?version=${encodeURIComponent(name)}`),
      download: "",
    },
    t("editions_save"),
  );

/** Asked twice: what is thrown away does not come back. */
function drop(room, name) {
  const node = el("button", { type: "button", class: "quiet" }, t("editions_drop"));
  node.addEventListener("click", () => {
    if (node.dataset.sure) return act("drop", room, name);
    node.dataset.sure = "1";
    node.textContent = t("editions_drop_sure");
    return undefined;
  });
  return node;
}

await open("editions_heading", async () => {
  await draw();
  return [place];
});
