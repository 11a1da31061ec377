// What is behind words: every colour that a gradient or a solid ground may put there, and how it differs from theirs.

const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
const colours = new Map();

/** A colour of any notation as [red, green, blue, alpha]. */
export function read(text) {
  if (!colours.has(text)) {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    colours.set(text, [r, g, b, a / 255]);
  }
  return colours.get(text);
}

export const over = ([r, g, b, a], under) => [r, g, b].map((one, n) => one * a + under[n] * (1 - a));
const linear = (one) => (one / 255 <= 0.04045 ? one / 255 / 12.92 : ((one / 255 + 0.055) / 1.055) ** 2.4);
const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);

function ratio(one, other) {
  const [bright, dark] = [light(one), light(other)].sort((a, b) => b - a);
  return (bright + 0.05) / (dark + 0.05);
}

const COLOUR = /(?:rgba?|color|oklch|oklab|hsla?)\([^()]*\)/g;
const LAYER = /(?:repeating-)?(?:linear|radial|conic)-gradient\((?:[^()]|\([^()]*\))*\)|url\([^)]*\)|none/g;

/** The layers of a background that cover all of it; a small one is a drawing beside the words. */
function layers({ backgroundImage, backgroundSize }) {
  const sizes = backgroundSize.split(",").map((one) => one.trim());
  const covers = (size) => /^(auto|cover|100%)/.test(size);
  return (backgroundImage.match(LAYER) ?? []).filter((_, n) => covers(sizes[n % sizes.length]));
}

/** Every colour that may lie behind an element: each stop of each gradient, down to what is solid. */
function behind(node) {
  const style = getComputedStyle(node);
  const solid = read(style.backgroundColor);
  const painted = layers(style)
    .map((layer) => (layer.match(COLOUR) ?? []).map(read))
    .filter((stops) => stops.length)
    .toReversed();
  const covered = solid[3] >= 1 || painted.some((stops) => stops.every((stop) => stop[3] >= 1));
  const under = covered || !node.parentElement ? [[20, 16, 22]] : behind(node.parentElement);
  const paint = (below, stops) => below.flatMap((one) => stops.map((stop) => over(stop, one)));
  return painted.reduce(paint, paint(under, [solid]));
}

/** How far the words of an element are from what is behind them, at worst, and how far they have to be. */
export function contrastOf(node) {
  const style = getComputedStyle(node);
  const size = parseFloat(style.fontSize);
  const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
  const text = read(style.color);
  const worst = Math.min(...behind(node).map((one) => ratio(over(text, one), one)));
  return { worst, least: large ? 3 : 4.5, size };
}
