"""Questions have a topic: finds code that looks at the beginning of a question's id instead."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

CUTS = {"startswith", "removeprefix", "partition", "split", "find", "index"}
CARDS = {"card"}
"""The id of a card may be read: its beginning is printed on it."""
IN_JAVASCRIPT = re.compile(r"\bid\s*\??\.\s*(startsWith|split|slice|substring|indexOf|match)\(")


def id_readers(root: Path, *folders: str) -> list[str]:
    """Every place under *folders* where an id is cut apart, one line each."""
    paths = [path for folder in folders for path in sorted((root / folder).rglob("*"))]
    return [
        f"{path.relative_to(root)}:{line}: a question is told apart by its topic, not by its id"
        for path in paths
        for line in _lines(path)
    ]


def _lines(path: Path) -> Iterator[int]:
    if path.suffix == ".py":
        tree = ast.parse(path.read_text())
        yield from (node.lineno for node in ast.walk(tree) if _cuts(node))  # type: ignore[attr-defined]
    if path.suffix == ".js":
        lines = path.read_text().splitlines()
        yield from (n for n, line in enumerate(lines, 1) if IN_JAVASCRIPT.search(line))


def _cuts(node: ast.AST) -> bool:
    """``question.id.startswith(...)``, ``question.id[:5]`` and the like."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Attribute(value=owner, attr="id"), attr=name)):
            return name in CUTS and not _is_card(owner)
        case ast.Subscript(value=ast.Attribute(value=owner, attr="id")):
            return not _is_card(owner)
    return False


def _is_card(owner: ast.expr) -> bool:
    return isinstance(owner, ast.Name) and owner.id in CARDS
