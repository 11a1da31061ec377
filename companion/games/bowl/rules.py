"""The law of the bowl: what may be done, and what follows from it. Pure; no clock, no scale."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from companion.core.decide import Deciding, adding_up
from companion.core.seats import Seat, check_seats
from companion.core.verdict import Concern, Move, Refused, Saying, refuse

from . import counting, drawing, exploring, moving, turning
from . import moves as m
from .asking import questions
from .box import Box, Face
from .evolving import evolve
from .house import HouseRules
from .limits import CHAMBER_TILES
from .state import TO_ENTRANCE, Phase, State, Step

FORESEEN = (
    m.EnterChamber,
    m.DeclineExtraTurn,
    m.TakeBoulder,
    m.WrongColour,
    m.Landslide,
    m.GiveUp,
    m.FindNone,
    m.MoveFigure,
    m.StayPut,
)
"""Moves whose consequences a seat's phone shows before they are made."""


def opening(box: Box, seats: Sequence[Seat], rules: HouseRules) -> State:
    """Lay out the table (BOWL-02 to 12). The first seat walks most like a mummy (BOWL-09)."""
    check_seats(seats, *box.players, box.colours)
    players = len(seats)
    return State(
        box=box,
        rules=rules,
        seats=tuple(seats),
        tiles=(None,) * len(box.track),
        chamber=(None,) * CHAMBER_TILES,
        figures=(0,) * players,
        scarabs=(0,) * players,
        supply=box.scarabs,
        mummy=None if rules.quick else Step(box.last_pyramid, TO_ENTRANCE),
        bowl=box.full_bowl,
        bag=(0,) * len(box.boulder_colours),
        warned=(False,) * players,
    )


def _after_the_end(state: State, move: Move) -> Refused | None:
    return refuse("BOWL-O-44", "bowl.game_is_over") if state.phase == Phase.OVER else None


decide = Deciding[State](
    "BOWL-14",
    "bowl.not_a_move_here",
    {
        m.Begin: turning.begin,
        m.CountAtEnd: counting.count_at_end,
        m.GoOnFrom: adding_up(counting.go_on_from, evolve.after, lambda s: broken(s), "BOWL-23"),
        m.FlipTile: exploring.flip_tile,
        m.NameColour: exploring.name_colour,
        m.EnterChamber: exploring.enter_chamber,
        m.DeclineExtraTurn: turning.decline_extra_turn,
        m.TakeBoulder: drawing.take_boulder,
        m.WrongColour: drawing.wrong_colour,
        m.Landslide: drawing.landslide,
        m.SeeFall: drawing.see_fall,
        m.GiveUp: drawing.give_up,
        m.Bump: drawing.bump,
        m.FindNone: drawing.find_none,
        m.CallFoul: drawing.call_foul,
        m.Vote: drawing.vote,
        m.MoveFigure: moving.move_figure,
        m.StayPut: moving.stay_put,
        m.RebuildTrap: turning.rebuild_trap,
        m.LeaveGame: turning.leave_game,
    },
    _after_the_end,
)


def legal_moves(state: State) -> Iterator[Move]:
    """Yield the moves that carry the game on.

    Besides them somebody may always leave, report a fall, say more exactly what happened in the
    bowl than its question asks, or flip a tile that nobody knew to be in the box.
    """
    expected = exploring.tiles_to_flip(state)
    for question in questions(state):
        for move in (option.move for option in question.options):
            if not isinstance(move, m.FlipTile) or _is_expected(move, expected):
                yield move


def _is_expected(move: m.FlipTile, expected: dict[str, list[Face]]) -> bool:
    return Face(move.colour, move.symbols) in expected.get(move.field, ())


def concerns(state: State, move: Move) -> Concern | None:
    """Players who leave say so in person."""
    return Concern((move.seat,)) if isinstance(move, m.LeaveGame) else None


def broken(state: State) -> tuple[Saying, ...]:
    """Return the cross-checks that fail; empty when the pieces add up."""
    return tuple((*_miscounted(state), *_misplaced(state)))


def _miscounted(state: State) -> Iterator[Saying]:
    values: dict[str, Any]
    total = state.supply + sum(state.scarabs)
    if total != state.box.scarabs or min(state.supply, *state.scarabs) < 0:
        values = {"found": total, "expected": state.box.scarabs}
        yield Saying("bowl.broken.scarabs", values)
    for seat, count in enumerate(state.scarabs):
        if count > state.cap:
            player = state.seats[seat].name
            yield Saying(
                "bowl.broken.cap", {"player": player, "found": count, "expected": state.cap}
            )
    boulders = zip(
        state.box.boulder_colours, state.bowl, state.bag, state.box.full_bowl, strict=True
    )
    for colour, bowl, bag, expected in boulders:
        if bowl + bag != expected or min(bowl, bag) < 0:
            values = {"colour": colour, "found": bowl + bag, "expected": expected}
            yield Saying("bowl.broken.boulders", values)
    for kind, faces in state.box.tiles:
        for face, count in state.open_faces(kind).items():
            if count > faces.count(face):
                values = {"face": face.label, "found": count, "expected": faces.count(face)}
                yield Saying("bowl.broken.tiles", values)


def _misplaced(state: State) -> Iterator[Saying]:
    for seat, place in enumerate(state.figures):
        if place is not None and not _may_stand(state, seat, place):
            values = {"player": state.seats[seat].name, "field": state.box.track[place].id}
            yield Saying("bowl.broken.figure", values)
    pyramid = range(state.box.first_pyramid, state.box.chamber)
    if state.mummy is not None and state.mummy.field not in pyramid:
        yield Saying("bowl.broken.mummy", {"field": state.box.track[state.mummy.field].id})
    if state.wanted and state.phase == Phase.DRAW and not state.in_bowl(state.wanted):
        yield Saying("bowl.broken.bowl", {"colour": state.wanted})


def _may_stand(state: State, seat: int, place: int) -> bool:
    """Check that a figure stands on the start, the front or an open tile;
    in the chamber only to draw."""
    if place == state.box.chamber:
        return seat == state.turn and (state.visit is not None or state.winner == seat)
    return not state.box.track[place].has_tile or state.tiles[place] is not None
