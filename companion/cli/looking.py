"""``companion look``: read folders of scenes, score what was read, and time it."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from calibration.errors import Complaint
from companion.senses.threads import limit_threads
from companion.words import load

from .measuring.changes import changes, read_before
from .measuring.reliability import by_set, drawn, expected_error
from .measuring.tallying import Outcome, kinds_table, sets_table

if TYPE_CHECKING:
    from calibration.kit.scenes import Edition, Scene
    from calibration.read.look import Look, Looker
    from calibration.teach.taught import Taught

REPEATS = 3
"""Repetitions when timing full reads and looks at an unchanged picture."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument(
        "folder", type=Path, nargs="+", help="folders of scenes; folders in them are read too"
    )
    parser.add_argument(
        "--teach",
        type=Path,
        nargs="+",
        required=True,
        help="folders of teaching frames: one for all, or one for each folder of scenes",
    )
    parser.add_argument("--json", type=Path, help="write every reading to this file")
    parser.add_argument("--against", type=Path, help="say what changed since this file was written")
    parser.add_argument("--reliability", type=Path, help="draw what chances are worth, as SVG")
    parser.add_argument(
        "--worse", nargs="+", default=[], help="make pictures worse first: 'warm light', ..."
    )
    parser.add_argument(
        "--aside", type=float, nargs="+", default=[], help="move clicked corners, in pixels"
    )
    parser.add_argument("--seed", type=int, default=1, help="for what is thrown by dice")
    parser.add_argument("--once", action="store_true", help="read every picture once, rough times")
    parser.add_argument("--threads", type=int, default=1, help="threads to use (default: 1)")
    parser.add_argument("--plain", action="store_true", help="no progress, no colours")


def reason_of(look: Look) -> str:
    """Why a board was refused, in English; the bare reason where there is no sentence for it."""
    said = look.reason
    if said is None:
        return ""
    return load().put(said.key, said.values) if said.key in load().texts else said.key


def main(args: argparse.Namespace) -> int:
    """Read, print the tables, write the files; 1 when nothing could be read."""
    limit_threads(args.threads)
    from calibration.errors import CalibrationError

    try:
        before = read_before(args.against) if args.against else None
        sets = list(_sets(args))
    except (CalibrationError, ValueError) as wrong:
        print(f"look: {wrong}", file=sys.stderr)
        return 1
    outcomes: list[Outcome] = []
    films: list[str] = []
    for one in sets:
        read = list(_outcomes(one, args))
        outcomes += read
        films += _films(read, one.taught)
    if args.json is not None:
        rows = [outcome.row(reason_of(outcome.look)) for outcome in outcomes]
        args.json.write_text(json.dumps({"scenes": rows}, indent=1) + "\n")
    reliable = by_set(outcomes)
    if args.reliability is not None:
        args.reliability.write_text(drawn(reliable))
    errors = {name: expected_error(steps) for name, steps in reliable.items()}
    against = changes(outcomes, before) if before is not None else []
    lines = [*kinds_table(outcomes), *films, "", *sets_table(outcomes, errors), *against]
    print("\n".join(lines))
    return 0 if outcomes else 1


@dataclass(frozen=True)
class Set:
    """Scenes that are read with one teaching."""

    name: str
    scenes: Sequence[Scene | Exception]
    taught: dict[Edition, Taught]
    worse: str = ""
    """how the pictures are made worse"""
    aside: float = 0.0
    """how far corners are clicked aside"""


def _sets(args: argparse.Namespace) -> Iterator[Set]:
    """Pair every folder of scenes with what was taught for it."""
    from calibration.kit.robustness import WORSE
    from calibration.kit.scenes import scenes_in, teachings_in

    if len(args.teach) not in (1, len(args.folder)):
        raise ValueError(f"{len(args.folder)} folders, but {len(args.teach)} to teach from")
    for name in args.worse:
        if name not in WORSE:
            raise ValueError(f"--worse {name}: expected some of {', '.join(WORSE)}")
    ways = [(name, 0.0) for name in args.worse] + [("", aside) for aside in args.aside]
    taught = [teachings_in(folder) for folder in args.teach]
    for number, folder in enumerate(args.folder):
        name = folder.resolve().parent.name if folder.name == "scenes" else folder.name
        known = taught[number if len(taught) > 1 else 0]
        for worse, aside in ways or [("", 0.0)]:
            told = worse or (f"{aside:g} px aside" if aside else "")
            title = f"{name}, {told}" if told else name
            yield Set(title, list(scenes_in(folder)), known, worse, aside)


def _outcomes(one: Set, args: argparse.Namespace) -> Iterator[Outcome]:
    from calibration.kit.scenes import Scene

    for number, scene in enumerate(one.scenes, 1):
        _progress(args.plain, number, len(one.scenes))
        result = _read(scene, one, args, number) if isinstance(scene, Scene) else str(scene)
        if isinstance(result, str):
            print(f"skipped: {result}", file=sys.stderr)
        else:
            yield result


def _progress(plain: bool, number: int, count: int) -> None:
    if not plain and sys.stderr.isatty():
        end = "\n" if number == count else ""
        print(f"\r{number}/{count}", end=end, file=sys.stderr, flush=True)


def _read(scene: Scene, one: Set, args: argparse.Namespace, number: int) -> Outcome | str:
    """Read one scene; the reason as text when it is corrupt."""
    from calibration.errors import CalibrationError
    from calibration.kit.robustness import clicked_aside, worsened
    from calibration.read.look import Look, Looker

    try:
        board, picture, corners = scene.board, scene.picture(), scene.told_corners
        scene.truth()
    except (CalibrationError, KeyError, TypeError, ValueError) as wrong:
        return f"{scene.path.name}: {wrong}"
    if one.worse:
        picture = worsened(one.worse, picture, args.seed + number)
    if one.aside and corners is not None:
        corners = clicked_aside(corners, one.aside, args.seed + number)
    if scene.edition not in one.taught:
        reason = Complaint(f"nothing was taught for {' '.join(scene.edition)}")
        return Outcome(scene, Look("refused", reason, {}, (reason,)), 0.0, 0.0, one.name)
    try:
        looker = Looker(board, one.taught[scene.edition], corners)
        looker.prepare()
        look, first = _timed(looker, picture)
        full, again = ([first], [_timed(looker, picture)[1]]) if args.once else ([], [])
        for _ in range(0 if args.once else REPEATS):
            looker.forget()
            full.append(_timed(looker, picture)[1])
            again.append(_timed(looker, picture)[1])
    except CalibrationError as wrong:
        return f"{scene.path.name}: {wrong}"
    return Outcome(scene, look, 1000 * median(full), 1000 * median(again), one.name)


def _timed(looker: Looker, picture: Any) -> tuple[Look, float]:
    """One look, and its CPU time in seconds."""
    start = time.process_time()
    look = looker.look(picture)
    return look, time.process_time() - start


def _films(outcomes: Sequence[Outcome], taught: dict[Edition, Taught]) -> list[str]:
    """Show every sequence to an eye and report its sightings."""
    films: dict[Path, list[Scene]] = {}
    for outcome in outcomes:
        if outcome.scene.film:
            films.setdefault(outcome.scene.path.parent, []).append(outcome.scene)
    return [_film(path.name, scenes, taught) for path, scenes in sorted(films.items())]


def _film(name: str, scenes: list[Scene], taught: dict[Edition, Taught]) -> str:
    from calibration.read.look import Looker
    from companion.senses.eye import Eye

    from .filming import Film

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


if __name__ == "__main__":
    _parser = argparse.ArgumentParser(prog="companion look", description=__doc__)
    add_arguments(_parser)
    raise SystemExit(main(_parser.parse_args()))
