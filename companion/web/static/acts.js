// What people do by tapping: posted as JSON, judged and saved by the table.

import { el } from "./dom.js";
import { t } from "./words.js";

const role = document.documentElement.dataset.role;
export const look = role === "table" ? "?as=table" : "";
const chosen = new URLSearchParams(location.search).get("lang");
const address = (path) => path + withLanguage(look);

export function withLanguage(query) {
  if (!chosen) return query;
  return `${query}${query ? "&" : "?"}lang=${encodeURIComponent(chosen)}`;
}

/** Post something; what the table has to say about it appears as a sheet, or where *say* puts it. */
export async function post(path, body, say = tell) {
  document.body.classList.add("busy");
  try {
    const response = await fetch(address(path), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const answer = await response.json();
    if (answer.say && answer.kind !== "accepted" && answer.kind !== "unclear") say(answer.say, answer.clause);
    return answer;
  } catch {
    tell(t("not_sent"));
    return { kind: "lost" };
  } finally {
    document.body.classList.remove("busy");
  }
}

let closing = 0;

/** Say something at the foot of the page, for a while. */
export function tell(text, heading = "") {
  const sheet = document.getElementById("sheet");
  clearTimeout(closing);
  sheet.replaceChildren(
    ...(heading ? [el("b", {}, heading)] : []),
    el("p", {}, text),
    el("button", { class: "quiet", "aria-label": t("close"), on: { click: () => hide(sheet) } }, "✕"),
  );
  sheet.hidden = false;
  closing = setTimeout(() => hide(sheet), 12000);
}

function hide(sheet) {
  sheet.hidden = true;
}
