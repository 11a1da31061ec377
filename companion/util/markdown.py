"""Our own guides as plain nodes: headings, paragraphs, lists, tables, code, pictures and links.

A node is its tag, its attributes and what is in it. A page builds elements of them, so nothing that
stands in a guide can ever be markup. Only what our guides use is known.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

Node = str | tuple[str, dict[str, str], list[Any]]
Link = Callable[[str], str]
"""Turns an address of the guide into one of the page; nothing where it leads nowhere."""

INLINE = re.compile(
    r"`(?P<code>[^`]+)`"
    r"|!\[(?P<alt>[^\]]*)\]\((?P<src>[^)\s]+)\)"
    r"|\[(?P<text>[^\]]+)\]\((?P<to>[^)\s]+)\)"
    r"|\*\*(?P<strong>[^*]+)\*\*"
    r"|(?<!\w)[*_](?P<em>[^*_]+)[*_](?!\w)"
)
ITEM = re.compile(r"(?P<bullet>[-*]|\d+\.) +(?P<text>.*)")
HEADING = re.compile(r"(?P<level>#{1,4}) +(?P<text>.*)")
BEGINS = ("#", "|", "```", "- ", "* ", "![")


def guide_nodes(text: str, link: Link = lambda to: to) -> list[Node]:
    """Read a guide.

    >>> guide_nodes("# Parts\\n\\nBuy *one*.")
    [('h1', {'id': 'parts'}, ['Parts']), ('p', {}, ['Buy ', ('em', {}, ['one']), '.'])]
    """
    return list(_blocks(text.splitlines(), link))


def _blocks(lines: list[str], link: Link) -> Iterator[Node]:
    at = 0
    while at < len(lines):
        line = lines[at]
        if not line.strip():
            at += 1
        elif line.startswith("```"):
            end = _until(lines, at + 1, lambda one: one.startswith("```"))
            yield "pre", {}, [("code", {}, ["\n".join(lines[at + 1 : end])])]
            at = end + 1
        elif found := HEADING.fullmatch(line):
            tag = f"h{len(found['level'])}"
            yield tag, {"id": anchor(found["text"])}, inline(found["text"], link)
            at += 1
        elif line.startswith("|"):
            end = _until(lines, at, lambda one: not one.startswith("|"))
            yield _table(lines[at:end], link)
            at = end
        elif ITEM.match(line):
            end = _until(lines, at, lambda one: not one.strip())
            yield _list(lines[at:end], link)
            at = end
        else:
            end = _until(lines, at + 1, lambda one: not one.strip() or one.startswith(BEGINS))
            yield "p", {}, inline(" ".join(map(str.strip, lines[at:end])), link)
            at = end


def _until(lines: list[str], at: int, ends: Callable[[str], bool]) -> int:
    return next((n for n in count(at) if n >= len(lines) or ends(lines[n])), at)


def anchor(text: str) -> str:
    """Return how a heading is linked to.

    >>> anchor("What to buy, and why")
    'what-to-buy-and-why'
    """
    return re.sub(r"[^\w-]", "", text.lower().replace(" ", "-"))


def _table(rows: list[str], link: Link) -> Node:
    cells = [[cell.strip() for cell in row.strip().strip("|").split(" | ")] for row in rows]
    body = [row for row in cells if not all(set(cell) <= set("|:- ") for cell in row)]
    made: list[Node] = [
        ("tr", {}, [("th" if not n else "td", {}, inline(cell, link)) for cell in row])
        for n, row in enumerate(body)
    ]
    return "table", {}, [("thead", {}, made[:1]), ("tbody", {}, made[1:])]


def _list(lines: list[str], link: Link) -> Node:
    items: list[list[str]] = []
    for line in lines:
        found = ITEM.match(line.strip()) if not line.startswith("  ") else None
        if found:
            items.append([found["text"]])
        else:
            items[-1].append(line.strip())
    first = ITEM.match(lines[0])
    tag = "ul" if first is not None and first["bullet"] in "-*" else "ol"
    return tag, {}, [("li", {}, inline(" ".join(item), link)) for item in items]


def inline(text: str, link: Link) -> list[Node]:
    """Read what stands inside a line."""
    nodes: list[Node] = []
    at = 0
    for found in INLINE.finditer(text):
        if found.start() > at:
            nodes.append(text[at : found.start()])
        nodes.append(_piece(found, link))
        at = found.end()
    return [*nodes, text[at:]] if at < len(text) else nodes


def _piece(found: re.Match[str], link: Link) -> Node:
    if found["code"]:
        return "code", {}, [found["code"]]
    if found["src"]:
        return "img", {"src": link(found["src"]), "alt": found["alt"]}, []
    if found["to"]:
        to = link(found["to"])
        return ("a", {"href": to}, inline(found["text"], link)) if to else found["text"]
    tag = "strong" if found["strong"] else "em"
    return tag, {}, inline(found["strong"] or found["em"], link)
