"""Who teaches whom: no board is read with a lesson of its own evening."""

from __future__ import annotations

from pathlib import Path

from calibration.teach.scenes import Scene
from tests.bench.measures.evenings import drawn, evening_of, folds, sittings


def board(name: str, tiles: int = 1) -> Scene:
    cells = [{"id": f"c{n}", "label": "A" if n < tiles else "empty"} for n in range(4)]
    return Scene(Path(f"{name}.json"), {"id": name, "kind": "wall", "cells": cells})


EVENINGS = [board(f"game{e}_{n}") for e in ("01", "04", "07") for n in range(3)]


def test_an_evening_is_read_with_the_others_alone() -> None:
    for sitting in sittings("letters", EVENINGS, EVENINGS, apart=True):
        own = {evening_of(scene) for scene in sitting.boards}
        assert own.isdisjoint(evening_of(teacher) for teacher in sitting.teachers)
        assert sitting.teachers


def test_no_board_teaches_itself() -> None:
    alike = [board(f"kd_{n}") for n in range(4)]
    for sitting in sittings("lands", alike, alike):
        assert len(sitting.teachers) == 3
        assert all(one not in sitting.teachers for one in sitting.boards)


def test_every_board_is_read_once_and_no_evening_is_parted() -> None:
    parts = list(folds("letters", EVENINGS, 3))
    read = [scene.id for part in parts for scene in part.boards]
    assert sorted(read) == sorted(scene.id for scene in EVENINGS)
    for part in parts:
        own = {evening_of(scene) for scene in part.boards}
        assert own.isdisjoint(evening_of(teacher) for teacher in part.teachers)


def test_boards_whose_names_follow_each_other_stay_together() -> None:
    alike = [board(f"kd_{n}") for n in range(12)]
    parts = [[alike.index(s) for s in part.boards] for part in folds("lands", alike, 3)]
    assert sorted(parts) == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]


def test_a_few_teachers_are_drawn_from_the_fuller_boards() -> None:
    boards = [board(f"game01_{n}", tiles=n % 4) for n in range(8)]
    sitting = next(iter(sittings("letters", [board("game09_1")], boards)))
    few = drawn(sitting, 2, 1).teachers
    assert len(few) == 2
    assert all(sum(c["label"] == "A" for c in one.raw["cells"]) >= 2 for one in few)
