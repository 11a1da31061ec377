// The court of the sphinx: the spiral with walls, doors, special squares, sphinxes and pawns.

import { draw } from "../../draw/elements.js";
import { noun, t } from "../../words.js";
import { hand, initial, sphinxFigure, tinted } from "./faces.js";

const SIDE = 100;
const NICHE = 94;
const SIDES = [[0, -1], [1, 0], [0, 1], [-1, 0]];

export class Court {
  /** *tap* tells what touching a cell does now: {say, act}, or null. */
  constructor(tap) {
    this.tap = tap;
    this.floor = draw("g", {});
    this.walls = draw("g", { class: "walls", "aria-hidden": "true" });
    this.trail = draw("g", { class: "trail", "aria-hidden": "true" });
    this.statues = draw("g", {});
    this.people = draw("g", {});
    this.node = draw("svg", { class: "court", role: "group", "aria-label": t("sphinx_court") }, this.floor, this.walls, this.trail, this.statues, this.people);
    this.at = new Map();
    this.pawns = [];
  }

  show(snapshot) {
    const { view, questions, refusal } = snapshot;
    const print = JSON.stringify([view.board, view.ends, view.way, view.phase, view.sphinxes, view.claim, questions.map((one) => [one.id, one.to]), refusal?.cells]);
    if (print !== this.print) this.lay(view, questions.flatMap((one) => one.cells), refusal?.cells ?? []);
    this.print = print;
    this.stand(view);
  }

  lay(view, asked, wrong) {
    const { board } = view;
    this.at = placesOf(board);
    const [rows, columns] = [board.squares.length, board.squares[0].length];
    this.node.setAttribute("viewBox", `${-NICHE} ${-NICHE} ${columns * SIDE + 2 * NICHE} ${rows * SIDE + 2 * NICHE}`);
    this.floor.replaceChildren(
      draw("rect", { class: "ground", x: -NICHE + 2, y: -NICHE + 2, width: columns * SIDE + 2 * NICHE - 4, height: rows * SIDE + 2 * NICHE - 4, rx: 26 }),
      ...board.squares.flat().map((square) => this.square(square, view, asked, wrong)),
    );
    this.walls.replaceChildren(...walls(board, this.at), ...board.doors.map((door) => doorLeaf(door, this.at)));
    this.statues.replaceChildren(...view.sphinxes.seats.map((seat) => this.statue(seat, view)));
  }

  square(square, view, asked, wrong) {
    const { board } = view;
    const [x, y] = this.at.get(square);
    const cell = `s${square}`;
    const ends = view.ends.filter((end) => end.rest === square);
    const tap = this.tap(cell);
    const colour = board.card_squares[square];
    const classes = ["square", asked.includes(cell) && "asked", wrong.includes(cell) && "wrong", tap && "choice", isGuard(board, square) && "guarded"];
    const node = draw(
      "g",
      {
        class: classes.filter(Boolean).join(" "),
        transform: `translate(${x} ${y})`,
        role: tap ? "button" : "img",
        tabindex: tap ? "0" : null,
        "aria-label": tap ? tap.say : describe(square, board),
        data: { cell },
      },
      draw("rect", { class: "flag", x: -47, y: -47, width: 94, height: 94, rx: 8 }),
      ...mark(square, board, colour),
      draw("text", { class: "id", x: -38, y: -24 }, String(square)),
      ...ends.slice(0, 1).map(() => badge(ends)),
    );
    if (tap) listen(node, tap.act);
    return node;
  }

  statue(seat, view) {
    const [x, y] = this.seatAt(seat, view.board);
    const tap = this.tap(seat);
    const looked = [...new Set(view.sphinxes.looks.filter((look) => look.where === seat).map((look) => look.seat))].map((n) => view.seats[n]);
    const name = noun(seat);
    const node = draw(
      "g",
      {
        class: ["statue", tap && "choice", tap?.chosen && "chosen", view.sphinxes.fallen === seat && "fallen"].filter(Boolean).join(" "),
        transform: `translate(${x} ${y})`,
        role: tap ? "button" : "img",
        tabindex: tap ? "0" : null,
        "aria-label": tap ? tap.say : looked.length ? t("sphinx_looked_by", { sphinx: name, players: looked.map((one) => one.name).join(", ") }) : name,
        data: { seat },
      },
      draw("rect", { class: "niche", x: -43, y: -42, width: 86, height: 84, rx: 10 }),
      sphinxFigure(),
      draw("text", { class: "id", x: -36, y: -22 }, seat),
      ...looked.map((one, n) => draw("circle", { class: "looked", cx: 34 - 13 * n, cy: -32, r: 5.5, data: { colour: one.colour } })),
    );
    if (tap) listen(node, tap.act);
    return node;
  }

  /** Where a sphinx stands: a guard on its square, a temple sphinx in the wall beside its square. */
  seatAt(seat, board) {
    const guard = board.guards[seat];
    if (guard !== undefined) return this.at.get(guard);
    const [x, y] = this.at.get(board.temples[seat]);
    const taken = new Set([...this.at.values()].map(String));
    const [dx, dy] = SIDES.find(([u, v]) => !taken.has(String([x + u * SIDE, y + v * SIDE]))) ?? [0, 0];
    return [x + dx * 97, y + dy * 97];
  }

  /** Pawns glide to where they rest; several on one square stand side by side. */
  stand(view) {
    if (this.pawns.length !== view.seats.length) {
      this.pawns = view.seats.map(pawn);
      this.people.replaceChildren(...this.pawns);
    }
    view.seats.forEach((seat, n) => {
      const node = this.pawns[n];
      node.toggleAttribute("hidden", seat.square === null);
      if (seat.square === null) return;
      const together = view.seats.flatMap((other, m) => (other.square === seat.square ? [m] : []));
      const [x, y] = this.at.get(seat.square);
      const [dx, dy] = aside(together.indexOf(n), together.length);
      node.dataset.square = seat.square;
      node.style.transform = `translate(${x + dx}px, ${y + dy}px)`;
      node.classList.toggle("turn", n === view.turn && view.phase === "play");
    });
  }

  /** Show the way of an end before it is gone: every square passed, what lies on it, where it rests. */
  preview(view, end) {
    this.trail.replaceChildren();
    if (!end) return;
    const from = view.seats[view.turn].square;
    const to = end.claim ? view.board.last : end.square;
    const step = to < from ? -1 : 1;
    const way = Array.from({ length: Math.abs(to - from) + 1 }, (_, n) => from + step * n);
    if (end.claim) way.push(view.board.treasure);
    if (end.rest !== end.square) way.push(end.rest);
    const points = way.map((square) => this.at.get(square).join(" "));
    this.trail.append(draw("path", { class: "way", d: `M${points.join("L")}` }), ...way.slice(1).map((square) => draw("circle", { class: "footstep", cx: this.at.get(square)[0], cy: this.at.get(square)[1], r: 9 })));
  }

  highlight(cells) {
    for (const node of this.floor.querySelectorAll(".square")) node.classList.toggle("lit", cells?.includes(node.dataset.cell) ?? false);
  }
}

function placesOf(board) {
  const at = new Map();
  board.squares.forEach((row, y) => row.forEach((square, x) => at.set(square, [SIDE * (x + 0.5), SIDE * (y + 0.5)])));
  return at;
}

function isGuard(board, square) {
  return Object.values(board.guards).includes(square);
}

function mark(square, board, colour) {
  if (square === board.start) return [draw("path", { class: "arrow", d: "M-26-9h28v-15l26 24-26 24v-15h-28z" })];
  if (square === board.treasure) return [draw("path", { class: "treasure", d: "M0-34 9-10 34-10 14 5 22 30 0 15-22 30-14 5-34-10-9-10Z" })];
  if (colour) return [tinted(draw("rect", { class: "card-mark", x: -20, y: -27, width: 40, height: 56, rx: 6, data: { card: colour } }), colour), draw("text", { class: "letter", y: 11, data: { card: colour } }, initial(colour))];
  return board.mummies.includes(square) ? [hand()] : [];
}

function describe(square, board) {
  if (square === board.start) return t("sphinx_start");
  if (square === board.treasure) return t("sphinx_treasure");
  const colour = board.card_squares[square];
  if (colour) return t("sphinx_card_square", { square, colour: noun(colour) });
  return t(board.mummies.includes(square) ? "sphinx_mummy_square" : "sphinx_square", { square });
}

/** The dice that lead to a square, in its corner. */
function badge(ends) {
  const text = [...new Set(ends.map((end) => (end.claim ? "!" : String(end.face))))].join(" ");
  const wide = 26 + 15 * (text.length - 1);
  return draw(
    "g",
    { class: "badge", transform: `translate(${44 - wide / 2} 33)` },
    draw("rect", { x: -wide / 2, y: -13, width: wide, height: 26, rx: 7 }),
    draw("text", { y: 8 }, text),
  );
}

/** A wall wherever two squares lie side by side without following each other, and around it all. */
function walls(board, at) {
  const doors = new Set(board.doors.flatMap(([one, other]) => [`${one}-${other}`, `${other}-${one}`]));
  const by = new Map([...at].map(([square, place]) => [String(place), square]));
  const lines = [];
  for (const [square, [x, y]] of at) {
    for (const [dx, dy] of SIDES) {
      const other = by.get(String([x + dx * SIDE, y + dy * SIDE]));
      if (other !== undefined && (other < square || Math.abs(other - square) === 1 || doors.has(`${square}-${other}`))) continue;
      const [mx, my] = [x + (dx * SIDE) / 2, y + (dy * SIDE) / 2];
      lines.push(`M${mx - (dy * SIDE) / 2} ${my - (dx * SIDE) / 2}L${mx + (dy * SIDE) / 2} ${my + (dx * SIDE) / 2}`);
    }
  }
  return [draw("path", { class: "wall shade", d: lines.join("") }), draw("path", { class: "wall", d: lines.join("") })];
}

/** A secret door: a disc under both squares and its leaf in the wall between them. */
function doorLeaf([one, other], at) {
  const [[x, y], [u, v]] = [at.get(one), at.get(other)];
  const turn = x === u ? 0 : 90;
  return draw(
    "g",
    { class: "door", transform: `translate(${(x + u) / 2} ${(y + v) / 2}) rotate(${turn})` },
    draw("circle", { class: "disc", r: 45 }),
    draw("rect", { class: "leaf", x: -46, y: -7, width: 92, height: 14, rx: 6 }),
  );
}

function pawn({ name, colour }) {
  return draw(
    "g",
    { class: "court-pawn", role: "img", "aria-label": name, data: { colour } },
    draw("ellipse", { class: "foot", cy: 20, rx: 20, ry: 8 }),
    draw("path", { class: "body", d: "M-17 20c0-16 7-20 7-30h20c0 10 7 14 7 30z" }),
    draw("circle", { class: "body", cy: -20, r: 14 }),
    draw("text", { class: "letter", y: -14.5 }, [...name][0].toUpperCase()),
  );
}

function aside(n, count) {
  if (count === 1) return [0, 4];
  return [[-22, -14], [22, -14], [-22, 20], [22, 20]][n] ?? [0, 4];
}

function listen(node, act) {
  node.addEventListener("click", act);
  node.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    act();
  });
}
