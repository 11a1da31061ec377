// A picture for a lesson: by the camera of the house, or by the phone in one's hand.

import { el } from "../../draw/elements.js";
import { t } from "../../shell/words.js";
import { post, say } from "../house.js";
import { corners } from "./corners.js";
import { asQuery, sendPicture, shutter } from "./picture.js";

const path = (room, where, spread = false) =>
  `/workshop/teach/picture?room=${room}${where && `&corners=${where}`}${spread ? "&spread=1" : ""}`;

/** The buttons that take a picture; *draw* gets the answer. */
export function cameras(state, draw) {
  const box = el("div", { class: "plan snaps" });
  const fresh = () => box.replaceChildren(...buttons());
  const took = async (answer) => (answer.kind === "accepted" ? draw(answer) : fresh());
  const wait = () => box.replaceChildren(el("p", { class: "note", role: "status" }, t("teach_looking")));
  const own = async () => {
    wait();
    await took(await post(path(state.room, "")));
  };
  const phone = async (file, where) => {
    wait();
    await took(await sent(path(state.room, where), file, state.most));
  };
  const beside = () =>
    el(
      "details",
      {},
      el("summary", {}, t("teach_spread")),
      el("p", {}, t("teach_spread_about")),
      snap("teach_phone", async (file) => {
        wait();
        await took(await sent(path(state.room, "", true), file, state.most));
      }),
    );
  const besides = () => (state.lesson.spread ? beside() : el("p", { class: "note" }, t("teach_no_spread")));
  const buttons = () => [
    state.camera
      ? el("button", { type: "button", class: "big", data: { next: "" }, on: { click: own } }, t("teach_take"))
      : "",
    snap("teach_phone", (file) => phone(file, "")),
    snap("photo_corners", (file) => tapping(box, file, fresh, phone)),
    state.lesson.step === "faces" ? besides() : "",
  ];
  fresh();
  return box;
}

const snap = (key, chosen) => shutter(t(key), chosen, { snap: key });

async function tapping(box, file, fresh, send) {
  const done = (points) => {
    send(file, asQuery(points));
  };
  try {
    box.replaceChildren(corners({ picture: await createImageBitmap(file), t, done }));
  } catch {
    say(t("photo_unreadable"));
    fresh();
  }
}

/** Send a photograph; what is wrong with it is said at the foot of the page. */
async function sent(where, file, most) {
  const answer = await sendPicture(where, file, most);
  if (answer.say) say(answer.say);
  return answer;
}
