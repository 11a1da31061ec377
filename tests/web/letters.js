/* eslint complexity: "off", no-unused-expressions: "off" */
/* global innerHeight, innerWidth, document, NodeFilter, SVGElement, getComputedStyle */
// What is too small or cut off on a big screen: letters below 1/45 of its height, text outside of it.
() => {
  const wrong = [];
  const root = document.documentElement;
  if (root.scrollHeight > innerHeight || root.scrollWidth > innerWidth) wrong.push("the page scrolls");
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const scaleOf = (node) => {
    const real = node.getBoundingClientRect();
    if (node instanceof SVGElement) return node.getBBox().height ? real.height / node.getBBox().height : 1;
    return node.offsetWidth ? real.width / node.offsetWidth : 1;
  };
  for (let text = walk.nextNode(); text; text = walk.nextNode()) {
    const node = text.parentElement;
    if (!text.data.trim() || ["SCRIPT", "STYLE", "NOSCRIPT", "title"].includes(node.tagName)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const { width, height, top, left, right, bottom } = range.getBoundingClientRect();
    if (width < 1 || height < 1 || node.closest("[hidden], .unseen, .skip")) continue;
    const letter = parseFloat(getComputedStyle(node).fontSize) * scaleOf(node);
    const name = `${node.getAttribute("class") ?? node.tagName}: ${text.data.trim().slice(0, 20)}`;
    if (letter < innerHeight / 45 - 0.1) wrong.push(`${name} is ${((letter * 45) / innerHeight).toFixed(2)} of the least`);
    if (top < -1 || left < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) wrong.push(`${name} is outside`);
  }
  return wrong;
};
