"""evolve: the state after an event. No judgement here: what happened, happened."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from companion.core.evolve import Evolving, Table, changed
from companion.core.verdict import Event

from . import events as e
from .evolving_chamber import chamber_after
from .evolving_curse import curse
from .evolving_pairs import PAIRS
from .learning import learn, refit
from .state import Chamber, Phase, Piece, Resolving, Reveal, Secrets, Shift, State


def _chamber_changed(state: State, event: Event) -> State:
    return replace(state, chamber=chamber_after(state.chamber, event))


CHAMBER: Table[State] = {
    e.ResearcherReturned: _chamber_changed,
    e.ScarabShifted: _chamber_changed,
    e.SarcophagusOpened: _chamber_changed,
    e.SarcophagusHandedOver: _chamber_changed,
}
"""Researchers set and scarabs laid are among the PAIRS: they change both at once."""


def _begun(state: State, event: e.Begun) -> State:
    return replace(state, phase=Phase.PLAY)


def _columns_arranged(state: State, event: e.ColumnsArranged) -> State:
    chamber = state.chamber
    columns = tuple(chamber.at(animal) for animal in event.animals)
    return replace(state, chamber=type(chamber)(columns, chamber.slab, chamber.won))


def _card_inserted(state: State, event: e.CardInserted) -> State:
    slot, seat = event.slot, event.seat
    return replace(
        state,
        slots=changed(state.slots, slot, (*state.slots[slot], event.card)),
        hands=changed(state.hands, seat, state.hands[seat] - 1),
        resolving=Resolving(event.card, ()),
    )


def _turn_passed(state: State, event: e.TurnPassed) -> State:
    return replace(state, turn=event.seat, turns=state.turns + 1, drawn=False)


def _wall_filled(state: State, event: e.WallFilled) -> State:
    return replace(state, phase=Phase.SHIFT, drawing=False, drawn=False)


def _card_drawn(state: State, event: e.CardDrawn) -> State:
    first, second = state.piles
    return replace(
        state,
        piles=(first - 1, second) if first else (first, second - 1),
        hands=changed(state.hands, event.seat, state.hands[event.seat] + 1),
        drawing=False,
        drawn=state.resolving is not None,
    )


def _drawing_first(state: State, event: e.DrawingFirst) -> State:
    return replace(state, drawing=True)


def _nothing_to_draw(state: State, event: e.NothingToDraw) -> State:
    return replace(state, drawing=False, drawn=state.resolving is not None)


CARDS: Table[State] = {
    e.Begun: _begun,
    e.ColumnsArranged: _columns_arranged,
    e.CardInserted: _card_inserted,
    e.TurnPassed: _turn_passed,
    e.WallFilled: _wall_filled,
    e.CardDrawn: _card_drawn,
    e.DrawingFirst: _drawing_first,
    e.NothingToDraw: _nothing_to_draw,
}


def _end(state: State, event: Event) -> State | None:
    match event:
        case e.PositionTold():
            return _as_told(state, event)
        case e.CountedAtEnd(columns=columns, taken=taken):
            return state.but(chamber=_as_counted(state, columns, taken))
        case e.ShiftOpened(seat=seat):
            return state.but(shift=Shift(seat))
        case e.ShiftPlanned(seat=seat, takes=takes):
            done = state.shift.done if state.shift and takes is not None else 0
            return state.but(shift=Shift(seat, takes, done))
        case e.SarcophagusOpened(animal=animal) if state.shift and state.shift.plan is not None:
            plan = ((a, count - (a == animal)) for a, count in state.shift.plan)
            left = tuple((a, count) for a, count in plan if count)
            return state.but(shift=Shift(state.shift.seat, left, state.shift.done))
        case e.ScarabShifted() if state.shift:
            return state.but(shift=replace(state.shift, done=state.shift.done + 1))
        case e.ShiftEnded(seat=seat):
            return state.but(shift=None, shifted=(*state.shifted, seat))
        case e.ShiftingDone():
            return state.but(phase=Phase.REVEAL)
        case e.GameEnded():
            return state.but(phase=Phase.OVER)
    return None


def _as_counted(
    state: State,
    columns: Sequence[tuple[str, int | None, int]],
    taken: Sequence[tuple[str, int, int]],
) -> Chamber:
    """Return the chamber as people found it at the end."""
    gone = {animal: sum(one[0] == animal for one in taken) for animal, _, _ in columns}
    standing = (
        replace(column, stack=column.stack[gone[animal] :], scarabs=scarabs, researcher=seat)
        for column in state.chamber.columns
        for animal, seat, scarabs in columns
        if animal == column.animal
    )
    won = tuple(
        tuple(sorted(Piece(animal, eyes) for animal, eyes, owner in taken if owner == seat))
        for seat in range(len(state.seats))
    )
    slab = state.box.scarabs - sum(scarabs for _, _, scarabs in columns)
    return Chamber(tuple(standing), slab, won)


def _secret(state: State, event: Event) -> State | None:
    match event:
        case e.PharaohNoted(seat=seat, animal=animal):
            note = Secrets(animal, state.secrets[seat].values)
            return state.but(secrets=changed(state.secrets, seat, note))
        case e.ValueNoted(seat=seat, piece=piece, value=value):
            known = dict(state.secrets[seat].values) | {piece: value}
            note = Secrets(state.secrets[seat].pharaoh, tuple(sorted(known.items())))
            return state.but(secrets=changed(state.secrets, seat, note))
        case e.TurnedOver(seat=seat, pharaoh=pharaoh, values=values):
            return state.but(reveals=changed(state.reveals, seat, Reveal(pharaoh, values)))
    return None


evolve = Evolving[State](
    e.WallEvent, CHAMBER, CARDS, PAIRS, curse, _end, _secret, learn=learn, refit=refit
)


def _as_told(state: State, event: e.PositionTold) -> State:
    """A game that is followed from the middle on: whoever is next has drawn as ever."""
    box, players = state.box, len(state.seats)
    inserted = sum(map(len, event.slots))
    left = len(box.cards) - inserted
    hands = [min(box.hand, left // players)] * players
    for seat in list(state.seats_from(event.seat))[: max(0, left - sum(hands))]:
        hands[seat] = min(box.hand, hands[seat] + 1)
    pile = left - sum(hands)
    second = min(pile, state.piles[1])
    return state.but(
        phase=Phase.PLAY,
        turn=event.seat,
        turns=inserted,
        chamber=_as_counted(state, event.columns, event.taken),
        slots=event.slots,
        hands=tuple(hands),
        piles=(pile - second, second),
    )
