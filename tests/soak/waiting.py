"""Plays the same painted games with hints from the rules and without, and says how long the table
waited after the last movement before it ruled, how often it asked, and what was wrong.

    script/soak waiting --games 3 wall bowl
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path
from statistics import mean, median
from typing import Any

from companion.core.game import ROOMS, load_room
from tests.bench.campaign.evening import Evening, Played

from . import bowl, dig, kheops, sphinx, wall


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="script/soak waiting", description=__doc__)
    parser.add_argument("rooms", nargs="*", help=f"of {', '.join(ROOMS)}; all where none is named")
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first game")
    wanted = parser.parse_args(words)
    wrong = 0
    for room in wanted.rooms or ROOMS:
        for hinting in (False, True):
            wrong += _played(room, range(wanted.first, wanted.first + wanted.games), hinting)
    return 1 if wrong else 0


def _played(room: str, seeds: range, hinting: bool) -> int:
    Evening.hinting = hinting
    begun, scenery, box = time.process_time(), *scenery_in(room)
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        reports = [game_of(room, box, seed, scenery, Path(folder)) for seed in seeds]
    rests = [rest for report in reports for rest in report.rests]
    wrong = [what for report in reports for what in report.wrong]
    print(
        f"{room:7} {'hints' if hinting else 'alone':6} {len(reports)} games, {len(rests)} rulings "
        f"after {mean(rests):.2f} s of rest (median {median(rests):.2f}, most {max(rests):.2f}), "
        f"asked {_sum(reports, 'asked')}, refused {_sum(reports, 'refused')}, wrong {len(wrong)}, "
        f"{time.process_time() - begun:.0f} s of CPU",
        flush=True,
    )
    for what in wrong:
        print(f"  {what}")
    return len(wrong)


def _sum(reports: list[Played], name: str) -> int:
    """How often something happened; some rooms count it by kinds."""
    counts = [getattr(report, name, 0) for report in reports]
    return sum(count if isinstance(count, int) else count.total() for count in counts)


def scenery_in(room: str) -> tuple[Any, Any]:
    box = load_room(room).load_box(None)
    if room == "kheops":
        box = kheops.small_box()
        return kheops.kheops_scenery(box, kheops.SIZES[1]), box
    made: dict[str, Any] = {
        "wall": lambda: wall.scenery_of(box),
        "bowl": lambda: bowl.bowl_scenery(box),
        "dig": lambda: dig.dig_scenery(box, dig.SIZE),
        "sphinx": lambda: sphinx.sphinx_scenery(box, sphinx.SIZE),
    }
    return made[room](), box


def game_of(room: str, box: Any, seed: int, scenery: Any, folder: Path) -> Any:
    rooms: dict[str, Any] = {
        "wall": wall,
        "bowl": bowl,
        "dig": dig,
        "kheops": kheops,
        "sphinx": sphinx,
    }
    return rooms[room].played(box, seed, scenery, folder)
