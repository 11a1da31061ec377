// The cameras that are there, each with a picture; one of them is used from now on.

import { el } from "../../draw/elements.js";
import { get } from "../../shell/requests.js";
import { t } from "../../shell/words.js";
import { post } from "../house.js";
import { decoded } from "./picture.js";

/** The list of cameras; it is open at once where none is set. */
export async function cameraChooser(isOpen) {
  const found = await get("/workshop/camera/found.json");
  if (found.fixed) return "";
  const list = el("ul", { class: "found" }, ...offered(found).map((one) => row(one, found.camera)));
  const box = el(
    "details",
    { class: "cameras", open: isOpen },
    el("summary", {}, t("camera_choose")),
    el("p", {}, t(list.childElementCount ? "camera_choose_about" : "camera_none_found")),
    list,
    byName(found.camera),
    found.camera === "none" ? "" : el("p", {}, useButton("none", t("camera_without"))),
  );
  const look = () => box.open && lookThroughAll(list);
  box.addEventListener("toggle", look);
  if (isOpen) setTimeout(look, 0);
  return box;
}

const offered = ({ cameras, ribbon, camera }) => {
  const known = [...(ribbon ? [{ value: "pi", name: t("camera_on_ribbon") }] : []), ...cameras];
  const isListed = camera === "none" || known.some(({ value }) => value === camera);
  return isListed ? known : [...known, { value: camera, name: camera }];
};

function row({ value, name }, now) {
  const picture = el("div", { class: "shot" });
  const said = el("small", { role: "status" });
  const look = () => tryCamera(value, picture, said);
  const again = el("button", { type: "button", on: { click: look } }, t("camera_try"));
  const use = value === now ? el("b", {}, t("camera_in_use")) : useButton(value, t("camera_use"));
  const node = el(
    "li",
    { class: "part" },
    el("strong", {}, name),
    picture,
    said,
    el("span", { class: "row" }, again, use),
  );
  node.look = look;
  return node;
}

/** A picture of each, one after the other: most machines can't open two cameras at once. */
async function lookThroughAll(list) {
  for (const node of list.children) if (!node.querySelector("canvas")) await node.look();
}

async function tryCamera(camera, picture, said) {
  said.textContent = t("camera_trying");
  const answer = await post("/workshop/camera/try", { camera });
  said.textContent =
    answer.kind === "accepted" ? t("camera_size", { size: answer.size.join(" x ") }) : (answer.say ?? "");
  if (answer.kind !== "accepted") return false;
  const shown = await decoded(answer.picture);
  const canvas = el("canvas", {
    width: shown.width,
    height: shown.height,
    role: "img",
    "aria-label": t("camera_sees"),
  });
  canvas.getContext("2d").drawImage(shown, 0, 0);
  picture.replaceChildren(canvas);
  return true;
}

function useButton(camera, text) {
  const use = async () => {
    const answer = await post("/settings/change", { values: { camera } });
    if (answer.kind === "accepted") location.reload();
  };
  return el("button", { type: "button", class: "big", on: { click: use } }, text);
}

/** A camera on the network of this machine, a folder of pictures or a film: their name is typed. */
function byName(now) {
  const input = el("input", { id: "camera-name", autocomplete: "off", placeholder: "/home/pi/pictures" });
  const picture = el("div", { class: "shot" });
  const said = el("small", { role: "status" });
  const use = el("span", {});
  const look = async (event) => {
    event.preventDefault();
    const name = input.value.trim();
    const seen = name && (await tryCamera(name, picture, said));
    use.replaceChildren(...(seen && name !== now ? [useButton(name, t("camera_use"))] : []));
  };
  return el(
    "form",
    { class: "field", on: { submit: look } },
    el("label", { for: "camera-name" }, t("camera_by_name")),
    el("span", { class: "row" }, input, el("button", {}, t("camera_try"))),
    picture,
    said,
    use,
  );
}
