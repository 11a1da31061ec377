"""Painted boards in dim, noisy light: what one picture shows, and what the eye tells of a still
board after laying several upon each other.

    script/soak dim bowl kheops
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any

import numpy as np

from calibration.read.reader import Looker, use_threads
from companion.core.game import Game, load_room
from companion.core.observation import Reading
from companion.core.verdict import Accepted
from companion.rooms import room_of
from companion.senses.eye import Eye
from companion.table.expected import hint_of
from companion.table.explain.referee import after
from hardware.ports import Frame
from tests.playthroughs.record import opened, records

from .painting import studio_of

SIZE = (1280, 720)
LIGHTS = ((1.0, 0.0), (0.5, 6.0), (0.5, 12.0), (0.35, 12.0), (0.5, 20.0), (0.25, 10.0))
"""Share of the light, and the noise of every point of the picture, of 255."""
FRAMES, SURE = 60, 0.95


class Dim:
    """A camera over a still board in dim light, ten pictures a second."""

    def __init__(self, picture: Any, light: float, noise: float) -> None:
        self._base, self._noise = light * picture.astype(np.float32) + 8.0, noise
        self._dice, self._number = np.random.default_rng(5), 0

    def picture(self) -> Any:
        noise = self._dice.normal(0.0, self._noise, self._base.shape)
        return np.clip(self._base + noise, 0, 255).astype(np.uint8)

    def read(self) -> Frame:
        self._number += 1
        return Frame(self._number, self._number / 10, self.picture())

    def close(self) -> None:
        pass


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="script/soak dim", description=__doc__)
    parser.add_argument("rooms", nargs="*", default=["bowl", "kheops"])
    use_threads(1)
    return 1 if sum(_room(room) for room in parser.parse_args(words).rooms) else 0


def _room(name: str) -> int:
    game, state = _midway(name)
    board, shows = room_of(name).board(state.box), dict(game.visible(state))
    taught = room_of(name).taught(state.box, SIZE)
    studio = studio_of(name, board, 3, SIZE)
    studio.set(shows)
    picture, wrong = studio.frame(), 0
    for light, noise in LIGHTS:
        camera = Dim(picture, light, noise)
        one = Looker(board, taught).look(camera.picture())
        single = _counted(game, state, shows, {n: Reading(c.chances) for n, c in one.cells.items()})
        eye = Eye(camera, Looker(board, taught))
        eye.expect(hint_of(game, state))
        seen = next((seen for _ in range(FRAMES) if (seen := eye.step()) is not None), None)
        told = _counted(game, state, shows, seen.readings) if seen else (0, 0)
        at = f"after {seen.at:.1f} s" if seen else f"never: {eye.complaints}"
        print(
            f"{name:7} light {light:4} noise {noise:4}: one picture {single[0]:3} of {len(shows)}, "
            f"the eye {told[0]:3}, wrong {single[1]} and {told[1]}, {at}",
            flush=True,
        )
        wrong += told[1]
    return wrong


def _midway(room: str) -> tuple[Game, Any]:
    """A recorded game after two thirds of its moves."""
    game, state, moves = opened(next(iter(records(room))).read_text("utf-8"))
    every = list(moves)
    for move in every[: 2 * len(every) // 3]:
        ruling = game.decide(state, move)
        if isinstance(ruling, Accepted):
            state = after(game, state, ruling)
    return load_room(room), state


def _counted(
    game: Game, state: Any, shows: Mapping[str, str], readings: Mapping[str, Reading]
) -> tuple[int, int]:
    """How many cells are surely read, and how many of those are wrong."""
    read = wrong = 0
    for cell, label in shows.items():
        meant = game.looking.reads(state, cell, readings.get(cell, Reading({})))
        if meant.chances.get(label, 0.0) >= SURE:
            read += 1
        elif max((c for name, c in meant.chances.items() if name != "?"), default=0.0) >= SURE:
            wrong += 1
    return read, wrong
