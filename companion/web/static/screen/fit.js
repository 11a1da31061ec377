// A board as large as its place allows, whatever a room draws: it is laid out once and scaled.

/** Keep *board* inside *place*; the function given back does it again. */
export function fitted(place, board) {
  const fit = () => {
    if (place.hidden || !board.offsetHeight) return;
    const scale = scaleOf(place, board);
    board.style.transform = `translate(-50%, -50%) scale(${scale.toFixed(4)})`;
    document.documentElement.dataset.fitted = scale.toFixed(3);
  };
  new ResizeObserver(fit).observe(board);
  new ResizeObserver(fit).observe(place);
  return fit;
}

/** How much larger or smaller a board is drawn than it was laid out. */
export function scaleOf(place, board) {
  return Math.min(place.clientWidth / board.scrollWidth, place.clientHeight / board.scrollHeight);
}
