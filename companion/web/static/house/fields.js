// The fields of the settings: each is checked by the table as it is typed.

import { el } from "../draw/elements.js";
import { address } from "../shell/address.js";
import { t } from "../shell/words.js";
import { post } from "./house.js";

const PAUSE = 350;
const GROUPS = {
  house: ["name", "manner", "page_language"],
  senses: ["camera", "focus_cm", "lock_light", "paper", "printed_percent", "language", "sounds", "lamps"],
  wifi: ["wifi_name", "wifi_password"],
  network: ["host", "port", "hosts", "address"],
};

/** The form of all settings; *saved* is called with the answer to a change. */
export function settingsForm({ fields, file, trouble }, saved) {
  const known = new Map(fields.map((field) => [field.name, field]));
  const common = (names) => {
    const [first, ...others] = names.map((name) => remarkOn(known.get(name)));
    return first && others.every((one) => one === first) ? first : "";
  };
  const told = new Set(Object.values(GROUPS).flatMap((names) => (common(names) ? names : [])));
  const shown = new Map(fields.map((field) => [field.name, fieldNode(field, told.has(field.name))]));
  const save = async (event) => {
    event.preventDefault();
    const values = {};
    for (const [name, { changed, value }] of shown) if (changed()) values[name] = value();
    const answer = await post("/settings/change", { values });
    if (answer.kind === "accepted") saved(answer);
  };
  const groups = Object.entries(GROUPS).map(([group, names]) =>
    el(
      "fieldset",
      {},
      el("legend", {}, t(`group_${group}`)),
      common(names) ? el("small", {}, common(names)) : "",
      ...names.map((name) => shown.get(name).node),
      group === "wifi" ? el("small", {}, t("wifi_about")) : "",
    ),
  );
  return el(
    "form",
    { class: "plan settings", on: { submit: save } },
    trouble ? el("p", { class: "note", role: "alert" }, trouble) : "",
    ...groups,
    el("p", { class: "row stays" }, el("button", { class: "big" }, t("settings_save"))),
    el("p", {}, el("small", {}, t("settings_file", { file }))),
  );
}

function fieldNode(field, isTold) {
  const id = `field-${field.name}`;
  const said = el("small", { id: `${id}-said`, class: "wrong", role: "status" });
  const input = inputFor(field, id);
  const picker = field.found ? cameraPicker(field, input) : null;
  const value = () => valueOf(field, input);
  const changed = () => JSON.stringify(value()) !== JSON.stringify(field.value);
  input.addEventListener("input", () => check(field, input, value(), said));
  const about = isTold ? "" : remarkOn(field);
  const label = el("span", {}, t(`field_${field.name}`), about ? el("small", {}, about) : "");
  const inside = field.kind === "switch" ? [input, label] : [label, picker ?? input];
  const after = picker ? [input, el("a", { href: "/workshop/camera" }, t("camera_look"))] : [];
  return {
    node: el(
      "div",
      { class: "field" },
      el("label", { class: "switch", for: (picker ?? input).id }, ...inside),
      ...after,
      said,
    ),
    value,
    changed,
  };
}

/** The cameras this machine has, beside those only their owner can name; the input holds what is chosen. */
function cameraPicker({ value, fixed, found }, input) {
  const offered = [
    ["none", t("camera_no")],
    ["pi", t("camera_ribbon")],
    ...found.map((one) => [one.value, t("camera_usb", one)]),
  ];
  const isOffered = offered.some(([one]) => one === value);
  const option = ([one, text]) => el("option", { value: one, selected: one === value }, text);
  const other = el("option", { value: "", selected: !isOffered }, t("camera_other"));
  const choose = ({ target }) => {
    input.hidden = target.value !== "";
    input.value = target.value;
    input.dispatchEvent(new Event("input"));
    if (!input.hidden) input.focus();
  };
  input.hidden = isOffered;
  input.setAttribute("aria-label", t("camera_other"));
  const attributes = { id: "camera-found", disabled: fixed, on: { change: choose } };
  return el("select", attributes, ...offered.map(option), other);
}

function remarkOn({ fixed, applies }) {
  if (fixed) return t("settings_fixed");
  return applies === "now" ? "" : t(`applies_${applies}`);
}

function inputFor(field, id) {
  const common = { id, disabled: field.fixed, "aria-describedby": `${id}-said` };
  if (field.kind === "choice") {
    const options = field.choices.map((value) =>
      el("option", { value, selected: value === field.value }, t(`${field.name}_${value.replaceAll(" ", "_")}`)),
    );
    return el("select", common, ...options);
  }
  if (field.kind === "switch") return el("input", { ...common, type: "checkbox", checked: field.value });
  const value = field.kind === "names" ? field.value.join(", ") : field.value;
  const type = field.kind === "number" ? "number" : "text";
  return el("input", {
    ...common,
    type,
    value,
    step: type === "number" ? "any" : null,
    maxlength: 300,
    autocomplete: "off",
  });
}

function valueOf(field, input) {
  if (field.kind === "switch") return input.checked;
  if (field.kind === "number") return input.value === "" ? null : Number(input.value);
  if (field.kind !== "names") return input.value;
  return input.value
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);
}

const waiting = new Map();

/** Ask the table whether a field may hold this; what it says is shown at the field. */
function check({ name }, input, value, said) {
  clearTimeout(waiting.get(name));
  const ask = async () => {
    const answer = await fetch(address("/settings/check"), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ name, value }),
    });
    const { kind, say } = await answer.json();
    said.textContent = kind === "accepted" ? "" : say;
    input.setAttribute("aria-invalid", String(kind !== "accepted"));
  };
  waiting.set(
    name,
    setTimeout(() => ask().catch(() => (said.textContent = t("not_sent"))), PAUSE),
  );
}
