// The board to tap on: squares by number, triangles, and places on a drawing or on a photograph.

import { draw, el, onTap } from "../../draw/elements.js";
import { address } from "../../shell/address.js";
import { t } from "../../shell/words.js";
import { onBoard } from "./plane.js";

/** A grid of numbered squares; *tap* is called with the number, *look* says what a square shows. */
function grid(squares, tap, look) {
  const buttons = new Map();
  const rows = squares.map((row) =>
    el(
      "div",
      { class: "squares" },
      ...row.map((square) => {
        const one = el("button", { type: "button", on: { click: () => (tap(square), paint()) } }, String(square));
        buttons.set(square, one);
        return one;
      }),
    ),
  );
  const paint = () => {
    for (const [square, one] of buttons) {
      const shown = look(square);
      one.setAttribute("aria-pressed", String(Boolean(shown)));
      one.dataset.colour = typeof shown === "string" ? shown : "";
    }
  };
  paint();
  return { node: el("div", { class: "court" }, ...rows), paint };
}

export function squaresField({ value }, fact, { board }) {
  const chosen = new Set(value);
  const { node } = grid(
    board.grid,
    (square) => chosen.delete(square) || chosen.add(square),
    (square) => chosen.has(square),
  );
  return { many: true, node, value: () => [...chosen].toSorted((a, b) => a - b) };
}

/** Pairs of squares: tap one, then the other; tapping a pair again takes it away. */
export function pairsField({ value }, fact, { board }) {
  let pairs = value.map((pair) => [...pair]);
  let first = null;
  const said = el("p", { role: "status" });
  const tell = () => {
    const known = pairs.map((pair) => pair.join("–")).join(", ");
    said.textContent = first === null ? known : t("fact_second", { square: first });
  };
  const tap = (square) => {
    const known = pairs.find((pair) => pair.includes(square));
    if (first === null && known) pairs = pairs.filter((pair) => pair !== known);
    else if (first === null) first = square;
    else {
      if (first !== square) pairs = [...pairs, [first, square]];
      first = null;
    }
    tell();
  };
  const { node } = grid(board.grid, tap, (square) => square === first || pairs.some((pair) => pair.includes(square)));
  tell();
  return { many: true, node: el("div", {}, el("small", {}, t("fact_pairs")), node, said), value: () => pairs };
}

/** Squares in several colours: choose one, then tap its squares. */
export function groupsField({ value }, fact, state) {
  const groups = Object.fromEntries(Object.entries(value).map(([name, squares]) => [name, new Set(squares)]));
  let now = Object.keys(groups)[0];
  const chips = Object.keys(groups).map((name) => {
    const chip = el("button", { type: "button", class: "chip", data: { colour: name } }, state.values[name] ?? name);
    chip.addEventListener("click", () => {
      now = name;
      mark();
    });
    return [name, chip];
  });
  const mark = () => chips.forEach(([name, chip]) => chip.setAttribute("aria-pressed", String(name === now)));
  const tap = (square) => {
    const had = groups[now].has(square);
    for (const squares of Object.values(groups)) squares.delete(square);
    if (!had) groups[now].add(square);
  };
  const look = (square) => Object.keys(groups).find((name) => groups[name].has(square)) ?? "";
  const { node } = grid(state.board.grid, tap, look);
  mark();
  const picked = () => Object.fromEntries(Object.entries(groups).map(([name, squares]) => [name, [...squares]]));
  return {
    many: true,
    node: el("div", {}, el("div", { class: "chips" }, ...chips.map(([, chip]) => chip)), node),
    value: picked,
  };
}

/** Triangles of a board: tapped ones belong to it. */
export function cellsField({ value }, fact, { board }) {
  const chosen = new Set(value);
  const [wide, high] = board.size_mm;
  const shapes = Object.entries(board.cells).map(([id, polygon]) => {
    const shape = draw("polygon", {
      points: polygon.map((at) => at.join(",")).join(" "),
      tabindex: 0,
      role: "checkbox",
    });
    const show = () => {
      shape.setAttribute("aria-checked", String(chosen.has(id)));
      shape.setAttribute("class", chosen.has(id) ? "cell chosen" : "cell");
    };
    shape.setAttribute("aria-label", id);
    onTap(shape, () => {
      if (!chosen.delete(id)) chosen.add(id);
      show();
    });
    show();
    return shape;
  });
  const node = draw("svg", { viewBox: `0 0 ${wide} ${high}`, class: "pyramid", role: "group" }, ...shapes);
  const order = Object.keys(board.cells);
  return { many: true, node, value: () => order.filter((id) => chosen.has(id)) };
}

/** A place in millimetres: typed, or tapped on the drawing of the board, or on a photograph of it. */
export function placeField({ name, value }, fact, { board, room }) {
  const each = value.map((one, place) =>
    el("input", { type: "number", step: "any", value: one, "aria-label": `${t(`fact_${name}`)} ${"xy"[place]}` }),
  );
  const dot = draw("circle", { r: 6, class: "here" });
  const put = (x, y) => {
    each[0].value = Math.round(x * 10) / 10;
    each[1].value = Math.round(y * 10) / 10;
    dot.setAttribute("cx", x);
    dot.setAttribute("cy", y);
  };
  const [wide, high] = board.size_mm;
  const over = draw("svg", { viewBox: `0 0 ${wide} ${high}`, "aria-hidden": "true" }, dot);
  const back = el("img", { src: address(`/workshop/box/${room}/board.svg`), alt: "" });
  const picture = el("div", { class: "tapped" }, back, over);
  over.addEventListener("click", (event) => {
    const box = over.getBoundingClientRect();
    put(((event.clientX - box.left) / box.width) * wide, ((event.clientY - box.top) / box.height) * high);
  });
  put(...value);
  each.forEach((one) => one.addEventListener("input", () => put(Number(each[0].value), Number(each[1].value))));
  const photo = photograph(board, put);
  const node = el("div", {}, el("div", { class: "row" }, ...each), el("small", {}, t("fact_tap")), picture, photo);
  return { many: true, node, value: () => each.map((one) => Number(one.value)) };
}

let remembered = null; // the photograph and its corners, for the next place too

/** A photograph of the board stays in this browser: its four corners are tapped first. */
function photograph(board, put) {
  const canvas = el("canvas", { class: "photo", hidden: true });
  const said = el("small", { role: "status" });
  const input = el("input", { type: "file", accept: "image/*", "aria-label": t("fact_photo") });
  const show = () => {
    if (!remembered) return;
    canvas.width = remembered.picture.width;
    canvas.height = remembered.picture.height;
    canvas.getContext("2d").drawImage(remembered.picture, 0, 0);
    canvas.hidden = false;
    said.textContent = t(remembered.corners.length < 4 ? "fact_corner" : "fact_on_photo", {
      number: remembered.corners.length + 1,
    });
  };
  input.addEventListener("change", async () => {
    if (!input.files.length) return;
    remembered = { picture: await createImageBitmap(input.files[0]), corners: [] };
    show();
  });
  canvas.addEventListener("click", (event) => {
    const box = canvas.getBoundingClientRect();
    const at = [
      ((event.clientX - box.left) / box.width) * canvas.width,
      ((event.clientY - box.top) / box.height) * canvas.height,
    ];
    if (remembered.corners.length < 4) remembered.corners.push(at);
    else put(...onBoard(remembered.corners, board.size_mm, at));
    show();
  });
  show();
  return el("details", {}, el("summary", {}, t("fact_photo")), input, said, canvas);
}
