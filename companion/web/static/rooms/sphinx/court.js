// The court of the sphinx: the spiral with walls, doors, special squares, sphinxes and pawns.

import { classes, draw, named, onTap } from "../../draw/elements.js";
import { letterOf } from "../../shell/people.js";
import { initial, noun, t } from "../../shell/words.js";
import { mummyHead, sphinxFigure, tinted } from "./faces.js";
import { aside, badge, doorLeaf, niche, placesOf, SIDE, walls } from "./masonry.js";

const NICHE = 94;

export class Court {
  /** *tap* gives what touching a cell does now: {say, act}, or null. */
  constructor(tap) {
    this.tap = tap;
    this.floor = draw("g", {});
    this.walls = draw("g", { class: "walls", "aria-hidden": "true" });
    this.trail = draw("g", { class: "trail", "aria-hidden": "true" });
    this.statues = draw("g", {});
    this.people = draw("g", {});
    this.node = draw(
      "svg",
      { class: "court", role: "group", "aria-label": t("sphinx_court") },
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
    this.at = placesOf(board);
    const [rows, columns] = [board.squares.length, board.squares[0].length];
    this.node.setAttribute("viewBox", `${-NICHE} ${-NICHE} ${columns * SIDE + 2 * NICHE} ${rows * SIDE + 2 * NICHE}`);
    this.floor.replaceChildren(
      draw("rect", {
        class: "ground",
        x: -NICHE + 2,
        y: -NICHE + 2,
        width: columns * SIDE + 2 * NICHE - 4,
        height: rows * SIDE + 2 * NICHE - 4,
        rx: 26,
      }),
      ...board.squares.flat().map((square) => this.square(square, view, asked, wrong)),
    );
    const stones = walls(board, this.at);
    this.walls.replaceChildren(
      draw("path", { class: "wall shade", d: stones }),
      draw("path", { class: "wall", d: stones }),
      ...board.doors.map((door) => doorLeaf(door, this.at)),
    );
    this.statues.replaceChildren(...view.sphinxes.seats.map((seat) => this.statue(seat, view)));
  }

  square(square, view, asked, wrong) {
    const { board } = view;
    const [x, y] = this.at.get(square);
    const cell = `s${square}`;
    const ends = view.ends.filter((end) => end.rest === square);
    const tap = this.tap(cell);
    const colour = board.card_squares[square];
    const node = draw(
      "g",
      {
        class: classes(
          "square",
          asked.includes(cell) && "asked",
          wrong.includes(cell) && "wrong",
          tap && "choice",
          isGuard(board, square) && "guarded",
        ),
        transform: `translate(${x} ${y})`,
        role: tap ? "button" : "img",
        tabindex: tap ? "0" : null,
        "aria-label": describe(square, board),
        data: { cell },
      },
      draw("rect", { class: "flag", x: -47, y: -47, width: 94, height: 94, rx: 8 }),
      draw("text", { class: "id", x: -38, y: -24 }, String(square)),
      " ",
      ...mark(square, board, colour),
      " ",
      ...ends.slice(0, 1).map(() => badge(ends)),
    );
    if (tap) onTap(named(node, tap.say), tap.act);
    return node;
  }

  statue(seat, view) {
    const [x, y] = seatAt(seat, view.board, this.at);
    const tap = this.tap(seat);
    const looked = [...new Set(view.sphinxes.looks.filter((look) => look.where === seat).map((look) => look.seat))].map(
      (n) => view.seats[n],
    );
    const node = draw(
      "g",
      {
        class: classes("statue", tap && "choice", tap?.chosen && "chosen", view.sphinxes.fallen === seat && "fallen"),
        transform: `translate(${x} ${y})`,
        role: tap ? "button" : "img",
        tabindex: tap ? "0" : null,
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
    if (tap) onTap(named(node, tap.say), tap.act);
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

function mark(square, board, colour) {
  if (square === board.start) return [draw("path", { class: "arrow", d: "M-26-9h28v-15l26 24-26 24v-15h-28z" })];
  if (square === board.treasure)
    return [draw("path", { class: "treasure", d: "M0-34 9-10 34-10 14 5 22 30 0 15-22 30-14 5-34-10-9-10Z" })];
  if (colour)
    return [
      tinted(
        draw("rect", { class: "card-mark", x: -20, y: -27, width: 40, height: 56, rx: 6, data: { card: colour } }),
        colour,
      ),
      draw("text", { class: "letter", y: 11, data: { card: colour } }, initial(colour)),
    ];
  return board.mummies.includes(square) ? [mummyHead()] : [];
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
