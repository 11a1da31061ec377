"""The end of the game: shifting scarabs seat by seat, then turning everything over."""

from __future__ import annotations

from collections import Counter

from companion.core.decide import Unfolding
from companion.core.facts import is_guessed, learned
from companion.core.verdict import Refused, Ruling, refuse

from . import events as e
from . import moves as m
from .box import Box
from .evolving import evolve
from .evolving_chamber import TO_OPEN
from .shifting import best_plans, fits, openings_possible
from .state import Phase, Piece, State


def begin_shifting(unfolding: Unfolding[State]) -> Unfolding[State]:
    """Open the shift of the next seat that can still open something; then the reveal."""
    while True:
        state = unfolding.state
        seat = next((s for s in range(len(state.seats)) if s not in state.shifted), None)
        if seat is None:
            return unfolding.add(e.ShiftingDone())
        if openings_possible(state.chamber, seat):
            return _propose(unfolding.add(e.ShiftOpened(seat)), seat)
        unfolding.add(e.ShiftEnded(seat, "nothing"))


def _propose(unfolding: Unfolding[State], seat: int) -> Unfolding[State]:
    """Take up the best plan, unless others are as good and take other sarcophagi."""
    best = best_plans(unfolding.state.chamber, seat)
    if len(best) == 1:
        unfolding.add(e.ShiftPlanned(seat, best[0].takes))
    return unfolding


def choose_plan(state: State, move: m.ChoosePlan) -> Ruling:
    if state.shift is None:
        return _no_shift_now(state)
    if not fits(state.chamber, state.shift.seat, move.takes):
        return refuse("WALL-51", "wall.plan_does_not_fit")
    return evolve.unfold(state).add(e.ShiftPlanned(state.shift.seat, move.takes)).accepted()


def change_plan(state: State, move: m.ChangePlan) -> Ruling:
    if state.shift is None or state.shift.plan is None:
        return _no_shift_now(state)
    return evolve.unfold(state).add(e.ShiftPlanned(state.shift.seat, None)).accepted()


def shift_scarab(state: State, move: m.ShiftScarab) -> Ruling:
    refusal = _why_not_shift(state, move)
    if refusal:
        return refusal
    assert state.shift is not None
    seat, planned = state.shift.seat, state.shift.plan
    unfolding = evolve.unfold(state).add(e.ScarabShifted(seat, move.source, move.target))
    column = unfolding.state.chamber.at(move.target)
    if column.scarabs == TO_OPEN and column.stack:
        because = ("WALL-51", "WO-26", "WO-27")
        unfolding.add(e.SarcophagusOpened(move.target, column.stack[0], seat, because))
    return _go_on(unfolding, seat, planned).accepted()


def _no_shift_now(state: State) -> Refused:
    if state.phase in (Phase.REVEAL, Phase.OVER):
        return refuse("WALL-53", "wall.shifting_is_over")
    return refuse("WALL-50", "wall.no_shift_now")


def _why_not_shift(state: State, move: m.ShiftScarab) -> Refused | None:
    if state.shift is None:
        return _no_shift_now(state)
    names = [column.animal for column in state.chamber.columns]
    for animal in (move.source, move.target):
        if animal not in names or state.chamber.at(animal).researcher != state.shift.seat:
            return refuse(
                "WALL-50",
                "wall.not_your_column",
                animal=animal,
                player=state.seats[state.shift.seat].name,
            )
    if move.source == move.target:
        return refuse("WALL-50", "wall.same_column")
    if not state.chamber.at(move.source).scarabs:
        return refuse("WALL-50", "wall.no_scarab_there", animal=move.source)
    if state.chamber.at(move.target).scarabs >= TO_OPEN:
        return refuse("WALL-40", "wall.column_full", animal=move.target)
    return None


def _go_on(unfolding: Unfolding[State], seat: int, planned: object) -> Unfolding[State]:
    """After a scarab was shifted: end, keep to the plan, or think again."""
    state = unfolding.state
    if not openings_possible(state.chamber, seat):
        return begin_shifting(unfolding.add(e.ShiftEnded(seat, "done")))
    plan = state.shift.plan if state.shift else None
    if plan and fits(state.chamber, seat, plan):
        return unfolding
    if planned is not None:
        unfolding.add(e.ShiftPlanned(seat, None))
    return _propose(unfolding, seat)


def end_shift(state: State, move: m.EndShift) -> Ruling:
    if state.shift is None:
        return _no_shift_now(state)
    unfolding = evolve.unfold(state).add(e.ShiftEnded(state.shift.seat, "declined"))
    return begin_shifting(unfolding).accepted()


def turn_over(state: State, move: m.TurnOver) -> Ruling:
    refusal = _why_not_turn_over(state, move)
    if refusal:
        return refusal
    unfolding = evolve.unfold(state)
    if _has_shown_all(state, move.pharaoh):
        there = state.box.pharaohs.count(move.pharaoh)
        fact = f"pharaoh:{move.pharaoh}"
        unfolding.add(learned(state.box, fact, there, there + 1, "WALL-12"))
    unfolding.add(e.TurnedOver(move.seat, move.pharaoh, move.values))
    if all(unfolding.state.reveals):
        unfolding.add(e.GameEnded())
    return unfolding.accepted()


def _why_not_turn_over(state: State, move: m.TurnOver) -> Refused | None:
    if state.phase != Phase.REVEAL:
        return refuse("WALL-54", "wall.not_yet")
    if not 0 <= move.seat < len(state.seats) or state.reveals[move.seat]:
        return refuse("WALL-54", "wall.already_turned_over")
    player = state.seats[move.seat].name
    guessed = move.pharaoh in state.box.animals and is_guessed(state.box, "pharaoh")
    if _has_shown_all(state, move.pharaoh) and not guessed:
        return refuse("WALL-12", "wall.pharaoh_not_possible", animal=move.pharaoh, player=player)
    pieces = [piece for piece, _ in move.values]
    if sorted(pieces) != sorted(state.chamber.won[move.seat]):
        return refuse(
            "WALL-54",
            "wall.every_mummy_once",
            player=player,
            expected=len(state.chamber.won[move.seat]),
            found=len(pieces),
        )
    return next(
        (
            _wrong_value(state, piece, value)
            for piece, value in move.values
            if value not in state.box.worth(piece.eyes)
        ),
        None,
    )


def _has_shown_all(state: State, animal: str) -> bool:
    """Whether every pharaoh card of this animal that is known lies open already."""
    shown = Counter(reveal.pharaoh for reveal in state.reveals if reveal)
    return shown[animal] >= state.box.pharaohs.count(animal)


def pharaohs_to_say(box: Box) -> tuple[str, ...]:
    """Return the animals people may say their pharaoh card shows: all of them,
    while it is a guess."""
    known = dict.fromkeys(box.pharaohs)
    return tuple({**known, **dict.fromkeys(box.animals)} if is_guessed(box, "pharaoh") else known)


def _wrong_value(state: State, piece: Piece, value: int) -> Refused:
    return refuse(
        "WALL-54",
        "wall.no_such_value",
        eyes=piece.eyes,
        value=value,
        expected=list(state.box.worth(piece.eyes)),
    )


def note_pharaoh(state: State, move: m.NotePharaoh) -> Ruling:
    expected = list(pharaohs_to_say(state.box))
    if not 0 <= move.seat < len(state.seats) or move.animal not in expected:
        return refuse("WALL-12", "wall.no_such_pharaoh", animal=move.animal, expected=expected)
    return evolve.unfold(state).add(e.PharaohNoted(move.seat, move.animal)).accepted()


def note_value(state: State, move: m.NoteValue) -> Ruling:
    if not 0 <= move.seat < len(state.seats) or move.piece not in state.chamber.won[move.seat]:
        return refuse("WALL-43", "wall.not_your_sarcophagus")
    if move.value not in state.box.worth(move.piece.eyes):
        return _wrong_value(state, move.piece, move.value)
    return evolve.unfold(state).add(e.ValueNoted(move.seat, move.piece, move.value)).accepted()


def count_slab(state: State, move: m.CountSlab) -> Ruling:
    expected = max(0, state.chamber.slab)
    if move.scarabs != expected:
        return refuse(
            "WALL-48",
            "wall.slab_differs",
            found=move.scarabs,
            expected=expected,
            columns={c.animal: c.scarabs for c in state.chamber.columns if c.scarabs},
        )
    return evolve.unfold(state).add(e.SlabCounted(move.scarabs)).accepted()
