// Kheops: puts the pyramid, the hand, the powers and the count together for the shell.

import { el } from "../../draw/elements.js";
import { mayAnswer } from "../../table/may.js";
import { t } from "../../shell/words.js";
import { Aim } from "./aim.js";
import { answerFace } from "./faces.js";
import { Hand } from "./hand.js";
import { corners } from "./outline.js";
import { Pyramid } from "./pyramid.js";
import { showSeats } from "./seats.js";

const HEADLINES = { pawn: "kheops_headline_pawn", power: "kheops_headline_power", tile: "kheops_headline_tile" };

/** The signs of the common sheet that this room draws. */
export const SIGNS = [];

/** Open the room in the places the shell gives it. */
export function open(places) {
  const pyramid = new Pyramid(tap);
  const hand = new Hand(pyramid, places.notes);
  const aim = new Aim(pyramid, mayAnswer);
  const pile = el("p", { class: "pile", "aria-live": "off" });
  const site = el("div", { class: "site" }, el("div", { class: "yard" }, pyramid.node, pile), hand.steps);
  places.board.append(site, photoDoor());
  let latest = null;
  const count = new Count(site, drawPart);
  hand.changed = aim.changed = paint;

  function tap(cell) {
    if (aim.active) aim.tap(cell);
    else hand.tap(cell);
    paint();
  }

  /** Marks of what may be tapped, what is asked, what is refused, what has just happened. */
  function paint() {
    if (!latest) return;
    const { marks, tappable } = aim.active ? aim.marks() : hand.marks();
    pyramid.mark({ ...marksOf(latest), ...marks }, tappable);
  }

  /** Draw a path, the ankhs, or in the end all paths together over the pyramid. */
  function drawPart(part, partOver) {
    if (!latest) return;
    const { view } = latest;
    const at = new Map(view.cells.map((cell) => [cell.id, corners(cell.id, view.side)]));
    const known = new Map(view.cells.filter((cell) => cell.tile).map((cell) => [cell.id, cell.tile]));
    const paths = view.phase === "over" ? view.paths : [];
    pyramid.overlay(...partOver(part, { paths }, at, known));
    count.evidence?.show(part, paths, known);
  }

  return {
    show(snapshot) {
      const before = latest;
      latest = snapshot;
      const { view } = snapshot;
      if (before && before.number !== snapshot.number) pyramid.close();
      pyramid.lay(view.side, view.cells, view.base);
      aim.show(snapshot);
      hand.show(snapshot);
      paint();
      pile.textContent = view.phase === "setup" ? "" : t("kheops_pile", { count: view.pile });
      count.show(view);
      refusedAt(pyramid, snapshot, before);
    },
    headline,
    showSeats,
    answerFace,
    answers: (question) => aim.answers(question),
    highlight: (cells) => pyramid.highlight(cells?.map((name) => name.split(":")[0]) ?? null),
    corrections: async (...given) => (await import("./corrections.js")).corrections(...given),
  };
}

/** The count path by path. While the pyramid grows it waits folded away, and comes when somebody unfolds it. */
class Count {
  constructor(site, draw) {
    Object.assign(this, { site, draw, tale: null, evidence: null, view: null, part: null, partOver: null });
    this.summary = el("summary");
    this.door = el("details", { class: "so-far", hidden: true }, this.summary);
    this.door.addEventListener("toggle", () => this.door.open && this.tell());
    site.append(this.door);
  }

  show(view) {
    this.view = view;
    const over = view.phase === "over";
    this.door.hidden = over || !view.paths.length;
    this.summary.textContent = t("kheops_so_far", { count: view.paths.length });
    if (this.tale || over) this.tell();
  }

  async tell() {
    this.tale ??= this.open();
    const tale = await this.tale;
    const over = this.view.phase === "over";
    if (over) this.site.append(tale.node);
    else this.door.append(tale.node);
    tale.show(this.view, inColours(this.view), over);
  }

  async open() {
    return new (await import("./tale.js")).Tale(this.look.bind(this));
  }

  /** Draw a part, for the referee over what the camera saw too; of an unfinished pyramid nobody may look at one. */
  async look(part) {
    this.part = part;
    if (part || this.view.phase === "over") {
      const image = document.querySelector("#picture img");
      if (image) this.evidence ??= new (await import("./evidence.js")).Evidence(image);
      this.partOver ??= (await import("./count.js")).partOver;
    }
    if (this.part === part) this.draw(part, this.partOver ?? (() => []));
  }
}

/** Counting from a photograph is behind a door: what it needs comes when somebody opens it. */
function photoDoor() {
  const door = el("details", {}, el("summary", {}, t("kheops_photo")));
  const hidden = !document.documentElement.dataset.scoring;
  const node = el("section", { class: "photo", "aria-label": t("kheops_photo"), hidden }, door);
  const furnish = async () => new (await import("./photo.js")).Photo(node, door);
  door.addEventListener("toggle", furnish, { once: true });
  return node;
}

/** The seats in the order of the colours, which is the order of the count. */
function inColours({ seats, ankhs }) {
  return ankhs.map(({ colour }) => {
    const { name } = seats.find((seat) => seat.colour === colour);
    return { name, colour };
  });
}

function marksOf({ questions, refusal, rulings, view }) {
  const [last] = rulings.filter((ruling) => !ruling.undone);
  const bare = (names) => names.map((name) => name.split(":")[0]);
  const fresh = view.phase === "over" ? [] : (last?.sentences ?? []).flatMap((one) => one.cells);
  return {
    fresh: view.phase === "setup" ? [] : bare(fresh),
    asked: bare(questions.filter((one) => one.topic === "doubt").flatMap((one) => one.cells)),
    wrong: bare(refusal?.cells ?? []),
  };
}

/** A refusal of what the camera saw is shown at its cell. */
function refusedAt(pyramid, { refusal }, before) {
  const [cell] = refusal?.cells ?? [];
  if (!cell && before?.refusal) pyramid.close();
  if (!cell || JSON.stringify(before?.refusal) === JSON.stringify(refusal)) return;
  pyramid.say(cell.split(":")[0], refusal.say, refusal.clause);
}

function headline({ view }) {
  const player = view.seats[view.turn].name;
  if (view.phase === "over") return t("phase_over");
  if (view.phase === "setup") return t("phase_setup");
  return t(HEADLINES[view.phase], { player });
}
