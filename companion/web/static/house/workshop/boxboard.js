// The board to tap on: squares by number, triangles, and places on a drawing or on a photograph.

import { draw, el, onTap } from "../../draw/elements.js";
import { address } from "../../shell/address.js";
import { t } from "../../shell/words.js";
import { boardCrop, boardPhoto, walk } from "./boxphoto.js";
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
  const picture = (photo) => {
    const size = [squares[0].length, squares.length];
    squares.forEach((row, y) =>
      row.forEach((square, x) => {
        const crop = boardCrop(photo, size, [x + 0.5, y + 0.5], 1, SQUARE_PX);
        buttons.get(square).style.backgroundImage = `url("${crop.toDataURL("image/jpeg", 0.8)}")`;
        buttons.get(square).classList.add("pictured");
      }),
    );
    paint();
  };
  paint();
  return { node: el("div", { class: "court" }, ...rows), paint, picture };
}

const SQUARE_PX = 56; // pixels of a square's crop in the grid
const NONE = "";

/** A grid with the photograph of the board below: every square shows itself, and the doubtful are asked. */
function photographed({ board, room }, { node, paint, picture }, asking) {
  const place = el("div", {});
  const ready = (photo) => {
    picture(photo);
    if (!asking) return;
    const choose = (square, name) => {
      asking.choose(square, name);
      paint();
    };
    place.replaceChildren(walk({ ...asking, photo, grid: board.grid, choose }));
  };
  return el("div", {}, node, boardPhoto(room, t("board_photo_squares"), ready), place);
}

export function squaresField({ value, name }, fact, state) {
  const { board } = state;
  const chosen = new Set(value);
  const drawn = grid(
    board.grid,
    (square) => chosen.delete(square) || chosen.add(square),
    (square) => chosen.has(square),
  );
  const asking = {
    ask: t(`board_ask_${name}`),
    choices: [
      { name: true, say: t("board_yes") },
      { name: false, say: t("board_no") },
    ],
    look: (square) => chosen.has(square),
    choose: (square, is) => (is ? chosen.add(square) : chosen.delete(square)),
  };
  const node = photographed(state, drawn, asking);
  return { many: true, node, value: () => [...chosen].toSorted((a, b) => a - b) };
}

/** Pairs of squares: tap one, then the other; tapping a pair again takes it away. */
export function pairsField({ value }, fact, state) {
  const { board } = state;
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
  const drawn = grid(board.grid, tap, (square) => square === first || pairs.some((pair) => pair.includes(square)));
  const node = photographed(state, drawn);
  tell();
  return { many: true, node: el("div", {}, el("small", {}, t("fact_pairs")), node, said), value: () => pairs };
}

/** Squares in several colours: choose one, then tap its squares. */
export function groupsField({ value, name: field }, fact, state) {
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
  const asking = {
    ask: t(`board_ask_${field}`),
    choices: [
      ...Object.keys(groups).map((name) => ({ name, say: state.values[name] ?? name, colour: name })),
      { name: NONE, say: t("board_no") },
    ],
    look,
    choose: (square, name) => {
      for (const squares of Object.values(groups)) squares.delete(square);
      groups[name]?.add(square);
    },
  };
  const node = photographed(state, grid(state.board.grid, tap, look), asking);
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
  const photo = onPhotograph({ board, room }, put, () => each.map((one) => Number(one.value)));
  const node = el("div", {}, el("div", { class: "row" }, ...each), el("small", {}, t("fact_tap")), picture, photo);
  return { many: true, node, value: () => each.map((one) => Number(one.value)) };
}

const AROUND = 1 / 8; // of the board's width: so much of it is shown around a place

/** The photograph of the board with the place tapped on it, and that place from above. */
function onPhotograph({ board, room }, put, now) {
  const place = el("div", {});
  const ready = (photo) => {
    const { width, height } = photo.picture;
    const canvas = el("canvas", { class: "photo", width, height });
    canvas.getContext("2d").drawImage(photo.picture, 0, 0);
    const crop = el("div", { class: "walk" });
    const look = () => crop.replaceChildren(boardCrop(photo, board.size_mm, now(), board.size_mm[0] * AROUND, 192));
    canvas.addEventListener("click", (event) => {
      const box = canvas.getBoundingClientRect();
      const at = [((event.clientX - box.left) / box.width) * width, ((event.clientY - box.top) / box.height) * height];
      put(...onBoard(photo.corners, board.size_mm, at));
      look();
    });
    look();
    place.replaceChildren(el("small", {}, t("fact_on_photo")), canvas, crop);
  };
  return el("div", {}, boardPhoto(room, t("board_photo_corners"), ready), place);
}
