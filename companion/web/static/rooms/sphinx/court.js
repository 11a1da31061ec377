// The court of the sphinx: the spiral with walls, doors, special squares, sphinxes and pawns.

import { classes, draw, named, onTap } from "../../draw/elements.js";
import { keep } from "../../draw/keep.js";
import { letterOf } from "../../shell/people.js";
import { initial, noun, t } from "../../shell/words.js";
import { mummyHead, sphinxFigure, tinted } from "./faces.js";
import { aside, badge, doorLeaf, niche, placesOf, SIDE, walls } from "./masonry.js";

const NICHE = 94;

export class Court {
  /** *tap* gives what touching a cell does now: {say, act}, or null. */
  constructor(tap) {
    this.tap = tap;
    this.ground = draw("g", {});
    this.floor = draw("g", {});
    this.walls = draw("g", { class: "walls", "aria-hidden": "true" });
    this.trail = draw("g", { class: "trail", "aria-hidden": "true" });
    this.statues = draw("g", {});
    this.people = draw("g", {});
    this.node = draw(
      "svg",
      { class: "court", role: "group", "aria-label": t("sphinx_court") },
      this.ground,
      this.floor,
      this.walls,
      this.trail,
      this.statues,
      this.people,
    );
    this.at = new Map();
    this.pawns = [];
  }

  show(snapshot) {
    const { view, questions, refusal } = snapshot;
    const print = JSON.stringify([
      view.board,
      view.ends,
      view.way,
      view.phase,
      view.sphinxes,
      view.claim,
      questions.map((one) => [one.id, one.to]),
      refusal?.cells,
    ]);
    if (print !== this.print)
      this.lay(
        view,
        questions.flatMap((one) => one.cells),
        refusal?.cells ?? [],
      );
    this.print = print;
    this.stand(view);
  }

  lay(view, asked, wrong) {
    const { board } = view;
    if (this.board !== JSON.stringify(board)) this.build(board);
    const squares = board.squares.flat().map((square) => this.asSquare(square, view, asked, wrong));
    keep(this.floor, squares, ({ cell }) => cell, this.square.bind(this));
    const statues = view.sphinxes.seats.map((seat) => this.asStatue(seat, view));
    keep(this.statues, statues, ({ seat }) => seat, this.statue.bind(this));
    this.highlight(null);
  }

  /** What stays where it is for the whole game. */
  build(board) {
    this.board = JSON.stringify(board);
    this.at = placesOf(board);
    const [rows, columns] = [board.squares.length, board.squares[0].length];
    const [wide, high] = [columns * SIDE + 2 * NICHE, rows * SIDE + 2 * NICHE];
    this.node.setAttribute("viewBox", `${-NICHE} ${-NICHE} ${wide} ${high}`);
    this.ground.replaceChildren(
      draw("rect", { class: "ground", x: -NICHE + 2, y: -NICHE + 2, width: wide - 4, height: high - 4, rx: 26 }),
    );
    const stones = walls(board, this.at);
    this.walls.replaceChildren(
      draw("path", { class: "wall shade", d: stones }),
      draw("path", { class: "wall", d: stones }),
      ...board.doors.map((door) => doorLeaf(door, this.at)),
    );
  }

  /** All that a square shows: it is drawn again only if that has changed. */
  asSquare(square, { board, ends }, asked, wrong) {
    const cell = `s${square}`;
    return {
      cell,
      square,
      say: this.tap(cell)?.say ?? null,
      marks: classes(
        asked.includes(cell) && "asked",
        wrong.includes(cell) && "wrong",
        isGuard(board, square) && "guarded",
      ),
      place: this.at.get(square),
      label: describe(square, board),
      shows: shown(square, board),
      ends: ends.filter((end) => end.rest === square).map(({ claim, face }) => ({ claim, face })),
    };
  }

  square({ cell, square, say, marks, place: [x, y], label, shows, ends }) {
    const node = draw(
      "g",
      {
        class: classes("square", marks, say !== null && "choice"),
        transform: `translate(${x} ${y})`,
        ...tappable(say),
        "aria-label": label,
        data: { cell },
      },
      draw("rect", { class: "flag", x: -47, y: -47, width: 94, height: 94, rx: 8 }),
      draw("text", { class: "id", x: -38, y: -24 }, String(square)),
      " ",
      ...mark(shows),
      " ",
      ...(ends.length ? [badge(ends)] : []),
    );
    if (say !== null) onTap(named(node, say), () => this.tap(cell)?.act());
    return node;
  }

  asStatue(seat, { board, sphinxes, seats }) {
    const tap = this.tap(seat);
    const lookers = new Set(sphinxes.looks.filter((look) => look.where === seat).map((look) => look.seat));
    return {
      seat,
      say: tap?.say ?? null,
      marks: classes(tap?.chosen && "chosen", sphinxes.fallen === seat && "fallen"),
      place: seatAt(seat, board, this.at),
      looked: [...lookers].map((n) => ({ name: seats[n].name, colour: seats[n].colour })),
    };
  }

  statue({ seat, say, marks, place: [x, y], looked }) {
    const node = draw(
      "g",
      {
        class: classes("statue", say !== null && "choice", marks),
        transform: `translate(${x} ${y})`,
        ...tappable(say),
        "aria-label": statueText(seat, looked),
        data: { seat },
      },
      draw("rect", { class: "niche", x: -43, y: -42, width: 86, height: 84, rx: 10 }),
      sphinxFigure(),
      draw("text", { class: "id", x: -36, y: -22 }, seat),
      ...looked.map((one, n) =>
        draw("circle", { class: "looked", cx: 34 - 13 * n, cy: -32, r: 5.5, data: { colour: one.colour } }),
      ),
    );
    if (say !== null) onTap(named(node, say), () => this.tap(seat)?.act());
    return node;
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

  /** Preview the way to an end: every square that is passed, and where the pawn comes to rest. */
  preview(end) {
    this.trail.replaceChildren();
    if (!end) return;
    const points = end.way.map((square) => this.at.get(square));
    this.trail.append(
      draw("path", { class: "way", d: `M${points.map((point) => point.join(" ")).join("L")}` }),
      ...points.slice(1).map(([cx, cy]) => draw("circle", { class: "footstep", cx, cy, r: 9 })),
    );
  }

  highlight(cells) {
    for (const node of this.floor.querySelectorAll(".square"))
      node.classList.toggle("lit", cells?.includes(node.dataset.cell) ?? false);
  }
}

/** Where a sphinx stands: a guard on its square, a temple sphinx in the wall beside its square. */
function seatAt(seat, { guards, temples }, at) {
  return guards[seat] === undefined ? niche(temples[seat], at) : at.get(guards[seat]);
}

function statueText(seat, looked) {
  if (!looked.length) return noun(seat);
  return t("sphinx_looked_by", { sphinx: noun(seat), players: looked.map((one) => one.name).join(", ") });
}

function isGuard(board, square) {
  return Object.values(board.guards).includes(square);
}

const tappable = (say) => (say === null ? { role: "img" } : { role: "button", tabindex: "0" });

/** What is printed on a square: its card's colour, or the name of a drawing. */
function shown(square, board) {
  if (square === board.start) return { drawing: "start" };
  if (square === board.treasure) return { drawing: "treasure" };
  const colour = board.card_squares[square];
  if (colour) return { colour };
  return board.mummies.includes(square) ? { drawing: "mummy" } : {};
}

const DRAWINGS = {
  start: () => draw("path", { class: "arrow", d: "M-26-9h28v-15l26 24-26 24v-15h-28z" }),
  treasure: () => draw("path", { class: "treasure", d: "M0-34 9-10 34-10 14 5 22 30 0 15-22 30-14 5-34-10-9-10Z" }),
  mummy: mummyHead,
};

function mark({ drawing, colour }) {
  if (drawing) return [DRAWINGS[drawing]()];
  if (!colour) return [];
  const rect = draw("rect", {
    class: "card-mark",
    x: -20,
    y: -27,
    width: 40,
    height: 56,
    rx: 6,
    data: { card: colour },
  });
  return [tinted(rect, colour), draw("text", { class: "letter", y: 11, data: { card: colour } }, initial(colour))];
}

function describe(square, board) {
  if (square === board.start) return t("sphinx_start");
  if (square === board.treasure) return t("sphinx_treasure");
  const colour = board.card_squares[square];
  if (colour) return t("sphinx_card_square", { square, colour: noun(colour) });
  return t(board.mummies.includes(square) ? "sphinx_mummy_square" : "sphinx_square", { square });
}

function pawn({ name, colour }, n) {
  return draw(
    "g",
    { class: "court-pawn", role: "img", "aria-label": name, data: { colour, about: `seat-${n}` } },
    draw("ellipse", { class: "foot", cy: 20, rx: 20, ry: 8 }),
    draw("path", { class: "body", d: "M-17 20c0-16 7-20 7-30h20c0 10 7 14 7 30z" }),
    draw("circle", { class: "body", cy: -20, r: 14 }),
    draw("text", { class: "letter", y: -14.5 }, letterOf(name)),
  );
}
