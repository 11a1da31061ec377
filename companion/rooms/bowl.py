"""The bowl at the edge: a track of round tiles, a scale and a tilt switch under the trap."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .room import Room, Setting, Size

if TYPE_CHECKING:
    from calibration.boards.board import Board
    from calibration.teach.taught import Taught
    from companion.rehearsal.bowl import BowlPeople
    from companion.rehearsal.performance import Performance

FASTEST_SCALE = 8.0
"""Fastest a simulated scale is read, in multiples of real time; faster burns a core."""


def board(box: Any) -> Board:
    from calibration.boards.bowl import bowl_board
    from companion.games.bowl.reader import cells

    layout = cells(box)
    places = {cell: place["at_mm"] for cell, place in layout["cells"].items()}
    return bowl_board(layout["board_mm"], layout["tile_mm"], places)


def labels(box: Any) -> tuple[str, ...]:
    from companion.games.bowl.box import KINDS
    from companion.games.bowl.reader import labels_of

    return tuple(dict.fromkeys(face for kind in KINDS for face in labels_of(box, kind)))


def kinds(box: Any) -> dict[str, str]:
    from companion.games.bowl.reader import cells

    return {cell: place["kind"] for cell, place in cells(box)["cells"].items()}


def lamps(state: Any) -> list[str]:
    return [*state.box.boulder_colours, "trap"]


def taught(box: Any, size: Size) -> Taught:
    from calibration.paint.bowl.lesson import learn_bowl

    return learn_bowl(board(box), kinds(box), labels(box), size)


def people(seed: int) -> BowlPeople:
    from companion.rehearsal.bowl import invite

    return invite(seed)


def performance(setting: Setting) -> Performance:
    from companion.rehearsal.bowl_hands import trap_of
    from companion.rehearsal.bowl_show import BowlPerformance
    from companion.rehearsal.bowl_stage import BowlStage
    from companion.senses.scale_watch import ScaleWatch
    from hardware.simulated.scale import SimulatedScale, SimulatedTilt

    table, box = setting.table, setting.table.state.box
    clock, sleep = _sped(min(setting.speed, FASTEST_SCALE))
    trap, weights = trap_of(box, setting.seed)
    scale = SimulatedScale(trap.bowl, clock, sleep)
    watch = ScaleWatch(table, scale, SimulatedTilt(scale), weights, clock=clock)
    watch.start()
    setting.stops.callback(watch.stop)
    stage = BowlStage(
        setting.screen, board(box), kinds(box), setting.seed, setting.size, setting.harshness
    )
    return BowlPerformance(table, people(setting.seed), stage, trap, scale)


def _sped(speed: float) -> tuple[Callable[[], float], Callable[[float], None]]:
    """A clock that runs that many times faster, and how to sleep by it."""
    began = time.monotonic()

    def clock() -> float:
        return began + (time.monotonic() - began) * speed

    return clock, lambda seconds: time.sleep(seconds / speed)


ROOM = Room(
    "bowl",
    board,
    labels,
    lamps,
    taught,
    people,
    performance,
    lamp_names=("trap",),
    buttons=("clean", "landslide", "staff", "forward", "backward", "stay", "enter"),
    kinds=kinds,
    has_scale=True,
)
