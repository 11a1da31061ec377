// What a page shows outside the brackets of the pseudo-language, and what it cuts off.
// Evaluated in the page with the names that stay as they are.

/* global document, getComputedStyle, innerWidth, NodeFilter, SVGElement */

(names) => {
  const LABELS = ["aria-label", "alt", "title", "placeholder"];
  const SILENT = "script, style, noscript, option, [lang]:not(html), .unseen, .skip";

  /** A text without what is in brackets, without names and the letters of colours. */
  const bare = (text) => {
    const outside = text.replace(/⟦[^⟦⟧]*⟧/g, " ").replace(/^⟦\w{0,4}$/, " ");
    return outside === text ? names.reduce((rest, name) => rest.replaceAll(name, " "), text) : bare(outside);
  };
  const isEnglish = (text) => /[A-Za-z]{3,}/.test(bare(text).replace(/[A-Z]+-[A-Za-z0-9-]+/g, " "));

  const isSeen = (node) => {
    const { visibility, display } = getComputedStyle(node);
    const { width, height } = node.getBoundingClientRect();
    return visibility !== "hidden" && display !== "none" && width > 2 && height > 2;
  };

  const rightOf = (text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    const node = text.parentElement;
    return (node instanceof SVGElement ? node : range).getBoundingClientRect().right;
  };

  /** What cuts a text off at its right end; what can be scrolled cuts nothing off. */
  const cutter = (text) => {
    const right = rightOf(text);
    if (right > innerWidth + 1) return "the edge";
    for (let up = text.parentElement; up && up !== document.body; up = up.parentElement) {
      const { overflowX } = getComputedStyle(up);
      const edge = up.getBoundingClientRect();
      if (["auto", "scroll"].includes(overflowX)) return "";
      if (["hidden", "clip"].includes(overflowX) && edge.width > 2 && right > edge.right + 2) return up.id || up.tagName;
    }
    return "";
  };

  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) texts.push(walker.currentNode);
  const read = texts.filter(
    ({ textContent, parentElement }) =>
      textContent.trim() && !parentElement.closest(SILENT) && isSeen(parentElement),
  );
  const labels = [...document.querySelectorAll(LABELS.map((name) => `[${name}]`).join(","))].flatMap((node) =>
    LABELS.map((name) => node.getAttribute(name) ?? ""),
  );
  const shown = [...read.map((text) => text.textContent.trim()), ...labels];
  return {
    left: [...new Set(shown.filter(isEnglish))],
    cut: read.filter(cutter).map((text) => `${cutter(text)}: ${text.textContent.trim().slice(0, 60)}`),
  };
};
