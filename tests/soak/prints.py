"""script/soak prints: what was printed is photographed, measured, found and read."""

from __future__ import annotations

import argparse

import numpy as np

from calibration.find.locate import LocateResult, find_by_markers
from calibration.find.printed import on_a_board
from calibration.geometry.board import Board
from calibration.geometry.markers import A4, LETTER, Paper, as_printed
from calibration.geometry.pictures import Levels
from companion.rooms import every_room
from tests.workshop.photographs import photographed_board, photographed_sheet
from tests.workshop.printed_boards import PIECES, counted
from tests.workshop.printed_sheets import on_a_sheet

LEAST, MOST = 0.90, 1.03


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="script/soak prints", description=__doc__)
    parser.add_argument("--pictures", type=int, default=100, help="of sheets, and of boards")
    count = parser.parse_args(words).pictures
    wrong = _sheets(count)
    rooms = every_room()
    for room in rooms:
        wrong += _boards(room.name, room.board(room.game.load_box(None)), count // len(rooms))
    print(f"wrong papers, or markers not found: {wrong}")
    for name in PIECES:
        right, misread, left = (sum(one) for one in zip(*_read(name, count // 20), strict=True))
        print(
            f"{name:7} printed pieces: {right} right, {misread} wrong, {left} left open", flush=True
        )
        wrong += misread + (not right)  # nothing read proves nothing
    return int(wrong > 0)


def _read(name: str, count: int) -> list[tuple[int, int, int]]:
    return [counted(name, seed) for seed in range(max(1, count))]


def _setting(number: int, count: int) -> tuple[Paper, float]:
    return (A4, LETTER)[number % 2], LEAST + (MOST - LEAST) * number / max(1, count - 1)


def _sheets(count: int) -> int:
    right, errors = 0, []
    for number in range(count):
        paper, scale = _setting(number, count)
        found = on_a_sheet(Levels(photographed_sheet(paper, scale, number)))
        right += found is not None and found.paper == paper.name
        if found is not None and found.scale is not None:
            errors.append(found.scale - scale)
    _report("sheet", right, count, errors)
    return count - right


def _boards(name: str, board: Board, count: int) -> int:
    right, errors = 0, []
    for number in range(count):
        paper, scale = _setting(number, count)
        levels = Levels(photographed_board(board, paper, scale, number))
        found = on_a_board(levels, board)
        if found is None or found.paper != paper.name or found.scale is None:
            continue
        errors.append(found.scale - scale)
        right += isinstance(
            find_by_markers(levels, as_printed(board, paper, found.scale)), LocateResult
        )
    _report(name, right, count, errors)
    return count - right


def _report(what: str, right: int, count: int, errors: list[float]) -> None:
    worst = np.abs(errors).max() if errors else float("nan")
    measured = f"{len(errors)} measured, worst {worst:.2%}"
    print(f"{what:7} {right} of {count} right, {measured}", flush=True)
