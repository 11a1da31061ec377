// The referee's picture of the table with the path over it that is being looked at.

import { draw } from "../../draw/elements.js";
import { partOver } from "./count.js";
import { ordered } from "./outline.js";

export class Evidence {
  /** *image* is the shell's picture of the board; only the referee has one. */
  constructor(image) {
    this.image = image;
    this.over = draw("svg", { class: "evidence-over", "aria-hidden": "true", preserveAspectRatio: "none" });
    this.places = null;
    if (!image || !document.documentElement.dataset.scoring) return;
    image.after(this.over);
    image.addEventListener("load", () => (this.asked ? this.draw() : this.load()));
    if (image.naturalWidth) this.load(); // it came before somebody looked at a path
  }

  /** Where the cells lie; asked for when there is a picture to draw on. */
  async load() {
    this.asked = true;
    const answer = await fetch("/score/places.json");
    if (!answer.ok) return;
    const found = Object.entries(await answer.json());
    this.places = found.map(([cell, points]) => [cell, ordered(cell, points)]);
    this.draw();
  }

  /** Draw a part of the count over the picture; paths all together where it is null. */
  show(part, paths, known) {
    Object.assign(this, { part, paths, known });
    this.draw();
  }

  draw() {
    if (!this.places || !this.image?.naturalWidth || !this.known) return;
    const [wide, high] = [this.image.naturalWidth, this.image.naturalHeight];
    const at = new Map(this.places.map(([cell, points]) => [cell, points.map(([x, y]) => [x * wide, y * high])]));
    this.over.setAttribute("viewBox", `0 0 ${wide} ${high}`);
    this.over.replaceChildren(...partOver(this.part, { paths: this.paths }, at, this.known));
  }
}
