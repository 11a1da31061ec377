// What axe leaves open: contrast on gradients and pictures of colour, and how large targets are.
// Evaluated in a page; gives {contrast: [...], small: [...], under44: number}.

(() => {
  const LEAST = 4.5;
  const LEAST_LARGE = 3;
  const SMALLEST = 24;
  const GOOD = 44;

  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });

  /** A colour of any notation as [red, green, blue, alpha]. */
  function read(text) {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  }

  const over = ([r, g, b, a], under) => [r, g, b].map((one, n) => one * a + under[n] * (1 - a));
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

  const shown = (node) =>
    node.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    node.getBoundingClientRect().width > 1 &&
    !node.closest(".unseen, .skip, [inert], [disabled], [aria-disabled=true], svg");

  const own = (node) => [...node.childNodes].some((one) => one.nodeType === Node.TEXT_NODE && one.data.trim());
  const named = (node) => `${node.localName}.${[...node.classList].join(".")} "${node.textContent.trim().slice(0, 24)}"`;

  const contrast = [];
  for (const node of document.querySelectorAll("body *")) {
    if (!own(node) || !shown(node)) continue;
    const style = getComputedStyle(node);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const text = read(style.color);
    const worst = Math.min(...behind(node).map((one) => ratio(over(text, one), one)));
    if (worst < (large ? LEAST_LARGE : LEAST)) contrast.push(`${worst.toFixed(2)} ${named(node)}`);
  }

  const targets = [...document.querySelectorAll("button, a[href], input, select, summary, [role=button]")];
  const inText = (node) => node.localName === "a" && getComputedStyle(node).display === "inline";
  const sizes = targets
    .filter((node) => shown(node) && !inText(node))
    .map((node) => [node, Math.min(node.getBoundingClientRect().width, node.getBoundingClientRect().height)]);
  return {
    contrast: [...new Set(contrast)],
    small: sizes.filter(([, size]) => size < SMALLEST).map(([node, size]) => `${size.toFixed(0)} px ${named(node)}`),
    under44: sizes.filter(([, size]) => size < GOOD - 0.5).length,
  };
})();
