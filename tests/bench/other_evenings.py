"""Other evenings, cameras and decks: boards read with what other evenings taught, made otherwise.

What is unseen may be read less; it must not be read wrongly. What was never taught or is hidden may
not be named at all.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cli.look_tables import (
    LookOutcome,
    Tally,
    aligned,
    at_most,
    count,
    expected_error,
    steps_of,
)
from companion.senses.threads import limit_threads

from .measures.evenings import Sitting, drawn, folds, sittings

if TYPE_CHECKING:
    from calibration.read.taught import Taught
    from calibration.teach.scenes import Edition, Scene

HEAD = (
    "set", "boards", "complete", "refused", "cells", "read", "wrong and sure", "strange: named",
    "at most", "expected error", "ms",
)  # fmt: skip
AS_IT_IS = "as it is"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("folder", type=Path, nargs="+", help="folders of scenes")
    parser.add_argument(
        "--teach", type=Path, nargs="+", required=True, help="one for each folder, or one for all"
    )
    parser.add_argument(
        "--ways", nargs="+", default=[AS_IT_IS], help="names, or: all, tuned, held-out"
    )
    parser.add_argument(
        "--folds", type=int, default=0, help="mix scenes and teaching, read each part by the others"
    )
    parser.add_argument(
        "--teachers", type=int, nargs="+", default=[], help="teach with so many boards, by dice"
    )
    parser.add_argument(
        "--without", type=int, default=0, help="leave so many labels out of the teaching, by dice"
    )
    parser.add_argument(
        "--apart", action="store_true", help="no teachers whose names begin as the board's does"
    )
    parser.add_argument("--every", type=int, default=1, help="read every so manieth board only")
    parser.add_argument("--seed", type=int, default=1, help="for what is thrown by dice")
    parser.add_argument("--json", type=Path, help="write every reading to this file")
    parser.add_argument("--crops", type=Path, help="keep a picture of every wrong cell here")


def main(args: argparse.Namespace) -> int:
    """Read every sitting in every way; print one row for each, and every wrong cell."""
    limit_threads(1)
    ways = _ways(args.ways)
    rows: list[tuple[str, ...]] = [HEAD]
    kept: list[dict[str, Any]] = []
    known: dict[tuple[str, ...], dict[Edition, Taught]] = {}
    groups: dict[str, list[LookOutcome]] = {}
    for sitting in _sittings(args):
        who = tuple(f"{t.path}{len(t.raw['cells'])}" for t in sitting.teachers)
        if who not in known:
            known[who] = _taught(sitting)
        taught = known[who]
        for way in ways:
            name = sitting.name if way == AS_IT_IS else f"{sitting.name}, {way}"
            for outcome in _outcomes(sitting, taught, way, name, args):
                groups.setdefault(name, []).append(outcome)
    for name, outcomes in groups.items():
        rows.append(_row(name, outcomes))
        kept += [outcome.row(str(outcome.look.reason or "")) for outcome in outcomes]
    if args.json is not None:
        args.json.write_text(json.dumps({"scenes": kept}, indent=1) + "\n")
    print("\n".join(aligned(rows)))
    return 0 if groups else 1


def _ways(names: Sequence[str]) -> list[str]:
    from tests.bench.pictures.otherwise import HELD_OUT, OTHERWISE, TUNED

    told = {"all": tuple(OTHERWISE), "tuned": TUNED, "held-out": HELD_OUT}
    ways = [way for name in names for way in told.get(name, (name,))]
    for way in ways:
        if way != AS_IT_IS and way not in OTHERWISE:
            raise SystemExit(f"--ways {way}: expected some of {', '.join(OTHERWISE)}")
    return ways


def _sittings(args: argparse.Namespace) -> Iterator[Sitting]:
    if len(args.teach) not in (1, len(args.folder)):
        raise SystemExit(f"{len(args.folder)} folders, but {len(args.teach)} to teach from")
    for number, folder in enumerate(args.folder):
        teach = args.teach[number if len(args.teach) > 1 else 0]
        name = folder.resolve().parent.name if folder.name == "scenes" else folder.name
        boards, teachers = _scenes(folder), _scenes(teach)
        plan = (
            folds(name, [*boards, *teachers], args.folds)
            if args.folds
            else sittings(name, boards, teachers, args.apart)
        )
        for sitting in plan:
            some = replace(sitting, boards=sitting.boards[:: args.every])
            few = [drawn(some, n, args.seed) for n in args.teachers] or [some]
            yield from (_without(one, args.without, args.seed) for one in few)


def _scenes(folder: Path) -> list[Scene]:
    from calibration.teach.scenes import Scene, scenes_in

    found = {scene.id: scene for scene in scenes_in(folder) if isinstance(scene, Scene)}
    return list(found.values())


def _without(sitting: Sitting, many: int, seed: int) -> Sitting:
    """The same with some labels left out of the teaching."""
    if not many:
        return sitting
    labels = {label for t in sitting.teachers for label, _ in t.truth().values()} - {"empty"}
    gone = set(random.Random(seed).sample(sorted(labels), min(many, len(labels) - 2)))
    teachers = tuple(
        replace(
            t, raw={**t.raw, "cells": [c for c in t.raw["cells"] if c.get("label") not in gone]}
        )
        for t in sitting.teachers
    )
    return Sitting(f"{sitting.name}, without {many}", sitting.boards, teachers)


def _taught(sitting: Sitting) -> dict[Edition, Taught]:
    from calibration.teach.scenes import teachings_of

    return teachings_of(sitting.teachers)


def _outcomes(
    sitting: Sitting, taught: dict[Edition, Taught], way: str, name: str, args: argparse.Namespace
) -> Iterator[LookOutcome]:
    from tests.bench.pictures.otherwise import only_taught, otherwise

    for number, scene in enumerate(sitting.boards):
        if scene.edition not in taught:
            continue
        labels = {label for t in sitting.teachers for label, _ in t.truth().values()}
        shot = scene.picture(), only_taught(scene, frozenset(labels))
        if way != AS_IT_IS:
            shot = otherwise(way, shot, args.seed + number)
        outcome = _read(*shot, taught[scene.edition], name)
        _tell_wrong(outcome, shot[0], args.crops)
        yield outcome


def _read(picture: Any, scene: Scene, taught: Taught, name: str) -> LookOutcome:
    from calibration.read.reader import Looker

    looker = Looker(scene.board, taught, scene.true_corners)
    looker.prepare()
    start = time.process_time()
    look = looker.look(picture)
    return LookOutcome(scene, look, 1000 * (time.process_time() - start), 0.0, name)


def _tell_wrong(outcome: LookOutcome, picture: Any, crops: Path | None) -> None:
    """Print every cell that is wrong and sure, and keep a picture of it."""
    for key, (label, hidden) in outcome.scene.truth().items():
        cell = outcome.look.cells.get(key)
        if cell is None or cell.label in (None, label):
            continue
        chance = cell.chances[cell.label]
        told = f"{outcome.group}: {outcome.scene.id} {key}, {label}"
        told += f" ({hidden:.0%} hidden)" if 0 < hidden < 1 else ""
        print(f"wrong: {told}: {cell.label} {chance:.3f}", flush=True)
        if crops is not None:
            _keep(outcome, picture, key, f"{cell.label}", crops)


def _keep(outcome: LookOutcome, picture: Any, key: str, said: str, crops: Path) -> None:
    from tests.bench.pictures.otherwise import crop_of

    crops.mkdir(parents=True, exist_ok=True)
    name = f"{outcome.group} {outcome.scene.id} {key} {said}".replace("/", "-")
    (crops / f"{name}.png").write_bytes(crop_of(picture, outcome.scene, key))


def _row(name: str, outcomes: Sequence[LookOutcome]) -> tuple[str, ...]:
    x = Tally()
    for outcome in outcomes:
        count(x, outcome)
    strange = x.hidden_right + x.hidden_wrong + x.hidden_abstained
    wrong = x.wrong + x.hidden_wrong
    bound = at_most(wrong, x.right + x.hidden_right + wrong)
    times = sorted(x.full_ms)
    return (
        name,
        str(x.scenes),
        str(x.perfect),
        str(x.refused),
        str(x.cells),
        f"{100 * x.right / max(x.cells, 1):.1f} %",
        str(x.wrong),
        f"{x.hidden_wrong} of {strange}",
        f"{100 * bound:.2f} %",
        f"{100 * expected_error(steps_of(outcomes)):.2f} %",
        f"{times[len(times) // 2]:.0f}" if times else "-",
    )
