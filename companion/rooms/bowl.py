"""The bowl at the edge: a track of round tiles, a scale and a tilt switch under the trap."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from companion.core.verdict import Saying

from .room import DOWN, Chapters, Loose, Room, Setting, Size, one_chapter, whole

if TYPE_CHECKING:
    from calibration.geometry.board import Board
    from calibration.geometry.markers import Paper
    from calibration.kit.sheets import KitPart
    from calibration.read.taught import Taught
    from companion.core.verdict import Move
    from companion.rehearsal.bowl import BowlPeople
    from companion.rehearsal.performance import Performance
    from companion.senses.scale.outcomes import WeighOutcome
    from companion.senses.scale.rules import ScaleRules

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


def chapters(box: Any) -> Chapters:
    return one_chapter("disc", labels(box), (DOWN,))


def loose(box: Any) -> tuple[Loose, ...]:
    return (whole("disc", box.board.tile_mm, "disc"),)


def kinds(box: Any) -> dict[str, str]:
    from companion.games.bowl.reader import cells

    return {cell: place["kind"] for cell, place in cells(box)["cells"].items()}


def piece_facts(label: str) -> dict[str, Any]:
    """Return the colour of a tile and its mummies.

    >>> piece_facts("red_3")
    {'colour': 'red', 'symbols': 3}
    """
    colour, _, symbols = label.partition("_")
    return {"colour": colour, "symbols": int(symbols or 0)}


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
    from companion.senses.scale.instruments import Instruments
    from companion.senses.scale.watch import ScaleWatch
    from hardware.simulated.scale import SimulatedScale, SimulatedTilt

    table, box = setting.table, setting.table.state.box
    clock, sleep = _sped(min(setting.speed, FASTEST_SCALE))
    trap, weights = trap_of(box, setting.seed)
    simulated = SimulatedScale(trap.bowl, clock, sleep)
    instruments = Instruments(simulated, SimulatedTilt(simulated), clock)
    if setting.is_lived:
        watch = ScaleWatch(table, scale(), instruments, weights)
        watch.start()
        setting.stops.callback(watch.stop)
    stage = BowlStage(
        setting.screen, board(box), kinds(box), setting.seed, setting.size, setting.harshness
    )
    return BowlPerformance(table, people(setting.seed), stage, trap, simulated)


def _sped(speed: float) -> tuple[Callable[[], float], Callable[[float], None]]:
    """Return a clock that runs this many times faster, and how to sleep by it."""
    began = time.monotonic()

    def clock() -> float:
        return began + (time.monotonic() - began) * speed

    return clock, lambda seconds: time.sleep(seconds / speed)


def scale() -> ScaleRules:
    """Return what the trap's scale watches for, and the clauses its findings rest on."""
    from companion.games.bowl import moves as m
    from companion.games.bowl.state import Phase
    from companion.senses.scale.outcomes import WeightFinding
    from companion.senses.scale.rules import ScaleRules, Wants

    findings: dict[type[Move], WeightFinding] = {
        m.TakeBoulder: WeightFinding.CLEAN,
        m.Landslide: WeightFinding.LANDSLIDE,
        m.SeeFall: WeightFinding.LANDSLIDE,
        m.WrongColour: WeightFinding.WRONG_COLOUR,
        m.GiveUp: WeightFinding.NOTHING,
        m.Bump: WeightFinding.NO_LANDSLIDE,
    }

    def wants(state: Any) -> Wants:
        if state.phase == Phase.DRAW and state.wanted is not None:
            return Wants(state.wanted, (state.turns, state.visit, state.bag))
        return Wants(building=state.phase in (Phase.SETUP, Phase.REBUILD))

    return ScaleRules(
        wants=wants,
        finding=lambda move: findings.get(type(move)),
        stands_whole=lambda move: isinstance(move, m.Begin | m.RebuildTrap),
        colours=lambda box: tuple(box.boulder_colours),
        answers=_answers,
        clauses={
            WeightFinding.CLEAN: ("BOWL-19", "BOWL-O-31"),
            WeightFinding.NOTHING: ("BOWL-33", "BOWL-O-34"),
            WeightFinding.WRONG_COLOUR: ("BOWL-18", "BOWL-O-24"),
            WeightFinding.LANDSLIDE: ("BOWL-32",),
            WeightFinding.NO_LANDSLIDE: ("BOWL-34", "BOWL-O-32"),
            WeightFinding.ASK: ("BOWL-32",),
        },
    )


def _answers(outcome: WeighOutcome) -> tuple[str, ...]:
    from companion.senses.scale.outcomes import WeightFinding

    if outcome.finding == WeightFinding.LANDSLIDE:
        return f"fell:{outcome.fell}", "landslide"
    if outcome.finding == WeightFinding.WRONG_COLOUR:
        return f"took:{outcome.taken}", "wrong"
    return (str(outcome.finding),)


def prints(box: Any, paper: Paper) -> list[KitPart]:
    from calibration.paint.bowl.printed import Kit, bowl_parts

    kit = Kit(
        tiles=[(kind, face.label) for kind, faces in box.tiles for face in faces],
        way=[field.at_mm for field in box.track],
        scarab_fields=[field.at_mm for field in box.track if field.scarab],
        figures=box.colours,
        scarabs=box.scarabs,
        boulders=[(b.colour, b.count, b.mm) for b in box.boulders],
        bowl_at=box.trap.at_mm,
    )
    return bowl_parts(kit, board(box), kinds(box), paper)


def asked(data: Mapping[str, Any]) -> list[KitPart]:
    from calibration.paint.bowl.asked import asked_parts
    from companion.games.bowl.box import Face

    boulders = [(one["colour"], one["count"], one["mm"]) for one in data["boulders"]]
    tiles = [
        (tile["kind"], Face(tile["colour"], count).label)
        for tile in data["tiles"]
        for count in tile["symbols"]
    ]
    return asked_parts(boulders, tiles)


def needs(box: Any) -> tuple[Saying, ...]:
    balls = (
        Saying("workshop.kit.need.balls", {"count": b.count, "mm": b.mm, "colour": b.colour})
        for b in box.boulders
    )
    others = ("bowl", "staff", "bag")
    return (*balls, *(Saying(f"workshop.kit.need.{one}") for one in others))


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
    scale=scale,
    chapters=chapters,
    loose=loose,
    piece_facts=piece_facts,
    prints=prints,
    needs=needs,
    asked=asked,
)
