"""No local name hides a function of its module: what a word means stays the same down the page."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PLACES = (
    "table", "senses", "rooms", "app", "cli", "outputs", "web", "journal", "campaign",
    "rehearsal",
)  # fmt: skip
OURS = ("companion", "calibration", "hardware")


def shadows(text: str) -> list[str]:
    """Each local name that is also a function or class of the module, or imported from ours."""
    tree = ast.parse(text)
    known = {each.name for each in tree.body if isinstance(each, ast.FunctionDef | ast.ClassDef)}
    for each in tree.body:
        if isinstance(each, ast.ImportFrom) and (
            each.level or (each.module or "").startswith(OURS)
        ):
            known |= {alias.asname or alias.name for alias in each.names}
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    return [f"line {each.lineno}: {name}" for each in functions for name in _locals(each) & known]


def _locals(function: ast.FunctionDef) -> set[str]:
    given = {each.arg for each in (*function.args.args, *function.args.kwonlyargs)}
    stored = {
        node.id
        for node in ast.walk(function)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    return given | stored


@pytest.mark.parametrize("place", PLACES)
def test_no_local_name_hides_a_function(place: str) -> None:
    paths = sorted((ROOT / "companion" / place).rglob("*.py"))
    found = [f"{path.name}: {each}" for path in paths for each in shadows(path.read_text())]
    assert found == []


PLANTED = {
    "a variable": "def made(): ...\ndef keep():\n    made = 1\n    return made\n",
    "an argument": "def cell(): ...\ndef show(cell):\n    return cell\n",
    "a loop": "def entry(): ...\ndef read(rows):\n    for entry in rows:\n        pass\n",
    "an import": "from .store import entries\ndef build(entries):\n    return entries\n",
}


@pytest.mark.parametrize("text", PLANTED.values(), ids=PLANTED)
def test_a_planted_shadow_is_noticed(text: str) -> None:
    assert len(shadows(text)) == 1
