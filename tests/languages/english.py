"""English sentences in code, which people would read in English only.

A string of four words or more is taken for a sentence; docstrings, lines of the log and questions
to SQLite apart.
What engineers alone read is allowed by place, each with its reason.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

from tests.silence import is_log_line

ROOT = Path(__file__).parents[2]
PACKAGES = ("companion", "calibration", "hardware")
SENTENCE = re.compile(r"[A-Za-z]{2,}[,;:]?(?: [A-Za-z'{}0-9-]+[,;:.?!]?){3,}")
SQL = re.compile(r"\s*(SELECT|INSERT|DELETE|CREATE|DROP|UPDATE|PRAGMA|BEGIN)\b")

ALLOWED = {
    "for engineers: scenes with their truth, rehearsed parts": (
        "calibration/teach/scenes.py",
        "companion/cli/look.py",
        "companion/cli/look_tables.py",
        "hardware/simulated/*",
    ),
    "for programmers: boards, signs, labels and roles are named in code": (
        "calibration/boards/*",
        "calibration/paint/*",
        "calibration/geometry/board.py",
        "calibration/geometry/markers.py",
        "calibration/geometry/pictures.py",
        "companion/core/roles.py",
        "companion/house/demonstration.py",
        "companion/house/rule_guide.py",
    ),
    "caught where it is raised; people read that a file is damaged": (
        "calibration/teach/arrays.py",
        "calibration/teach/exemplars.py",
        "calibration/teach/learnt_file.py",
        "calibration/teach/store.py",
        "companion/house/package_file.py",
    ),
    "what exactly is torn, for the report beside a damaged journal": (
        "companion/journal/hash_chain.py",
        "companion/journal/reader.py",
        "companion/journal/recovery.py",
        "companion/journal/store.py",
        "companion/journal/vault.py",
    ),
    "the log, and answers to no browser of ours": (
        "companion/app/watchdog.py",
        "companion/util/log.py",
        "companion/web/server/http_handler.py",
        "companion/web/server/http_handler.py",
        "companion/web/server/access_log.py",
    ),
    "the names of acts, as docs/manners.md lists them": ("companion/web/table/rights.py",),
    "a remark in a file that is written": (
        "companion/house/preferences.py",
        "companion/workshop/boxes/store.py",
    ),
    "for whoever writes a language": ("companion/words/*",),
    "what makers call their cameras": ("hardware/field_of_view.py",),
}
"""Where English is allowed, by reason."""
PLACES = tuple(place for places in ALLOWED.values() for place in places)


@dataclass(frozen=True)
class Found:
    """A sentence in a file."""

    file: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.text!r} belongs into companion/words"


def refused(root: Path = ROOT) -> list[Found]:
    """Sentences that no reason allows."""
    return [one for one in found(root) if not is_allowed(one.file)]


def is_allowed(file: str, places: tuple[str, ...] = PLACES) -> bool:
    return any(fnmatch(file, place) for place in places)


def found(root: Path = ROOT) -> Iterator[Found]:
    """Every sentence in the code below a folder."""
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            yield from _in(path, path.relative_to(root).as_posix())


def _in(path: Path, file: str) -> Iterator[Found]:
    tree = ast.parse(path.read_text("utf-8"))
    remarks = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr)}
    logged = {id(n.args[0]) for n in ast.walk(tree) if is_log_line(n) and n.args}
    pieces = {id(v) for n in ast.walk(tree) if isinstance(n, ast.JoinedStr) for v in n.values}
    for node in ast.walk(tree):
        if id(node) in remarks | logged | pieces:
            continue
        text = _text(node)
        if SENTENCE.search(text) and not SQL.match(text):
            yield Found(file, getattr(node, "lineno", 0), text)


def _text(node: ast.AST) -> str:
    """The words of a string; {} stands for what is put into it."""
    if isinstance(node, ast.JoinedStr):
        return "".join(_text(value) or "{}" for value in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
