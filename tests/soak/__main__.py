"""Plays many seeded games of a room faster than life and counts what went wrong.

A room's module has ``soak(games, first, pictures)``; a module with ``main(words)`` takes options of
its own.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from pathlib import Path
from types import ModuleType

HERE = Path(__file__).parent


def campaigns() -> dict[str, ModuleType]:
    """Every module here that can be asked for by its name."""
    names = sorted(path.stem for path in HERE.glob("*.py") if not path.stem.startswith("_"))
    found = {name: importlib.import_module(f"tests.soak.{name}") for name in names}
    return {name: each for name, each in found.items() if hasattr(each, "soak") or _alone(each)}


def _alone(campaign: ModuleType) -> bool:
    return hasattr(campaign, "main")


def main(words: list[str]) -> int:
    known = campaigns()
    if words and words[0] in known and _alone(known[words[0]]):
        return int(known[words[0]].main(words[1:]))
    parser = argparse.ArgumentParser(prog="script/soak", description=__doc__)
    rooms = [name for name, each in known.items() if not _alone(each)]
    parser.add_argument("room", choices=rooms)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first game")
    parser.add_argument(
        "--pictures", type=int, default=10, help="every N-th game through the eye; 0 for none"
    )
    wanted = parser.parse_args(words)
    return int(known[wanted.room].soak(wanted.games, wanted.first, wanted.pictures))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
