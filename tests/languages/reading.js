// What a page shows outside the brackets of the pseudo-language, and what it cuts off.
(names) => {
  const left = new Set();
  const cut = new Set();
  const strip = (text) => {
    let before = "";
    while (before !== text) {
      before = text;
      text = text.replace(/⟦[^⟦⟧]*⟧/g, " ");
    }
    text = text.replace(/^⟦\w{0,4}$/, " "); // the letter of a colour
    for (const name of names) text = text.replaceAll(name, " ");
    return text;
  };
  const english = (text) => /[A-Za-z]{3,}/.test(strip(text).replace(/[A-Z]+-[A-Za-z0-9-]+/g, " "));
  const seen = (node) => {
    const style = getComputedStyle(node);
    const box = node.getBoundingClientRect();
    return style.visibility !== "hidden" && style.display !== "none" && box.width > 2 && box.height > 2;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement;
    const text = walker.currentNode.textContent.trim();
    if (!text || ["SCRIPT", "STYLE", "NOSCRIPT", "OPTION"].includes(node.tagName) || node.closest("[lang]:not(html)")) continue;
    if (!seen(node) || node.closest(".unseen, .skip")) continue;
    if (english(text)) left.add(text.slice(0, 80));
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const box = (node instanceof SVGElement ? node : range).getBoundingClientRect();
    if (box.right > innerWidth + 1) cut.add(`beyond the edge: ${text.slice(0, 60)}`);
    for (let up = node; up && up !== document.body; up = up.parentElement) {
      const { overflowX } = getComputedStyle(up);
      const edge = up.getBoundingClientRect();
      if (["hidden", "clip"].includes(overflowX) && box.right > edge.right + 2 && edge.width > 2)
        cut.add(`cut by ${up.id ? `#${up.id}` : `.${up.className.baseVal ?? up.className}`}: ${text.slice(0, 60)}`);
      if (["auto", "scroll"].includes(overflowX)) break;
    }
  }
  for (const node of document.querySelectorAll("[aria-label],[alt],[title],[placeholder]"))
    for (const name of ["aria-label", "alt", "title", "placeholder"]) {
      const text = node.getAttribute(name);
      if (text && english(text)) left.add(`${name}: ${text.slice(0, 80)}`);
    }
  return { left: [...left], cut: [...cut] };
};
