// The sheet of art, from which signs are drawn.

/** Put a sheet of signs into the page: all of them, or only some. */
export async function loadSigns(address, signs) {
  const only = signs ? `?signs=${signs.join(",")}` : "";
  const text = await (await fetch(`${address}${only}`)).text();
  const art = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  art.setAttribute("class", "unseen");
  art.setAttribute("aria-hidden", "true");
  document.body.prepend(document.adoptNode(art));
  return art;
}
