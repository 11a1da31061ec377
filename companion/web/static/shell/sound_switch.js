// Whether this device plays the sounds of great moments: one tap in the head of the page. Phones of a seat are silent
// unless somebody wants them to sound; every device remembers its own choice.

import { draw, el } from "../draw/elements.js";
import { seat } from "./role.js";

const KEPT = "sound";
const BODY = "M8 36h20l26-22v72L28 64H8Z";
const WAVES = "M66 36q12 14 0 28M78 24q24 26 0 52";
const CROSS = "M68 38l22 24m0-24-22 24";

/** Whether this device plays sounds. */
export function soundIsOn() {
  return (localStorage.getItem(KEPT) ?? (seat === null ? "on" : "off")) === "on";
}

/** Play sounds on this device from now on, or stay silent. */
export function turnSound(on) {
  localStorage.setItem(KEPT, on ? "on" : "off");
}

/** The loudspeaker; *on* and *off* say what it is now. */
export function soundButton(on, off) {
  const node = el("button", { id: "sound", class: "quiet", type: "button", on: { click: turn } });
  const paint = () => {
    const is = soundIsOn();
    node.setAttribute("aria-label", is ? on : off);
    node.title = is ? on : off;
    node.replaceChildren(
      draw(
        "svg",
        { viewBox: "0 0 100 100", "aria-hidden": "true" },
        draw("path", { d: BODY, fill: "currentColor" }),
        draw("path", { d: is ? WAVES : CROSS, fill: "none", stroke: "currentColor", "stroke-width": 8 }),
      ),
    );
  };
  async function turn() {
    turnSound(!soundIsOn());
    paint();
    if (soundIsOn()) (await import("./sounds.js")).play("pair");
  }
  paint();
  return node;
}
