"""The walks of docs/architecture.md lead through the tree as it stands, in at most twelve hops."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
WALKS = PAGE.partition("## Walks")[2].partition("\n## ")[0]
HOP = re.compile(r"^(\d+)\. `([\w./]+)` `(\w+)`", re.MULTILINE)


def walks() -> dict[str, list[tuple[str, str]]]:
    """Each walk by its name: the files and what happens in each."""
    parts = re.split(r"^\*\*(.+?)\*\*$", WALKS, flags=re.MULTILINE)[1:]
    named = zip(parts[::2], parts[1::2], strict=True)
    return {name: [(m[2], m[3]) for m in HOP.finditer(text)] for name, text in named}


def source(name: str) -> Path:
    """A file of the tree; a script of the page goes by its name alone."""
    if "/" in name:
        return ROOT / name
    shared = (ROOT / "companion/web/static").rglob(name)
    (found,) = (path for path in shared if "rooms" not in path.parts)
    return found


@pytest.mark.parametrize("name", ["One frame", "One tap", "One weight sample"])
def test_a_walk_takes_at_most_twelve_hops(name: str) -> None:
    assert 8 <= len(walks()[name]) <= 12


@pytest.mark.parametrize(
    ("name", "function"), sorted({hop for hops in walks().values() for hop in hops})
)
def test_every_hop_is_where_the_walk_says(name: str, function: str) -> None:
    text = source(name).read_text("utf-8")
    assert re.search(rf"\b(def|function) {function}\b", text), f"{name} has no {function}"


def test_every_file_the_picture_names_is_there() -> None:
    named = re.findall(r"`((?:companion|calibration|hardware|tests|script|systemd)/[\w./]*)`", PAGE)
    assert [each for each in named if not (ROOT / each).exists()] == []
