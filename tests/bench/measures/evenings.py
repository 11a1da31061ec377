"""Who teaches and who is read: no board teaches itself, nor its own evening where that is told."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from calibration.teach.scenes import Scene

FULLER = 0.5
"""Boards that teach are drawn from this share of all, those with the most on them."""


@dataclass(frozen=True)
class Sitting:
    """Some boards, and those that they are read with."""

    name: str
    boards: tuple[Scene, ...]
    teachers: tuple[Scene, ...]


def evening_of(scene: Scene) -> str:
    """The evening, or the camera, a picture's name begins with."""
    name = scene.path.stem
    return name.rpartition("_")[0] or name


def sittings(
    name: str, boards: Sequence[Scene], teachers: Sequence[Scene], apart: bool = False
) -> Iterator[Sitting]:
    """Every board with all teachers but itself, or all but those of its evening if *apart*."""
    together: dict[tuple[str, ...], list[Scene]] = {}
    by_name = {teacher.id: teacher for teacher in teachers}
    for board in boards:
        others = tuple(
            key
            for key, teacher in sorted(by_name.items())
            if key != board.id and not (apart and evening_of(teacher) == evening_of(board))
        )
        together.setdefault(others, []).append(board)
    for others, some in together.items():
        yield Sitting(name, tuple(some), tuple(by_name[key] for key in others))


def folds(name: str, boards: Sequence[Scene], count: int) -> Iterator[Sitting]:
    """All boards in some parts, each read with the others; an evening is never parted.

    Where all names begin alike, boards whose names follow each other stay together.
    """
    evenings: dict[str, list[Scene]] = {}
    for board in sorted(boards, key=_in_order):
        evenings.setdefault(evening_of(board), []).append(board)
    groups = list(evenings.values())
    if len(groups) < count:
        every = [board for group in groups for board in group]
        size = -(-len(every) // count)
        groups = [every[start : start + size] for start in range(0, len(every), size)]
    parts: list[list[Scene]] = [[] for _ in range(min(count, len(groups)))]
    for group in sorted(groups, key=len, reverse=True):
        min(parts, key=len).extend(group)
    for part in parts:
        own = {board.id for board in part}
        yield Sitting(name, tuple(part), tuple(b for b in boards if b.id not in own))


def _in_order(scene: Scene) -> tuple[str, int, str]:
    last = scene.path.stem.rpartition("_")[2]
    digits = "".join(letter for letter in last if letter.isdigit())
    return evening_of(scene), int(digits or 0), scene.id


def drawn(sitting: Sitting, count: int, seed: int) -> Sitting:
    """The same with a few of the teachers, drawn from the fuller boards."""
    if count >= len(sitting.teachers):
        return sitting
    full = sorted(sitting.teachers, key=_things, reverse=True)
    full = full[: max(count, round(FULLER * len(full)))]
    few = tuple(sorted(random.Random(seed).sample(full, count), key=lambda scene: scene.id))
    return Sitting(f"{sitting.name}, {count} teach", sitting.boards, few)


def _things(scene: Scene) -> int:
    return sum(label != "empty" for label, _ in scene.truth().values())
