"""The law of Kheops: what may be done, and what follows from it. Pure; no clock, no dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.core.decide import Deciding
from companion.core.seats import Seat, check_seats
from companion.core.verdict import Move, Saying

from . import building, counting, laying, powers, setting
from . import moves as m
from .box import Box
from .faces import FORBID, turns_of
from .house import HouseRules
from .labels import as_told
from .state import Phase, State

FORESEEN = (
    m.LayBaseTile,
    m.SetPawn,
    m.BuildTile,
)
"""Moves whose consequences a seat's phone shows before they are made."""


def opening(box: Box, seats: Sequence[Seat], rules: HouseRules) -> State:
    """Deal the hands (KHEOPS-05); the base is still to be laid or looked at."""
    check_seats(seats, *box.players, box.colours)
    return State(
        box=box,
        rules=rules,
        seats=tuple(seats),
        pyramid=(None,) * len(box.cells),
        hands=(box.hand,) * len(seats),
        pile=box.pile,
    )


decide = Deciding[State](
    "KHEOPS-07",
    "kheops.not_a_move_here",
    {
        m.LayBase: laying.lay_base,
        m.LayBaseTile: laying.lay_base_tile,
        m.Begin: laying.begin,
        m.CountAtEnd: counting.count_at_end,
        m.SetPawn: setting.set_pawn,
        m.TurnTile: powers.turn_tile,
        m.SwapPawns: powers.swap_pawns,
        m.MovePawn: powers.move_pawn,
        m.UseNoPower: powers.use_no_power,
        m.SayNoneFits: building.say_none_fits,
        m.BuildTile: building.build_tile,
    },
)


def legal_moves(state: State) -> Iterator[Move]:
    """Yield the moves that carry the game on; only one of several that lead to the same state.

    While the base is laid any of its tiles may also be entered again, or all of them at once.
    """
    yield from _base_moves(state)
    yield from setting.settable(state)
    yield from powers.choices(state)
    yield from building.buildable(state)


def _base_moves(state: State) -> Iterator[Move]:
    if state.phase != Phase.SETUP:
        return
    missing, left = laying.missing_base(state), state.faces_left()
    for cell in missing:
        for face in left:
            yield from (m.LayBaseTile(cell, face, turn) for turn in turns_of(face))
    if not missing:
        yield m.Begin()


def broken(state: State) -> tuple[Saying, ...]:
    """Return the cross-checks of each turn that fail; empty when tiles and pawns add up."""
    return tuple((*_miscounted(state), *_too_many(state), *_misplaced(state)))


def _miscounted(state: State) -> Iterator[Saying]:
    built = sum(laid is not None for laid in state.pyramid)
    base = len(state.box.base)
    counts = {
        "cells": (len(state.pyramid), len(state.box.cells)),
        "built": (built, base + state.turns if state.phase != Phase.SETUP else built),
        "tiles": (base + state.turns + sum(state.hands) + state.pile, len(state.box.tiles)),
    }
    for what, (found, expected) in counts.items():
        if found != expected:
            yield Saying(f"kheops.broken.{what}", {"found": found, "expected": expected})
    if min(state.pile, *state.hands) < 0:
        yield Saying("kheops.broken.hands", {})


def _too_many(state: State) -> Iterator[Saying]:
    built = Counter(laid.face for _, laid in state.tiles)
    for face, found in built.items():
        if found > state.box.faces[face]:
            values = {"tile": as_told(face), "found": found, "expected": state.box.faces[face]}
            yield Saying("kheops.broken.faces", values)
    for colour in state.box.colours:
        for kind, left in state.reserve(colour).items():
            if left < 0:
                yield Saying("kheops.broken.pawns", {"colour": colour, "kind": kind, "over": -left})


def _misplaced(state: State) -> Iterator[Saying]:
    for cell, laid in state.tiles:
        if laid.pawn and FORBID in laid.shows.symbols:
            yield Saying("kheops.broken.forbidden", {"cell": cell})
        if laid.turn not in turns_of(laid.face):
            yield Saying("kheops.broken.turn", {"cell": cell})
