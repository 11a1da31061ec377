"""Where a room may be named: its own files, words and tests. Nobody else tells rooms apart.

Read from the source alone. An import, an identifier or a string that names a room is a breach; what
is written for people to read (docstrings, comments, sentences) is not, unless it is a command.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

PLACES = ("companion", "hardware", "calibration", "script", ".ci")
OWN = (
    "companion/games/{room}/",
    "companion/rooms/{room}.py",
    "companion/rehearsal/{room}",
    "tests/bench/campaign/{room}",
    "companion/web/static/rooms/",
    "calibration/boards/{room}.py",
    "calibration/paint/{room}/",
    "hardware/simulated/",
)
"""A room's own files, and the simulated bowl; what begins like this is its own."""
REGISTER = "companion/core/game.py"
"""The tuple of rooms."""
WORDS = "companion/words/"
PAGE = "companion/web/static"
THINGS = {
    "bowl": (
        "companion/senses/scale/",
        "companion/cli/weigh_in.py",
        "companion/workshop/weigh_in.py",
        "calibration/teach/weights.py",
    ),
    "wall": (
        "companion/journal/",
        "companion/house/game_card.py",
        "companion/house/status.py",
        "companion/hall/forgotten.py",
        "companion/hall/hall.py",
        "companion/hall/store/",
        "companion/table/record.py",
        "calibration/kit/",
        "calibration/paint/dig/",
        "calibration/paint/kheops/",
        "calibration/paint/sphinx/",
    ),
    "sphinx": ("companion/games/wall/",),
}
"""Where a word means a thing, not a room: the bowl on the scale, the clock on the wall, the walls
of a pit, the eyes of the sphinx. To import a room's module is a breach even there."""
SCENES = "calibration/geometry/board.py"
"""Reads scene files, which call their boards by names of their own."""
COMMAND = r"(?:companion [a-z-]+|default) ({rooms})\b"


def breaches(root: Path, rooms: tuple[str, ...]) -> list[str]:
    """Every place that names a room it does not belong to, one line each."""
    found = []
    for path in sorted(path for place in PLACES for path in (root / place).rglob("*.py")):
        where = path.relative_to(root).as_posix()
        if where in (REGISTER, SCENES) or where.startswith(WORDS):
            continue
        source = path.read_text()
        if not any(room in source.lower() for room in rooms):
            continue
        for line, text, kind in _texts(ast.parse(source, str(path))):
            for room in _named(text, kind, rooms):
                if not _may_name(where, room, kind):
                    found.append(f"{where}:{line}: names the room {room}: {text[:60]}")
    return found + list(_in_scripts(root, rooms))


def _in_scripts(root: Path, rooms: tuple[str, ...]) -> Iterator[str]:
    """The page's own scripts and styles, those of the rooms aside; comments do not count."""
    for path in sorted((root / PAGE).rglob("*.[jc]s*")):
        where = path.relative_to(root).as_posix()
        if where.startswith(f"{PAGE}/rooms/"):
            continue
        for line, text in enumerate(path.read_text("utf-8").splitlines(), 1):
            code = re.sub(r"//.*|^\s*/?\*.*", "", text)
            for room in _named(code, "script", rooms):
                yield f"{where}:{line}: names the room {room}: {text.strip()[:60]}"


def _may_name(where: str, room: str, kind: str) -> bool:
    own = (place.format(room=room) for place in OWN)
    things = () if kind == "module" else THINGS.get(room, ())
    return where.startswith((*own, *things))


def _named(text: str, kind: str, rooms: tuple[str, ...]) -> list[str]:
    if kind == "sentence":
        return re.findall(COMMAND.format(rooms="|".join(rooms)), text)
    parts = {part.lower() for part in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", text)}
    return [room for room in rooms if room in parts]


def _texts(tree: ast.Module) -> Iterator[tuple[int, str, str]]:
    """Each module, name, key and sentence with its line, and which of these it is."""
    documentation = {id(each.value) for each in ast.walk(tree) if isinstance(each, ast.Expr)}
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if id(node) not in documentation:
                yield line, node.value, "sentence" if re.search(r"\s", node.value) else "key"
        elif isinstance(node, ast.Import):
            yield from ((line, each.name, "module") for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield line, node.module or "", "module"
            yield from ((line, each.name, "name") for each in node.names)
        else:
            yield from ((line, name, "name") for name in _names(node))


def _names(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
            yield name
        case ast.keyword(arg=str(name)):
            yield name
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
