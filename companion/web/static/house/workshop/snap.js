// Snapping: a tap beside a corner of the board moves to where two edges cross most clearly.

const WINDOW = 3; // pixels to each side over which edges are added up
const CLEAR = 6; // a corner stands out this many times from what else is around
const LEAST = 600; // and is no mere grain

/** Brightness of a picture's pixels (RGBA), row by row. */
export function greys({ data, width, height }) {
  const grey = new Float32Array(width * height);
  for (let n = 0; n < grey.length; n += 1) {
    grey[n] = 0.114 * data[4 * n + 2] + 0.587 * data[4 * n + 1] + 0.299 * data[4 * n];
  }
  return { grey, width, height };
}

/** How strongly two edges cross at a pixel: the smaller of the two ways in which brightness changes. */
function crossing({ grey, width }, x, y) {
  let [across, down, both] = [0, 0, 0];
  for (let v = y - WINDOW; v <= y + WINDOW; v += 1) {
    for (let u = x - WINDOW; u <= x + WINDOW; u += 1) {
      const at = v * width + u;
      const right = (grey[at + 1] - grey[at - 1]) / 2;
      const low = (grey[at + width] - grey[at - width]) / 2;
      const weight = (WINDOW + 1 - Math.abs(u - x)) * (WINDOW + 1 - Math.abs(v - y));
      across += weight * right * right;
      down += weight * low * low;
      both += weight * right * low;
    }
  }
  const middle = (across + down) / 2;
  return middle - Math.sqrt(((across - down) / 2) ** 2 + both ** 2);
}

/** The corner within *reach* pixels of a place; the place itself where none stands out. */
export function snapped(picture, [x, y], reach) {
  const { width, height } = picture;
  const edge = WINDOW + 1;
  const found = [];
  for (let v = Math.max(edge, Math.round(y - reach)); v <= Math.min(height - 1 - edge, y + reach); v += 1) {
    for (let u = Math.max(edge, Math.round(x - reach)); u <= Math.min(width - 1 - edge, x + reach); u += 1) {
      const away = Math.hypot(u - x, v - y) / reach;
      if (away <= 1) found.push({ at: [u, v], clear: crossing(picture, u, v), near: 1 - away / 2 });
    }
  }
  if (!found.length) return [x, y];
  const usual = found.map(({ clear }) => clear).sort((a, b) => a - b)[Math.floor(found.length / 2)];
  const best = found.reduce((one, other) => (other.clear * other.near > one.clear * one.near ? other : one));
  return best.clear > LEAST && best.clear > CLEAR * usual ? best.at : [x, y];
}
