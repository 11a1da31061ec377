"""Phases 2 and 3 of a turn: a tile is built, another drawn, the turn passes; or the count comes."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.decide import Unfolding
from companion.core.verdict import Move, Refused, Ruling, refuse

from . import events as e
from . import moves as m
from .evolving import evolve
from .faces import openings, turns_of
from .labels import as_told
from .laying import upright, why_no_tile
from .learning import is_unsure, new_tiles
from .outline import OUTSIDE, index_of, neighbours, rests_on
from .scoring import settled
from .setting import skip_pawn
from .settling import clauses_of
from .state import Phase, State


def build_tile(state: State, move: m.BuildTile) -> Ruling:
    refusal = why_not_build(state, move)
    if refusal:
        return refusal
    turn = upright(move.face, move.turn)
    built = [laid.face for _, laid in state.tiles]
    laid = e.TileBuilt(state.turn, move.cell, move.face, turn, _clauses(state))
    unfolding = evolve.unfold(state).add(*new_tiles(state, built, [move.face]), laid)
    if all(unfolding.state.pyramid):
        return counted(unfolding.add(e.PyramidFinished(unfolding.state.turn))).accepted()
    return _pass_on(unfolding).accepted()


def _clauses(state: State) -> tuple[str, ...]:
    matched = ("KO-4",) if state.rules.edge_match else ("KHEOPS-11",)
    return ("KHEOPS-10", *matched, *(("KO-23",) if state.rules.needs_support else ()))


def _pass_on(unfolding: Unfolding[State]) -> Unfolding[State]:
    """Draw if there is something to draw, and let the other player begin."""
    state = unfolding.state
    unfolding.add(e.TileDrawn(state.turn) if state.pile else e.NothingToDraw(state.turn))
    unfolding.add(e.TurnPassed((state.turn + 1) % len(state.seats)))
    return skip_pawn(unfolding)


def counted(unfolding: Unfolding[State]) -> Unfolding[State]:
    """Count every path and every ankh; the game is over."""
    state = unfolding.state
    count = settled(state)
    for path in count.paths:
        unfolding.add(e.PathScored(path, clauses_of(path, state.rules)))
    for ankhs in count.ankhs:
        because = ["KHEOPS-31", "KHEOPS-79", *["KHEOPS-32"] * bool(ankhs.cursed)]
        because += ["KO-9"] * bool(ankhs.alone)
        unfolding.add(
            e.AnkhsCounted(
                state.seat_of(ankhs.colour), ankhs.cells, (*ankhs.cursed, *ankhs.alone),
                ankhs.points, tuple(because),
            )
        )  # fmt: skip
    clause = {"most": "KHEOPS-80", "draw": "KHEOPS-81"}.get(count.why, "KO-22")
    return unfolding.add(e.GameEnded((clause,)))


def why_not_build(state: State, move: m.BuildTile) -> Refused | None:
    """Why this tile may not be built there now."""
    return (
        _why_not_now(state)
        or why_not_there(state, move.cell)
        or _why_not_this(state, move)
        or _why_not_matching(state, move)
    )


def _why_not_now(state: State) -> Refused | None:
    match state.phase:
        case Phase.SETUP:
            return refuse("KHEOPS-06", "kheops.not_begun")
        case Phase.PAWN:
            return refuse("KHEOPS-07", "kheops.pawn_first", player=state.seats[state.turn].name)
        case Phase.POWER:
            return refuse("KHEOPS-09", "kheops.power_first", power=state.power, cell=state.trigger)
        case Phase.OVER:
            return refuse("KHEOPS-60", "kheops.is_over")
    return None


def why_not_there(state: State, cell: str) -> Refused | None:
    """Why no tile may be built in that cell."""
    number = index_of(state.box.side).get(cell)
    if number is None:
        return refuse("KHEOPS-10", "kheops.outside", places=[cell])
    if state.pyramid[number] is not None:
        return refuse("KHEOPS-10", "kheops.cell_is_built", cells=(cell,), cell=cell)
    beside = [n for n in neighbours(state.box.side)[number] if n != OUTSIDE]
    if not any(state.pyramid[n] for n in beside):
        return refuse("KHEOPS-10", "kheops.touches_nothing", cells=(cell,), cell=cell)
    if state.rules.needs_support:
        below = rests_on(state.box.side, number)
        if not all(state.pyramid[n] for n in below):
            return refuse("KO-23", "kheops.rests_on_nothing", cells=(cell,), cell=cell)
    return None


def _why_not_this(state: State, move: m.BuildTile) -> Refused | None:
    refusal = why_no_tile(state, move.face, move.turn)
    if refusal:
        return refusal
    if move.face not in state.faces_left() and not is_unsure(state.box):
        where = [cell for cell, laid in state.tiles if laid.face == move.face]
        return refuse(
            "KHEOPS-04", "kheops.too_many_tiles", cells=(move.cell, *where),
            places=[move.cell, *where], tile=as_told(move.face), found=len(where) + 1,
            expected=len(where),
        )  # fmt: skip
    return None


def _why_not_matching(state: State, move: m.BuildTile) -> Refused | None:
    if not state.rules.edge_match or state.unmatched:
        return None
    number = index_of(state.box.side)[move.cell]
    if fits(state, number, move.face, move.turn):
        return None
    return refuse("KO-4", "kheops.edges_differ", cells=(move.cell,), cell=move.cell)


def fits(state: State, number: int, face: str, turn: int) -> bool:
    """Whether every edge towards a laid tile is open on both sides, or on neither."""
    mine = openings(face, turn)
    for edge, beside in enumerate(neighbours(state.box.side)[number]):
        laid = None if beside == OUTSIDE else state.pyramid[beside]
        if laid is not None and openings(laid.face, laid.turn)[edge] != mine[edge]:
            return False
    return True


def open_cells(state: State) -> list[str]:
    """Return the cells a tile may be built in."""
    return [cell for cell in state.box.cells if why_not_there(state, cell) is None]


def buildable(state: State) -> Iterator[Move]:
    """Yield every tile that may be built now, as far as the table can know what is in a hand."""
    if state.phase != Phase.TILE:
        return
    matching = state.rules.edge_match and not state.unmatched
    index, left = index_of(state.box.side), state.faces_left()
    for cell in open_cells(state):
        for face in left:
            for turn in turns_of(face):
                if not matching or fits(state, index[cell], face, turn):
                    yield m.BuildTile(cell, face, turn)
    if matching:
        yield m.SayNoneFits()


def say_none_fits(state: State, move: m.SayNoneFits) -> Ruling:
    if not state.rules.edge_match or state.phase != Phase.TILE or state.unmatched:
        return refuse("KO-4", "kheops.edges_are_free")
    return evolve.unfold(state).add(e.NoneFitted(state.turn)).accepted()
