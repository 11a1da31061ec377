"""Photographs other people took: what is read with few lessons and with many.

A third of every set is set aside by a rule: the boards whose picture's hash is a multiple of
three. Nothing is chosen by them; both columns are printed. Lessons are drawn by dice from the
taught pictures and the boards of other parts, never from those set aside, nor of the same evening
where a set has several.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from companion.cli.look_tables import Tally, aligned, at_most, count
from companion.senses.threads import limit_threads

from .measures.evenings import evening_of

if TYPE_CHECKING:
    from calibration.teach.scenes import Scene

PARTS = 3
ASIDE = 0
HEAD = (
    "set", "lessons", "", "boards", "complete", "refused", "cells", "read", "things", "wrong",
    "at most", "untaught named", "ms",
)  # fmt: skip


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the bench takes."""
    parser.add_argument("folder", type=Path, help="a folder of sets, each with scenes and teach")
    parser.add_argument("--sets", nargs="+", default=[], help="only these")
    parser.add_argument(
        "--lessons", type=int, nargs="+", default=[0], help="0: as the set is taught; else by dice"
    )
    parser.add_argument("--seeds", type=int, nargs="+", default=[1], help="one draw for each")
    parser.add_argument("--every", type=int, default=1, help="read every so manieth board only")
    parser.add_argument("--json", type=Path, help="write every cell that is not right here")
    parser.add_argument("--tuned", action="store_true", help="leave out what is set aside")


@dataclass(frozen=True)
class Sitting:
    """Boards that are read with the same lessons."""

    boards: tuple[Scene, ...]
    lessons: tuple[Scene, ...]


@dataclass
class Row:
    """What came of one set, one number of lessons and one part."""

    tally: Tally = field(default_factory=Tally)
    things: int = 0
    things_right: int = 0
    strange: int = 0
    strange_named: int = 0


def part_of(scene: Scene) -> int:
    """Return which part of its set a board belongs to; the first is set aside."""
    picture = scene.path.parent / Path(str(scene.raw["image"])).name
    return int(hashlib.sha256(picture.read_bytes()).hexdigest(), 16) % PARTS


def main(args: argparse.Namespace) -> int:
    """Read, and print two rows for each set and number of lessons."""
    limit_threads(1)
    rows: dict[tuple[str, int, bool], Row] = {}
    kept: list[dict[str, Any]] = []
    folders = {path.name: path for path in sorted(args.folder.iterdir()) if path.is_dir()}
    for name in args.sets or folders:
        for lessons in args.lessons:
            for seed in args.seeds if lessons else args.seeds[:1]:
                for sitting in _sittings(folders, name, lessons, seed):
                    kept += _read(sitting, (name, lessons), rows, args)
        _tell(rows, name)
    if args.json is not None:
        args.json.write_text(json.dumps(kept, indent=1) + "\n")
    return 0 if rows else 1


def _tell(rows: dict[tuple[str, int, bool], Row], name: str) -> None:
    table = [HEAD, *(_row(key, row) for key, row in sorted(rows.items()) if key[0] == name)]
    print("\n".join(aligned(table)), flush=True)


def _scenes(folder: Path) -> list[Scene]:
    from calibration.teach.scenes import Scene, scenes_in

    return [scene for scene in scenes_in(folder) if isinstance(scene, Scene)]


def _sittings(folders: dict[str, Path], name: str, lessons: int, seed: int) -> Iterator[Sitting]:
    """Decide who is read with whom."""
    boards, taught = (_scenes(folders[name] / part) for part in ("scenes", "teach"))
    for edition in sorted({board.edition for board in boards}):
        own = [board for board in boards if board.edition == edition]
        shown = [one for one in taught if one.edition == edition]
        if not lessons:
            yield Sitting(tuple(own), tuple(shown))
            continue
        bare = [one for one in shown if not _things(one)]
        more = [*shown, *_others(folders, name, own)]
        for part in range(PARTS):
            some = tuple(board for board in own if part_of(board) == part)
            if some:
                pool = [one for one in more if _may_teach(one, some, shown)]
                dice = random.Random(f"{name} {edition} {lessons} {seed} {part}")
                few = dice.sample(pool, min(lessons, len(pool)))
                full = {one.id: one for one in (*bare, *few)}
                yield Sitting(some, tuple(full[key] for key in sorted(full)))


def _others(folders: dict[str, Path], name: str, own: Sequence[Scene]) -> list[Scene]:
    """Find boards that may teach: other evenings of the same things, else the same evening's."""
    from dataclasses import replace

    family = name.partition("-")[0]
    near = [board for key in folders if key.partition("-")[0] == family
            for board in _scenes(folders[key] / "scenes")]  # fmt: skip
    deck = {key: own[0].raw.get(key) for key in ("deck", "palette")}
    return [replace(board, raw={**board.raw, **deck}) for board in near]


def _may_teach(one: Scene, boards: Sequence[Scene], shown: Sequence[Scene]) -> bool:
    """Say whether a picture may be a lesson for some boards."""
    if any(one.id == other.id for other in shown):
        return bool(_things(one))
    evenings = {evening_of(board) for board in boards}
    if part_of(one) == ASIDE or not _things(one):
        return False
    if evening_of(one).startswith(("game", "math")):
        return evening_of(one) not in evenings
    return part_of(one) != part_of(boards[0])


def _things(scene: Scene) -> int:
    return sum(label != "empty" for label, _ in scene.truth().values())


def _read(
    sitting: Sitting,
    name: tuple[str, int],
    rows: dict[tuple[str, int, bool], Row],
    args: argparse.Namespace,
) -> Iterator[dict[str, Any]]:
    from calibration.read.reader import Looker
    from calibration.teach.scenes import teachings_of
    from companion.cli.look_tables import LookOutcome

    start = time.process_time()
    ((_, taught),) = teachings_of(sitting.lessons).items()
    spent = time.process_time() - start
    known = {lesson.label for lesson in taught.lessons}
    print(f"{name}: taught in {spent:.1f} s", file=sys.stderr, flush=True)
    for board in sitting.boards[:: args.every]:
        aside = part_of(board) == ASIDE
        if aside and args.tuned:
            continue
        row = rows.setdefault((*name, aside), Row())
        looker = Looker(board.board, taught, board.told_corners)
        picture = board.picture()
        start = time.process_time()
        look = looker.look(picture)
        spent = 1000 * (time.process_time() - start)
        count(row.tally, LookOutcome(board, look, spent, 0.0))
        for key, (label, _) in board.truth().items():
            cell = look.cells.get(key)
            said = cell.label if cell is not None else None
            if label != "empty":
                row.things += 1
                row.things_right += said == label
            if label not in known:
                row.strange += 1
                row.strange_named += said is not None
            if said != label:
                likely = max(cell.chances, key=cell.chances.__getitem__, default="") if cell else ""
                yield {
                    "set": name[0], "lessons": name[1], "aside": aside, "board": board.id,
                    "cell": key, "label": label, "said": said, "likely": likely,
                    "chance": round(cell.confidence, 3) if cell else 0.0,
                    "known": label in known,
                }  # fmt: skip


def _row(key: tuple[str, int, bool], row: Row) -> tuple[str, ...]:
    name, lessons, aside = key
    tally = row.tally
    return (
        name, str(lessons) if lessons else "as taught", "set aside" if aside else "tuned",
        str(tally.scenes), str(tally.perfect), str(tally.refused), str(tally.cells),
        f"{100 * tally.right / max(tally.cells, 1):.1f} %",
        f"{100 * row.things_right / max(row.things, 1):.1f} %", str(tally.wrong),
        f"{100 * at_most(tally.wrong, tally.right + tally.wrong):.2f} %",
        f"{row.strange_named} of {row.strange}",
        f"{median(tally.full_ms):.0f}" if tally.full_ms else "-",
    )  # fmt: skip
