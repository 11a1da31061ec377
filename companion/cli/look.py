"""``companion look``: read folders of scenes, score what was read, and time it."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from calibration.errors import Complaint
from companion.senses.threads import limit_threads
from companion.words import load

from .command import Commands, add
from .look_tables import LookOutcome, kinds_table, sets_table

if TYPE_CHECKING:
    from calibration.read.reader import Look, Looker
    from calibration.read.taught import Taught
    from calibration.teach.scenes import Edition, Scene

Change = Callable[[int, Any, Any], tuple[Any, Any]]
"""Changes the picture and the told corners of a scene; the first is the scene's number."""
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
    parser.add_argument("--once", action="store_true", help="read every picture once, rough times")
    parser.add_argument("--threads", type=int, default=1, help="threads to use (default: 1)")
    parser.add_argument("--plain", action="store_true", help="no progress, no colours")


def add_commands(commands: Commands) -> None:
    add_arguments(add(commands, "look", main))


def reason_of(look: Look) -> str:
    """Say in English why a board was refused; the bare reason if there is no sentence for it."""
    said = look.reason
    if said is None:
        return ""
    return load().put(said.key, said.values) if said.key in load().texts else said.key


def main(args: argparse.Namespace) -> int:
    """Read, print the tables, write the file; 1 when nothing could be read."""
    limit_threads(args.threads)
    from calibration.errors import CalibrationError

    try:
        sets = list(sets_of(args.folder, args.teach))
    except (CalibrationError, ValueError) as wrong:
        print(f"look: {wrong}", file=sys.stderr)
        return 1
    outcomes = [outcome for one in sets for outcome in outcomes_of(one, args)]
    write_readings(args.json, outcomes)
    print("\n".join([*kinds_table(outcomes), "", *sets_table(outcomes)]))
    return 0 if outcomes else 1


def write_readings(path: Path | None, outcomes: Sequence[LookOutcome]) -> None:
    """Write every reading to a file, where one was asked for."""
    if path is not None:
        rows = [outcome.row(reason_of(outcome.look)) for outcome in outcomes]
        path.write_text(json.dumps({"scenes": rows}, indent=1) + "\n")


@dataclass(frozen=True)
class Set:
    """Scenes that are read with one teaching."""

    name: str
    scenes: Sequence[Scene | Exception]
    taught: dict[Edition, Taught]


def sets_of(folders: Sequence[Path], teach: Sequence[Path]) -> Iterator[Set]:
    """Pair every folder of scenes with what was taught for it."""
    from calibration.teach.scenes import scenes_in, teachings_in

    if len(teach) not in (1, len(folders)):
        raise ValueError(f"{len(folders)} folders, but {len(teach)} to teach from")
    taught = [teachings_in(folder) for folder in teach]
    for number, folder in enumerate(folders):
        name = folder.resolve().parent.name if folder.name == "scenes" else folder.name
        yield Set(name, list(scenes_in(folder)), taught[number if len(taught) > 1 else 0])


def outcomes_of(
    one: Set, args: argparse.Namespace, change: Change | None = None
) -> Iterator[LookOutcome]:
    """Read every scene of a set, changed first if asked; what cannot be read is reported."""
    from calibration.teach.scenes import Scene

    for number, scene in enumerate(one.scenes, 1):
        _progress(args.plain, number, len(one.scenes))
        if isinstance(scene, Scene):
            result = _read(scene, one, args.once, partial(change, number) if change else None)
        else:
            result = str(scene)
        if isinstance(result, str):
            print(f"skipped: {result}", file=sys.stderr)
        else:
            yield result


def _progress(plain: bool, number: int, count: int) -> None:
    if not plain and sys.stderr.isatty():
        end = "\n" if number == count else ""
        print(f"\r{number}/{count}", end=end, file=sys.stderr, flush=True)


def _read(
    scene: Scene, one: Set, once: bool, change: Callable[[Any, Any], tuple[Any, Any]] | None
) -> LookOutcome | str:
    """Read one scene; the reason as text when it is corrupt."""
    from calibration.errors import CalibrationError
    from calibration.read.reader import Look, Looker

    try:
        board, picture, corners = scene.board, scene.picture(), scene.told_corners
        scene.truth()
    except (CalibrationError, KeyError, TypeError, ValueError) as wrong:
        return f"{scene.path.name}: {wrong}"
    if change:
        picture, corners = change(picture, corners)
    if scene.edition not in one.taught:
        reason = Complaint(f"nothing was taught for {' '.join(scene.edition)}")
        return LookOutcome(scene, Look("refused", reason, {}, (reason,)), 0.0, 0.0, one.name)
    try:
        looker = Looker(board, one.taught[scene.edition], corners)
        looker.prepare()
        look, first = _timed(looker, picture)
        full, again = ([first], [_timed(looker, picture)[1]]) if once else ([], [])
        for _ in range(0 if once else REPEATS):
            looker.forget()
            full.append(_timed(looker, picture)[1])
            again.append(_timed(looker, picture)[1])
    except CalibrationError as wrong:
        return f"{scene.path.name}: {wrong}"
    return LookOutcome(scene, look, 1000 * median(full), 1000 * median(again), one.name)


def _timed(looker: Looker, picture: Any) -> tuple[Look, float]:
    """Return one look, and its CPU time in seconds."""
    start = time.process_time()
    look = looker.look(picture)
    return look, time.process_time() - start
