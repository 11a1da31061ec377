// Building the page. Text is only ever set as text: a name cannot become markup.

const SVG = "http://www.w3.org/2000/svg";

/** An element: el("button", {class: "big", on: {click: tap}}, "Begin"). */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "on") {
      listen(node, value);
    } else if (name === "data") {
      Object.assign(node.dataset, value);
    } else {
      node.setAttribute(name, value === true ? "" : value);
    }
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** What a node does stays with it, where something newer can take its place (patch.js). */
function listen(node, acts) {
  node.acts = acts;
  for (const event of Object.keys(acts)) node.addEventListener(event, (told) => node.acts[event]?.(told));
}

/** An element of a drawing: draw("circle", {r: 5, class: "dot"}). Same rules as el. */
export function draw(tag, props = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "data") Object.assign(node.dataset, value);
    else node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** A sign from the sheet of art. */
export function sign(name, extra = "") {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", `sign ${extra}`.trim());
  svg.setAttribute("viewBox", "0 0 100 100");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#art-${name}`);
  svg.append(use);
  return svg;
}

/** Give something to tap its spoken name: first what is written on it, because people who speak to
 * the page read that aloud, then what it does. Spaces go between the parts of its face. */
export function named(node, say) {
  const written = node.textContent.replace(/\s+/g, " ").trim();
  node.setAttribute("aria-label", written.includes(say) ? written : [written, say].filter(Boolean).join(": "));
  return node;
}

export function hasSign(name) {
  return document.getElementById(`art-${name}`) !== null;
}

/** The class names that apply, joined: classes("cell", isWrong && "wrong"). */
export function classes(...names) {
  return names.filter(Boolean).join(" ");
}

/** Make a drawing a button: by finger, mouse and keyboard. */
export function onTap(node, act) {
  node.addEventListener("click", act);
  node.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    act();
  });
}
