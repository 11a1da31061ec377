// Editions: every version that was taught, which one counts, and files for other houses.

import { el } from "../../draw/elements.js";
import { address, get, post, t } from "../house.js";
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

function oneRoom({ name, title, used, versions }, owner) {
  const rows = versions.map((version) => row(name, version, used === version.name, owner));
  const off = el("button", { type: "button", on: { click: () => act("use", name, "") } }, t("editions_off"));
  return el(
    "section",
    { class: "plan", data: { room: name } },
    el("h3", {}, title),
    rows.length ? el("ul", { class: "cards" }, ...rows) : el("p", {}, t("editions_none")),
    owner && used ? el("p", {}, off) : "",
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
