// Codes people type: the owner's, and those of a seat.

import { el } from "../draw/elements.js";
import { t } from "../shell/words.js";
import { post, say } from "./house.js";

/** A field for a code; *send* is called with what was typed. */
function codeForm(id, text, act, send) {
  const field = el("input", { id, autocomplete: "off", autocapitalize: "characters", maxlength: 12 });
  const submit = (event) => {
    event.preventDefault();
    send(field.value);
  };
  const label = el("label", { for: id }, text);
  return el("form", { class: "claim", on: { submit } }, label, field, el("button", {}, act));
}

/** The owner's code; *done* is called once it was sent. */
export function claimForm(done) {
  return codeForm("code", t("claim"), t("claim_do"), async (code) => {
    const answer = await post("/house/claim", { code });
    if (answer.kind === "accepted") say(t("claimed"));
    done();
  });
}

/** The code of a seat at the open game. */
export function joinForm() {
  return codeForm("seat-code", t("join"), t("join_do"), async (code) => {
    const answer = await post("/join", { code });
    if (answer.kind === "accepted") location.assign(answer.to);
  });
}
