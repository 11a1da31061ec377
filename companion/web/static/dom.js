// Building the page. Text is only ever set as text: a name cannot become markup.

const SVG = "http://www.w3.org/2000/svg";

/** An element: el("button", {class: "big", on: {click: tap}}, "Begin"). */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "on") {
      for (const [event, act] of Object.entries(value)) node.addEventListener(event, act);
    } else if (name === "data") {
      Object.assign(node.dataset, value);
    } else {
      node.setAttribute(name, value === true ? "" : value);
    }
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
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

export function hasSign(name) {
  return document.getElementById(`art-${name}`) !== null;
}

/** Show *items* in *box*; a node stays as it is while its item does, with focus and all. */
export function keep(box, items, keyOf, make) {
  const focused = document.activeElement;
  const old = new Map([...box.children].map((node) => [node.dataset.key, node]));
  const nodes = items.map((item) => {
    const key = keyOf(item);
    const print = JSON.stringify(item);
    const known = old.get(key);
    if (known && known.print === print) return known;
    const node = make(item);
    node.dataset.key = key;
    node.print = print;
    return node;
  });
  const same = nodes.length === box.children.length && nodes.every((n, i) => box.children[i] === n);
  if (same) return;
  const inside = box.contains(focused);
  box.replaceChildren(...nodes);
  if (inside && focused.isConnected) focused.focus({ preventScroll: true });
  else if (inside) box.focus({ preventScroll: true });
}

/** Fill a box anew, but only when what it shows has changed. */
export function once(box, data, fill) {
  const print = JSON.stringify(data);
  if (box.print === print) return;
  box.print = print;
  box.replaceChildren(...fill());
}
