"""Setting up: the base as it lies, tile by tile or read from one picture, and the beginning."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.core.facts import FactLearned
from companion.core.verdict import Refused, Ruling, refuse

from . import events as e
from . import moves as m
from .evolving import evolve
from .faces import TURNS, read_face
from .labels import as_told
from .learning import is_a_face, is_unsure, new_base, new_tiles
from .setting import skip_pawn
from .state import Phase, State


def lay_base(state: State, move: m.LayBase) -> Ruling:
    refusal = why_not_laid(state, move.tiles)
    if refusal:
        return refusal
    facts = _learned(state, move.tiles, ())
    laid = {tile[0] for tile in move.tiles}
    missing = [cell for cell in evolve.after(state, facts).box.base if cell not in laid]
    if missing:
        return incomplete(state, missing)
    tiles = tuple((cell, face, upright(face, turn)) for cell, face, turn in move.tiles)
    return evolve.unfold(state).add(*facts, e.BaseLaid(tiles)).accepted()


def lay_base_tile(state: State, move: m.LayBaseTile) -> Ruling:
    others = [(cell, laid.face, laid.turn) for cell, laid in state.tiles if cell != move.cell]
    tile = (move.cell, move.face, move.turn)
    refusal = why_not_laid(state, [tile, *others])
    if refusal:
        return refusal
    turn = upright(move.face, move.turn)
    laid = e.BaseTileLaid(move.cell, move.face, turn)
    return evolve.unfold(state).add(*_learned(state, [tile], others), laid).accepted()


def _learned(
    state: State, tiles: Sequence[m.Tile], others: Sequence[m.Tile]
) -> tuple[FactLearned, ...]:
    """Return what these tiles of the base show that was guessed otherwise."""
    built = [face for _, face, _ in others]
    base = new_base(state, [cell for cell, _, _ in tiles]) or ()
    return (*base, *new_tiles(state, built, [face for _, face, _ in tiles]))


def upright(face: str, turn: int) -> int:
    """Return the turn as it is written down: 0 for a tile that looks alike after every turn."""
    return 0 if read_face(face).looks_alike else turn


def why_not_laid(state: State, tiles: Sequence[m.Tile]) -> Refused | None:
    """Why these tiles cannot be the base."""
    if state.phase != Phase.SETUP:
        return refuse("KHEOPS-04", "kheops.already_begun")
    cells = [cell for cell, _, _ in tiles]
    twice = [cell for cell, count in Counter(cells).items() if count > 1]
    wrong = twice or [cell for cell in cells if cell not in state.box.base]
    if wrong and (twice or new_base(state, cells) is None):
        return refuse("KO-1", "kheops.not_the_base", cells=tuple(wrong), places=wrong)
    return next(
        filter(None, (why_no_tile(state, face, turn) for _, face, turn in tiles)), None
    ) or _too_many(state, tiles)


def why_no_tile(state: State, face: str, turn: int) -> Refused | None:
    """Why there is no such tile at all."""
    if face not in state.box.faces and not (is_unsure(state.box) and is_a_face(state.box, face)):
        known = is_a_face(state.box, face)
        return (
            refuse("KHEOPS-04", "kheops.not_in_the_box", tile=as_told(face))
            if known
            else refuse("KHEOPS-04", "kheops.no_such_face")
        )
    if turn not in TURNS:
        return refuse("KHEOPS-11", "kheops.no_such_turn", turn=turn)
    return None


def _too_many(state: State, tiles: Sequence[m.Tile]) -> Refused | None:
    if is_unsure(state.box):
        return None
    for face, count in Counter(face for _, face, _ in tiles).items():
        if count > state.box.faces[face]:
            where = [cell for cell, one, _ in tiles if one == face]
            return refuse(
                "KHEOPS-04", "kheops.too_many_tiles", cells=tuple(where), places=where,
                tile=as_told(face), found=count, expected=state.box.faces[face],
            )  # fmt: skip
    return None


def missing_base(state: State) -> list[str]:
    """Return the cells of the base that are not known yet."""
    return [cell for cell in state.box.base if state.at(cell) is None]


def incomplete(state: State, missing: list[str]) -> Refused:
    """Say which tiles of the base are still to be laid."""
    expected = len(state.box.base)
    return refuse(
        "KHEOPS-04", "kheops.base_incomplete", cells=tuple(missing), places=missing,
        found=expected - len(missing), expected=expected,
    )  # fmt: skip


def begin(state: State, move: m.Begin) -> Ruling:
    if state.phase != Phase.SETUP:
        return refuse("KHEOPS-06", "kheops.already_begun")
    missing = missing_base(state)
    if missing:
        return incomplete(state, missing)
    begun = e.Begun(state.seat_of(state.box.colours[0]))
    return skip_pawn(evolve.unfold(state).add(begun)).accepted()
