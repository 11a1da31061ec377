"""Advice at Kheops: what a pawn or a power is worth, counted as the pyramid stands.

Nobody's tiles in hand are known here, so building is advised by place alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from companion.core.advice import Advice, Adviser, Grounds, reason
from companion.core.roles import Role
from companion.core.verdict import Accepted, Move, Saying

from . import moves as m
from .box import WORKER
from .building import open_cells
from .evolving import evolve
from .outline import OUTSIDE, index_of, neighbours
from .rules import decide
from .scoring import settled
from .setting import settable
from .settling import Path
from .state import Phase, State

SPECIAL = 1.0
"""What it costs, in points, to use up a pawn there is only one of."""
A_POWER = 1.5
PRESENCE = 0.5
"""What a strength in a path is worth that does not yet decide it."""


def ideas(state: State, role: Role) -> Iterator[Advice]:
    """Where to place a pawn, or where to build."""
    if state.phase == Phase.PAWN:
        for move in settable(state):
            why = _placed(state, move)
            if why is not None:
                yield Advice(_placing(move), why)
    if state.phase == Phase.TILE:
        yield from _building(state)


def weigh(state: State, move: Move, role: Role) -> Grounds | None:
    """What speaks for a pawn, a tile or the use of a power."""
    match move:
        case m.SetPawn():
            return _placed(state, move)
        case m.TurnTile() | m.SwapPawns() | m.MovePawn() | m.UseNoPower():
            return _used(state, move)
        case m.BuildTile():
            return _built(state, move)
    return None


def instead(state: State, move: Move, role: Role) -> Iterator[Advice]:
    """Another place for a pawn; the same tile elsewhere, lying as it does."""
    if isinstance(move, m.SetPawn):
        yield from ideas(state, role)
    elif isinstance(move, m.BuildTile):
        for cell in open_cells(state):
            why = _built(state, m.BuildTile(cell, move.face, move.turn))
            if why is not None and cell != move.cell:
                yield Advice(Saying("kheops.advice.same_tile", {"cell": cell}), why)


def _placing(move: m.SetPawn) -> Saying:
    return Saying("kheops.advice.place", {"kind": move.kind, "cell": move.cell})


@lru_cache(maxsize=256)
def _lead(state: State, seat: int) -> tuple[int, float]:
    """By how many points somebody is ahead, and what their other pawns promise."""
    count, which = settled(state), state.box.colours.index(state.seats[seat].colour)
    others = [total for n, total in enumerate(count.totals) if n != which]
    promise = sum(_promise(path, which) for path in count.paths)
    return count.totals[which] - max(others, default=0), promise


def _promise(path: Path, which: int) -> float:
    """A pawn in a path that grows: more where it is alone, nothing where a curse lies."""
    if path.cursed or not path.strength[which]:
        return 0.0
    rival = max(one for n, one in enumerate(path.strength) if n != which)
    return PRESENCE * len(path.cells) if path.strength[which] >= rival else 0.0


def _after(state: State, move: Move) -> State | None:
    ruling = decide(state, move)
    if not isinstance(ruling, Accepted):
        return None
    then: State = evolve.after(state, ruling.events)
    return then


def _placed(state: State, move: m.SetPawn) -> Grounds | None:
    then = _after(state, move)
    laid = state.at(move.cell)
    if then is None or laid is None:
        return None
    (before, hoped), (now, hopes) = _lead(state, state.turn), _lead(then, state.turn)
    points, promise = now - before, hopes - hoped
    worth = points + promise - SPECIAL * (move.kind != WORKER)
    power = then.power if then.phase == Phase.POWER else ""
    worth += A_POWER * bool(power)
    if points > 0:
        return reason(worth, "kheops.advice.points", ("KHEOPS-62", "KHEOPS-65"), points=points)
    if power:
        because = ("KHEOPS-09",)
        return reason(worth, "kheops.advice.power", because, power=power, cell=move.cell)
    if promise > 0:
        return reason(worth, "kheops.advice.strength", ("KHEOPS-64", "KHEOPS-65"))
    if points < 0:
        return reason(worth, "kheops.advice.loses", ("KHEOPS-62",), points=-points)
    return reason(worth, "kheops.advice.little", ("KHEOPS-62",))


def _used(state: State, move: Move) -> Grounds | None:
    then = _after(state, move)
    if then is None:
        return None
    (before, hoped), (now, hopes) = _lead(state, state.turn), _lead(then, state.turn)
    points = now - before
    worth = points + hopes - hoped
    if points > 0:
        return reason(worth, "kheops.advice.points", ("KHEOPS-62", "KHEOPS-65"), points=points)
    if points < 0:
        return reason(worth, "kheops.advice.loses", ("KHEOPS-62",), points=-points)
    key = "kheops.advice.strength" if worth > 0 else "kheops.advice.harmless"
    return reason(worth, key, ("KHEOPS-64", "KHEOPS-66"))


def _built(state: State, move: m.BuildTile) -> Grounds | None:
    then = _after(state, move)
    if then is None:
        return None
    (before, hoped), (now, hopes) = _lead(state, state.turn), _lead(then, state.turn)
    points = now - before
    worth = points + hopes - hoped
    if points > 0:
        return reason(worth, "kheops.advice.points", ("KHEOPS-62",), points=points)
    if points < 0:
        return reason(worth, "kheops.advice.loses", ("KHEOPS-62",), points=-points)
    key = "kheops.advice.grows" if worth > 0 else "kheops.advice.little"
    return reason(worth, key, ("KHEOPS-61", "KHEOPS-70"))


def _building(state: State) -> Iterator[Advice]:
    """Cells beside a path: to make one's own longer, or to lead a curse into a rival's."""
    count, which = settled(state), state.box.colours.index(state.colour)
    cells = {cell: path for path in count.paths for cell in path.exits}
    for cell in open_cells(state):
        beside = [cells[near] for near in _beside(state, cell) if near in cells]
        found = {path.number: path for path in beside}.values()
        mine = [path for path in found if _leads(path, which) and not path.cursed]
        theirs = [path for path in found if not _leads(path, which) and any(path.strength)]
        if mine:
            yield _joining(cell, mine)
        elif theirs:
            most = max(theirs, key=lambda path: len(path.cells))
            if not most.cursed:
                why = reason(
                    0.2 * len(most.cells), "kheops.advice.spoil", ("KHEOPS-34",),
                    tiles=len(most.cells),
                )  # fmt: skip
                yield Advice(Saying("kheops.advice.curse_at", {"cell": cell}), why)


def _joining(cell: str, mine: list[Path]) -> Advice:
    tiles = sum(len(path.cells) for path in mine)
    key = "kheops.advice.joins" if len(mine) > 1 else "kheops.advice.longer"
    worth = 0.5 * tiles + 2.0 * (len(mine) - 1)
    why = reason(worth, key, ("KHEOPS-61", "KHEOPS-70"), tiles=tiles)
    return Advice(Saying("kheops.advice.build", {"cell": cell}), why)


def _leads(path: Path, which: int) -> bool:
    own, others = path.strength[which], [s for n, s in enumerate(path.strength) if n != which]
    return own > max(others, default=0)


def _beside(state: State, cell: str) -> Iterator[str]:
    number = index_of(state.box.side)[cell]
    near = (n for n in neighbours(state.box.side)[number] if n != OUTSIDE)
    return (state.box.cells[n] for n in near)


ADVICE = Adviser[State](ideas, weigh, instead, margin=4.0)
