"""Painted tables of every room, to be set as they should look and photographed."""

from __future__ import annotations

from typing import Any

from companion.core.game import load_room
from companion.rooms import room_of

HARSHNESS = 0.5


class NoScreen:
    """Nobody watches between two photographs."""

    def show(self, picture: object) -> None:
        pass


def studio_of(room: str, board: Any, seed: int, size: tuple[int, int]) -> Any:
    """A table of a room in our own drawing, under the light of a seed."""
    return stage_of(room, board, seed, size).studio


def stage_of(room: str, board: Any, seed: int, size: tuple[int, int]) -> Any:
    """The same table with the people at it."""
    from calibration.art import PAPYRUS

    box = load_room(room).load_box(None)
    if room == "bowl":
        from companion.rehearsal.bowl_stage import BowlStage

        return BowlStage(NoScreen(), board, room_of(room).kinds(box), seed, size, HARSHNESS)
    if room == "dig":
        from companion.rehearsal.dig_stage import DigStage
        from companion.rooms.dig import tray_of

        stage = DigStage(NoScreen(), tray_of(box), seed, size, HARSHNESS)
        stage.put_frame(True)
        return stage
    if room == "kheops":
        from companion.rehearsal.kheops_show import KheopsStage

        return KheopsStage(NoScreen(), board, seed, size, HARSHNESS)
    if room == "sphinx":
        from companion.rehearsal.sphinx_show import SphinxStage
        from companion.rooms.sphinx import prints_of

        return SphinxStage(NoScreen(), board, prints_of(box), seed, size, HARSHNESS)
    from companion.rehearsal.stage import Stage

    return Stage(NoScreen(), board, PAPYRUS, seed, size, HARSHNESS)
