// Laying the base: a tap on a tile lays it in the next empty cell, and another turns it where it lies.

import { base } from "../../table/moment.js";

export class Base {
  /** *send* posts a move for a cell, meant for the table of a number. */
  constructor(send) {
    this.send = send;
    this.sent = new Set();
    this.last = null;
    this.number = 0;
    this.line = Promise.resolve();
  }

  /** Whether a tile for this cell was sent and is not yet shown. */
  isOnItsWay(cell) {
    return this.sent.has(cell);
  }

  /** Whether this face is the one that was laid last: it can still be turned. */
  lies(face) {
    return this.last !== null && this.last.face.face === face?.face;
  }

  lay(cell, face) {
    this.last = { cell, face };
    this.post(cell, face, 0);
  }

  /** Turn the tile that was laid last; says whether there was one. */
  turn(face, turn) {
    if (!this.lies(face)) return false;
    this.post(this.last.cell, face, turn);
    return true;
  }

  forget() {
    this.last = null;
  }

  /** One after the other: each tile is meant for the table with the tiles before it. */
  post(cell, face, turn) {
    const move = { type: "LayBaseTile", cell, face: face.face, turn };
    this.sent.add(cell);
    this.line = this.line.then(async () => {
      const answer = await this.send(move, cell, Math.max(base(), this.number));
      this.number = answer.number ?? this.number;
      if (answer.kind !== "accepted") this.sent.delete(cell);
    });
  }
}
