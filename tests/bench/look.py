"""Read folders of scenes as they are or made worse, and compare with the truth and with before.

What ``companion look`` prints, and besides: pictures made worse, corners clicked aside, sequences
shown to an eye, what changed since another run, and a diagram of what chances are worth.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from calibration.errors import CalibrationError
from calibration.read.reader import Looker
from calibration.read.taught import Taught
from calibration.teach.scenes import Edition, Scene
from companion.cli import look
from companion.cli.look import Change, Set, outcomes_of, sets_of, write_readings
from companion.cli.look_tables import LookOutcome, by_set, kinds_table, sets_table
from companion.senses.eye import Eye
from companion.senses.threads import limit_threads
from hardware.ports import Frame

from .measures.changes import changes, read_before
from .measures.reliability import drawn
from .pictures.robustness import WORSE, clicked_aside, worsened

SECONDS_PER_FRAME = 0.2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the bench takes."""
    look.add_arguments(parser)
    parser.add_argument("--against", type=Path, help="say what changed since this file was written")
    parser.add_argument("--reliability", type=Path, help="draw what chances are worth, as SVG")
    parser.add_argument(
        "--worse", nargs="+", default=[], help="make pictures worse first: 'warm light', ..."
    )
    parser.add_argument(
        "--aside", type=float, nargs="+", default=[], help="move clicked corners, in pixels"
    )
    parser.add_argument("--seed", type=int, default=1, help="for what is thrown by dice")


def main(args: argparse.Namespace) -> int:
    """Read, print the tables, write the files; 1 when nothing could be read."""
    limit_threads(args.threads)
    try:
        before = read_before(args.against) if args.against else None
        sets = list(_varied_sets(args))
    except (CalibrationError, ValueError) as wrong:
        print(f"look: {wrong}", file=sys.stderr)
        return 1
    outcomes: list[LookOutcome] = []
    films: list[str] = []
    for one, change in sets:
        read = list(outcomes_of(one, args, change))
        outcomes += read
        films += _films(read, one.taught)
    write_readings(args.json, outcomes)
    if args.reliability is not None:
        args.reliability.write_text(drawn(by_set(outcomes)))
    against = changes(outcomes, before) if before is not None else []
    print("\n".join([*kinds_table(outcomes), *films, "", *sets_table(outcomes), *against]))
    return 0 if outcomes else 1


def _varied_sets(args: argparse.Namespace) -> Iterator[tuple[Set, Change | None]]:
    """Name every set in every way its pictures are changed."""
    for name in args.worse:
        if name not in WORSE:
            raise ValueError(f"--worse {name}: expected some of {', '.join(WORSE)}")
    ways: list[tuple[str, Change]] = [(name, _worse(name, args.seed)) for name in args.worse]
    ways += [(f"{aside:g} px aside", _aside(aside, args.seed)) for aside in args.aside]
    for one in sets_of(args.folder, args.teach):
        if not ways:
            yield one, None
        for told, change in ways:
            yield Set(f"{one.name}, {told}", one.scenes, one.taught), change


def _worse(name: str, seed: int) -> Change:
    return lambda number, picture, corners: (worsened(name, picture, seed + number), corners)


def _aside(pixels: float, seed: int) -> Change:
    def change(number: int, picture: Any, corners: Any) -> tuple[Any, Any]:
        if corners is not None and pixels:
            corners = clicked_aside(corners, pixels, seed + number)
        return picture, corners

    return change


def _films(outcomes: Sequence[LookOutcome], taught: dict[Edition, Taught]) -> list[str]:
    """Show every sequence to an eye and report its sightings."""
    films: dict[Path, list[Scene]] = {}
    for outcome in outcomes:
        if outcome.scene.film:
            films.setdefault(outcome.scene.path.parent, []).append(outcome.scene)
    return [_film(path.name, scenes, taught) for path, scenes in sorted(films.items())]


def _film(name: str, scenes: list[Scene], taught: dict[Edition, Taught]) -> str:
    first = scenes[0]
    if first.edition not in taught:
        return f"sequence {name}: nothing was taught for it"
    film = Film(scenes)
    eye = Eye(film, Looker(first.board, taught[first.edition], first.told_corners))
    seen_at = [(film.number - 1, seen) for _ in scenes if (seen := eye.step()) is not None]
    news = []
    for (_, before), (number, after) in zip(seen_at, seen_at[1:], strict=False):
        new = {
            key: _best(after.readings[key].chances)
            for key in after.readings
            if _best(after.readings[key].chances) != _best(before.readings[key].chances)
        }
        news.append(f"frame {number}: {new}")
    beginning = f"first at frame {seen_at[0][0]}" if seen_at else "none"
    return f"sequence {name}: {len(seen_at)} sightings, {beginning}; {'; '.join(news)}"


def _best(chances: Any) -> str:
    return max(chances, key=lambda label: chances[label], default="unreadable")


class Film:
    """A camera that shows the frames of one sequence, five in a second."""

    def __init__(self, scenes: list[Scene], seconds: float = SECONDS_PER_FRAME) -> None:
        self._scenes = scenes
        self._seconds = seconds
        self.number = 0

    def read(self) -> Frame | None:
        """The next frame; None after the last."""
        if self.number >= len(self._scenes):
            return None
        self.number += 1
        picture = self._scenes[self.number - 1].picture()
        return Frame(self.number, self.number * self._seconds, picture)

    def close(self) -> None:
        """Nothing to let go of."""
