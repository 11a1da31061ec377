// A power used by tapping: a tile and its new turn, two pawns, or a pawn and where it goes.

import { el } from "../../draw/elements.js";
import { reply } from "../../shell/answers.js";
import { notify } from "../../shell/sheet.js";
import { base } from "../../table/moment.js";
import { t } from "../../shell/words.js";
import { looksAlike, pictureButton, tilePicture } from "./faces.js";

export class Aim {
  constructor(pyramid, mine) {
    this.pyramid = pyramid;
    this.mine = mine;
    this.box = el("div", { class: "aim" });
    this.first = null;
    this.since = 0;
    this.changed = () => {};
  }

  show({ view, questions }) {
    this.view = view;
    const question = questions.find((one) => one.topic === "power") ?? null;
    if (question?.id !== this.question?.id) this.first = null;
    this.question = question && this.mine(question) ? question : null;
    if (!this.question) return;
    this.ways = question.options.filter((option) => option.cells);
    this.firsts = [...new Set(this.ways.map((option) => option.cells[0]))];
    this.only = this.firsts.length === 1;
    if (!this.first && this.only) [this.first] = this.firsts;
    this.fill();
  }

  get active() {
    return this.question !== null && this.question !== undefined;
  }

  get turning() {
    return Boolean(this.view.power?.turnable.length);
  }

  /** What the question's card shows instead of a long list of answers. */
  answers(question) {
    if (question.topic !== "power" || !this.mine(question)) return null;
    return [this.box];
  }

  fill() {
    const others = this.question.options.filter((option) => !option.cells);
    this.box.replaceChildren(
      el("p", { class: "hint" }, this.hint()),
      ...this.turns(),
      el("div", { class: "choices" }, ...others.map((option) => this.button(option, [option.say], "less"))),
    );
  }

  hint() {
    const { symbol } = this.view.power;
    if (this.turning) return t(this.first ? "kheops_aim_turn" : "kheops_aim_tile", { cell: this.first ?? "" });
    if (!this.first) return t(symbol === "swap" ? "kheops_aim_swap" : "kheops_aim_move");
    return t(symbol === "swap" ? "kheops_aim_other" : "kheops_aim_target", { cell: this.first });
  }

  /** The chosen tile as it would lie after either turn. */
  turns() {
    if (!this.turning || !this.first) return [];
    const { tile } = this.at(this.first);
    if (looksAlike(tile))
      return [
        el(
          "div",
          { class: "choices" },
          this.act([t("kheops_turn_alike")], () => this.send([this.first])),
        ),
      ];
    const one = (option) =>
      pictureButton(
        tilePicture(this.first, tile, option.fields.turn),
        option.say,
        () => this.send(option.cells, option.fields),
        { class: "turn-pick", data: { option: option.name }, small: option.say },
      );
    return [el("div", { class: "turn-picks" }, ...this.from(this.first).map(one))];
  }

  act(nodes, act) {
    return el("button", { type: "button", class: "answer", on: { click: act } }, ...nodes);
  }

  button(option, nodes, extra = "") {
    return el(
      "button",
      {
        type: "button",
        class: `answer ${extra}`,
        data: { option: option.name },
        on: { click: () => reply(this.question, { option: option.name }) },
      },
      ...nodes,
    );
  }

  /** The ways that begin with a tap on a cell. */
  from(cell) {
    return this.ways.filter((option) => option.cells[0] === cell);
  }

  at(cell) {
    return this.view.cells.find((one) => one.id === cell);
  }

  marks() {
    if (!this.active) return { marks: {}, tappable: [] };
    const pairs = !this.turning && this.first !== null;
    const can = pairs ? this.from(this.first).map((option) => option.cells[1]) : this.firsts;
    return {
      marks: { can, chosen: this.first ? [this.first] : [], trigger: [this.view.power.cell] },
      tappable: [...new Set([...can, ...this.firsts])],
    };
  }

  tap(cell) {
    if (!this.active) return;
    this.pyramid.close();
    if (this.turning) this.tapTile(cell);
    else this.tapPawn(cell);
    this.fill();
    this.changed();
  }

  /** A tile that may be turned is chosen; any other is asked about, and refused with its clause. */
  tapTile(cell) {
    if (this.view.power.turnable.includes(cell)) this.choose(this.first === cell ? null : cell);
    else this.send([cell]);
  }

  /** The first of two taps: what follows is meant for the table as it is now. */
  choose(cell) {
    this.first = cell;
    this.since = base();
  }

  tapPawn(cell) {
    if (this.first === cell) this.choose(null);
    else if (this.first !== null) this.send([this.first, cell], {}, cell);
    else if (this.at(cell).pawn) this.choose(cell);
    else this.send([cell, cell], {}, cell);
  }

  /** An answer that came too late: the newer table is on the page by now, so the next tap means that one. */
  answered(answer) {
    if (answer.kind === "stale") this.since = answer.number;
    return answer;
  }

  send(points, fields = {}, cell = points[0]) {
    const say = (text, clause) => this.pyramid.say(cell, text, clause) || notify(text, clause);
    const since = this.first === null || this.only ? base() : this.since;
    return reply(this.question, { points, fields }, { say, since }).then((answer) => this.answered(answer));
  }
}
