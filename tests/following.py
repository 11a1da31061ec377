"""Follows a page of docs/ word by word in a copy of the tree.

A page may say four things. A path on a line of its own above a block: write this file. "In `path`,
replace" one block "with" another, or "below" one block "add" another: change this file. "Run" above
a block of sh: run it at the root of the tree.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
COPIED = ("companion", "hardware", "calibration", "tests")
PATH = r"`(?P<path>[\w./-]+)`"
BLOCK = r"```\w*\n(?P<{}>.*?)^```$"
STEP = re.compile(
    rf"^{PATH}\n\n{BLOCK.format('text')}"
    rf"|^In {PATH.replace('path', 'changed')}, (?P<how>replace|below)\n\n{BLOCK.format('old')}"
    rf"\n\n(?:with|add)\n\n{BLOCK.format('new')}"
    rf"|^Run\n\n{BLOCK.format('command')}",
    re.MULTILINE | re.DOTALL,
)


class CannotFollow(AssertionError):
    """A step of a page that the tree doesn't allow."""


def page(name: str) -> str:
    return (ROOT / "docs" / name).read_text("utf-8")


def copy_tree(root: Path) -> None:
    """Copy what a page may change, and what tests it."""
    for part in COPIED:
        shutil.copytree(ROOT / part, root / part, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "docs"):
        (root / name).symlink_to(ROOT / name)


def follow(text: str, root: Path) -> int:
    """Do what a page says, step by step; return how many steps it has."""
    steps = list(STEP.finditer(text))
    for step in steps:
        if step["path"]:
            _write(root / step["path"], step["text"])
        elif step["changed"]:
            _change(root / step["changed"], step["how"], step["old"], step["new"])
        else:
            subprocess.run(["sh", "-eu", "-c", step["command"]], cwd=root, check=True)
    return len(steps)


def _write(path: Path, text: str) -> None:
    if path.exists():
        raise CannotFollow(f"{path} is there already")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def _change(path: Path, how: str, old: str, new: str) -> None:
    before = path.read_text("utf-8")
    if before.count(old) != 1:
        raise CannotFollow(f"{path} has {before.count(old)} times:\n{old}")
    path.write_text(before.replace(old, new if how == "replace" else old + new), "utf-8")


def run(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python in the copy, which it alone can see."""
    return subprocess.run(
        [sys.executable, "-P", *arguments],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        check=False,
    )
