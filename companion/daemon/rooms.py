"""What each room needs to be rehearsed: its lamps, its taught pieces, its stage and its senses."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..core.game import load_room
from ..senses.boards import board_of, kinds_of, labels_of, prints_of, tray_of
from ..table import Table

if TYPE_CHECKING:
    from calibration.teach.taught import Taught

    from ..rehearsal.performance import Performance
    from ..rehearsal.stage import Screen

Size = tuple[int, int]
FASTEST_SCALE = 8.0
"""So many times faster than life a simulated scale may be read without burning a core."""


@dataclass(frozen=True)
class Setting:
    """Where a performance takes place."""

    table: Table
    screen: Screen
    seed: int
    size: Size
    harshness: float
    speed: float
    stops: contextlib.ExitStack


@dataclass(frozen=True)
class Rehearsed:
    """One room in a rehearsal."""

    lamps: Callable[[Any], list[str]]
    """The lamps of a state's table."""
    taught: Callable[[Any, Size], Taught]
    """What the eye has learnt of a box's pieces, in our own drawing."""
    performance: Callable[[Setting], Performance]
    """People on a stage; starts what else the room has to sense."""


def _wall_lamps(state: Any) -> list[str]:
    return [column.animal for column in state.chamber.columns]


def _wall_taught(box: Any, size: Size) -> Taught:
    from calibration.art import PAPYRUS
    from calibration.paint.wall.lesson import learn_painted

    game = load_room("wall")
    return learn_painted(board_of(game, box), PAPYRUS, labels_of(game, box), size)


def _wall_performance(setting: Setting) -> Performance:
    from calibration.art import PAPYRUS

    from ..rehearsal.people import people_of
    from ..rehearsal.performance import Performance
    from ..rehearsal.stage import Stage

    table = setting.table
    board = board_of(table.game, table.state.box)
    stage = Stage(setting.screen, board, PAPYRUS, setting.seed, setting.size, setting.harshness)
    return Performance(table, people_of("wall", setting.seed), stage)


def _bowl_lamps(state: Any) -> list[str]:
    return [*state.box.boulder_colours, "trap"]


def _bowl_taught(box: Any, size: Size) -> Taught:
    from calibration.paint.bowl.lesson import learn_bowl

    game = load_room("bowl")
    return learn_bowl(board_of(game, box), kinds_of(game, box), labels_of(game, box), size)


def _bowl_performance(setting: Setting) -> Performance:
    from hardware.simulated.scale import SimulatedScale, SimulatedTilt

    from ..rehearsal.bowl import invite
    from ..rehearsal.bowl_hands import trap_of
    from ..rehearsal.bowl_show import BowlPerformance
    from ..rehearsal.bowl_stage import BowlStage
    from ..senses.scale_watch import ScaleWatch

    table = setting.table
    box = table.state.box
    clock, sleep = _sped(min(setting.speed, FASTEST_SCALE))
    trap, weights = trap_of(box, setting.seed)
    scale = SimulatedScale(trap.bowl, clock, sleep)
    watch = ScaleWatch(table, scale, SimulatedTilt(scale), weights, clock=clock)
    watch.start()
    setting.stops.callback(watch.stop)
    board, kinds = board_of(table.game, box), kinds_of(table.game, box)
    stage = BowlStage(setting.screen, board, kinds, setting.seed, setting.size, setting.harshness)
    return BowlPerformance(table, invite(setting.seed), stage, trap, scale)


def _sphinx_lamps(state: Any) -> list[str]:
    return list(state.box.seats)


def _sphinx_taught(box: Any, size: Size) -> Taught:
    from calibration.paint.sphinx.lesson import learn_sphinx

    board = board_of(load_room("sphinx"), box)
    return learn_sphinx(board, prints_of(box), box.pawns, box.colours, size)


def _sphinx_performance(setting: Setting) -> Performance:
    from ..core.observation import Said
    from ..games.sphinx.rules import HOOD
    from ..rehearsal.sphinx import invite
    from ..rehearsal.sphinx_show import SphinxPerformance
    from ..rehearsal.sphinx_stage import SphinxStage

    table = setting.table
    board, prints = board_of(table.game, table.state.box), prints_of(table.state.box)
    stage = SphinxStage(
        setting.screen, board, prints, setting.seed, setting.size, setting.harshness
    )
    people = invite(setting.seed)
    seal = people.seal(table.state)
    if seal is not None:
        table.submit(Said(by=HOOD, move=seal, at=time.monotonic()))
    return SphinxPerformance(table, people, stage)


def _kheops_lamps(state: Any) -> list[str]:
    return [*state.box.colours, "power"]


def _kheops_taught(box: Any, size: Size) -> Taught:
    from calibration.paint.kheops.lesson import learn_kheops

    game = load_room("kheops")
    return learn_kheops(board_of(game, box), labels_of(game, box), size)


def _kheops_performance(setting: Setting) -> Performance:
    from ..rehearsal.kheops import invite
    from ..rehearsal.kheops_show import KheopsPerformance
    from ..rehearsal.kheops_stage import KheopsStage

    table = setting.table
    board = board_of(table.game, table.state.box)
    stage = KheopsStage(setting.screen, board, setting.seed, setting.size, setting.harshness)
    return KheopsPerformance(table, invite(setting.seed), stage)


def _dig_lamps(state: Any) -> list[str]:
    return ["stop", "scarab"]


def _dig_taught(box: Any, size: Size) -> Taught:
    from calibration.paint.dig.lesson import learn_dig

    return learn_dig(tray_of(box), labels_of(load_room("dig"), box), size)


def _dig_performance(setting: Setting) -> Performance:
    from ..rehearsal.dig import invite
    from ..rehearsal.dig_show import DigPerformance
    from ..rehearsal.dig_stage import DigStage

    tray = tray_of(setting.table.state.box)
    stage = DigStage(setting.screen, tray, setting.seed, setting.size, setting.harshness)
    return DigPerformance(setting.table, invite(setting.seed), stage)


def _sped(speed: float) -> tuple[Callable[[], float], Callable[[float], None]]:
    """A clock that runs so many times faster, and how to sleep by it."""
    began = time.monotonic()

    def clock() -> float:
        return began + (time.monotonic() - began) * speed

    return clock, lambda seconds: time.sleep(seconds / speed)


ROOMS: Mapping[str, Rehearsed] = {
    "wall": Rehearsed(_wall_lamps, _wall_taught, _wall_performance),
    "dig": Rehearsed(_dig_lamps, _dig_taught, _dig_performance),
    "bowl": Rehearsed(_bowl_lamps, _bowl_taught, _bowl_performance),
    "sphinx": Rehearsed(_sphinx_lamps, _sphinx_taught, _sphinx_performance),
    "kheops": Rehearsed(_kheops_lamps, _kheops_taught, _kheops_performance),
}
