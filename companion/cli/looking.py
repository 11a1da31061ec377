"""``companion look``: read folders of scenes, score what was read, and time it."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from calibration.errors import Complaint
from companion.senses.threads import limit_threads
from companion.words import load

if TYPE_CHECKING:
    from calibration.kit.scenes import Edition, Scene
    from calibration.read.look import Look, Looker
    from calibration.teach.taught import Taught

COVERED_LIMIT = 0.2
"""Cells hidden by more than this are counted apart."""
REPEATS = 3
"""Repetitions when timing full reads and looks at an unchanged picture."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("folder", type=Path, help="a folder of scenes; folders in it are read too")
    parser.add_argument("--teach", type=Path, required=True, help="a folder of teaching frames")
    parser.add_argument("--json", type=Path, help="write every reading to this file")
    parser.add_argument("--threads", type=int, default=1, help="threads to use (default: 1)")
    parser.add_argument("--plain", action="store_true", help="no progress, no colours")


@dataclass
class Tally:
    """Cells and scenes of one kind and subset, counted."""

    right: int = 0
    wrong: int = 0
    abstained: int = 0
    hidden_right: int = 0
    hidden_wrong: int = 0
    hidden_abstained: int = 0
    scenes: int = 0
    perfect: int = 0
    refused: int = 0
    full_ms: list[float] = field(default_factory=list)
    same_ms: list[float] = field(default_factory=list)


@dataclass(frozen=True)
class Outcome:
    """One scene, read."""

    scene: Scene
    look: Look
    full_ms: float
    same_ms: float

    def row(self) -> dict[str, Any]:
        """The scene as the JSON file has it."""
        disturbed = [complaint.key for complaint in self.look.complaints]
        disturbed += [
            f"{cell.disturbed} on {key}" for key, cell in self.look.cells.items() if cell.disturbed
        ]
        return {
            "id": self.scene.id,
            "board": self.look.board,
            "reason": reason_of(self.look),
            "ms_full": round(self.full_ms, 3),
            "ms_unchanged": round(self.same_ms, 3),
            "disturbed": disturbed,
            "cells": [
                {"id": key, "label": cell.label, "confidence": round(cell.confidence, 4)}
                for key, cell in self.look.cells.items()
            ],
        }


def reason_of(look: Look) -> str:
    """Why a board was refused, in English; the bare reason where there is no sentence for it."""
    said = look.reason
    if said is None:
        return ""
    return load().put(said.key, said.values) if said.key in load().texts else said.key


def main(args: argparse.Namespace) -> int:
    """Read, print the table, write the file; 1 when nothing could be read."""
    limit_threads(args.threads)
    from calibration.errors import CalibrationError
    from calibration.kit.scenes import Scene, scenes_in, teachings_in

    try:
        taught = teachings_in(args.teach)
        found = list(scenes_in(args.folder))
    except CalibrationError as wrong:
        print(f"look: {wrong}", file=sys.stderr)
        return 1
    outcomes, rows = [], []
    for number, scene in enumerate(found, 1):
        _progress(args.plain, number, len(found))
        result = _read(scene, taught) if isinstance(scene, Scene) else str(scene)
        if isinstance(result, str):
            print(f"skipped: {result}", file=sys.stderr)
            continue
        outcomes.append(result)
        rows.append(result.row())
    films = _films(outcomes, taught)
    if args.json is not None:
        args.json.write_text(json.dumps({"scenes": rows}, indent=1) + "\n")
    print("\n".join([*_table(outcomes), *films]))
    return 0 if outcomes else 1


def _progress(plain: bool, number: int, count: int) -> None:
    if not plain and sys.stderr.isatty():
        end = "\n" if number == count else ""
        print(f"\r{number}/{count}", end=end, file=sys.stderr, flush=True)


def _read(scene: Scene, taught: dict[Edition, Taught]) -> Outcome | str:
    """Read one scene; the reason as text when it is corrupt."""
    from calibration.errors import CalibrationError
    from calibration.read.look import Look, Looker

    try:
        board, picture, corners = scene.board, scene.picture(), scene.told_corners
        scene.truth()
    except (CalibrationError, KeyError, TypeError, ValueError) as wrong:
        return f"{scene.path.name}: {wrong}"
    if scene.edition not in taught:
        reason = Complaint(f"nothing was taught for {' '.join(scene.edition)}")
        return Outcome(scene, Look("refused", reason, {}, (reason,)), 0.0, 0.0)
    try:
        looker = Looker(board, taught[scene.edition], corners)
        looker.prepare()
        look = looker.look(picture)
        full, again = [], []
        for _ in range(REPEATS):
            looker.forget()
            full.append(_seconds(looker, picture))
            again.append(_seconds(looker, picture))
    except CalibrationError as wrong:
        return f"{scene.path.name}: {wrong}"
    return Outcome(scene, look, 1000 * median(full), 1000 * median(again))


def _seconds(looker: Looker, picture: Any) -> float:
    """CPU time of one look."""
    start = time.process_time()
    looker.look(picture)
    return time.process_time() - start


def tally(outcomes: Iterable[Outcome]) -> dict[tuple[str, str], Tally]:
    """Count cells and scenes by kind and subset."""
    counted: dict[tuple[str, str], Tally] = {}
    for outcome in outcomes:
        scene = outcome.scene
        subset = scene.path.parent.name + (" harsh" if scene.harsh else "")
        _count(counted.setdefault((scene.kind, subset), Tally()), outcome)
    return counted


def _count(into: Tally, outcome: Outcome) -> None:
    into.scenes += 1
    if not outcome.look.found:
        into.refused += 1
        return
    into.full_ms.append(outcome.full_ms)
    into.same_ms.append(outcome.same_ms)
    perfect = True
    for key, (label, hidden) in outcome.scene.truth().items():
        cell = outcome.look.cells.get(key)
        said = cell.label if cell is not None else None
        name = "abstained" if said is None else ("right" if said == label else "wrong")
        if hidden > COVERED_LIMIT:
            name = f"hidden_{name}"
        elif said != label:
            perfect = False
        setattr(into, name, getattr(into, name) + 1)
    into.perfect += perfect


HEAD = (
    "kind", "subset", "scenes", "perfect", "refused", "right", "wrong", "abstained", "hidden r/w/a",
    "ms full", "ms same",
)  # fmt: skip


def _table(outcomes: Sequence[Outcome]) -> list[str]:
    counted = tally(outcomes)
    rows = [HEAD] + [_cells(key, counted[key]) for key in sorted(counted)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(HEAD))]
    lines = ["  ".join(text.rjust(w) for text, w in zip(row, widths, strict=True)) for row in rows]
    sure = sum(x.wrong for x in counted.values())
    hidden = sum(x.hidden_wrong for x in counted.values())
    lines.append(f"wrong and sure: {sure} (cells at most 20 % hidden), {hidden} (more hidden)")
    return lines


def _cells(key: tuple[str, str], x: Tally) -> tuple[str, ...]:
    hidden = f"{x.hidden_right}/{x.hidden_wrong}/{x.hidden_abstained}"
    full = f"{median(x.full_ms):.1f}" if x.full_ms else "-"
    same = f"{median(x.same_ms):.1f}" if x.same_ms else "-"
    counts = (x.scenes, x.perfect, x.refused, x.right, x.wrong, x.abstained)
    return (*key, *(str(n) for n in counts), hidden, full, same)


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
    changes = []
    for (_, before), (number, after) in zip(seen_at, seen_at[1:], strict=False):
        new = {
            key: _best(after.readings[key].chances)
            for key in after.readings
            if _best(after.readings[key].chances) != _best(before.readings[key].chances)
        }
        changes.append(f"frame {number}: {new}")
    beginning = f"first at frame {seen_at[0][0]}" if seen_at else "none"
    return f"sequence {name}: {len(seen_at)} sightings, {beginning}; {'; '.join(changes)}"


def _best(chances: Any) -> str:
    return max(chances, key=lambda label: chances[label], default="unreadable")


if __name__ == "__main__":
    _parser = argparse.ArgumentParser(prog="companion look", description=__doc__)
    add_arguments(_parser)
    raise SystemExit(main(_parser.parse_args()))
