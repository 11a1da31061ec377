"""evolve: the state after an event. No judgement here: what happened, happened."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from companion.core.evolving import Evolving, changed
from companion.core.verdict import Event

from . import events as e
from .chamber import chamber_after
from .state import (
    Call,
    Chamber,
    Column,
    Curse,
    Pair,
    Phase,
    Resolving,
    Reveal,
    Secrets,
    Shift,
    State,
)


def _chamber(state: State, event: Event) -> State | None:
    match event:
        case (
            e.ResearcherSet()
            | e.ResearcherReturned()
            | e.ScarabLaid()
            | e.ScarabShifted()
            | e.SarcophagusOpened()
            | e.SarcophagusHandedOver()
        ):
            return state.but(chamber=chamber_after(state.chamber, event))
    return None


def _card(state: State, event: Event) -> State | None:
    match event:
        case e.CardInserted(seat=seat, slot=slot, card=card):
            slots = changed(state.slots, slot, (*state.slots[slot], card))
            hands = changed(state.hands, seat, state.hands[seat] - 1)
            return state.but(slots=slots, hands=hands, resolving=Resolving(card, ()))
        case e.TurnPassed(seat=seat):
            return state.but(turn=seat, turns=state.turns + 1, drawn=False)
        case e.Begun():
            return state.but(phase=Phase.PLAY)
        case e.ColumnsArranged(animals=animals):
            columns = tuple(state.chamber.at(animal) for animal in animals)
            return state.but(chamber=_columns(state, columns))
        case e.WallFilled():
            return state.but(phase=Phase.SHIFT, drawing=False, drawn=False)
    return None


def _pair(state: State, event: Event) -> State | None:
    doing = state.resolving
    if doing is None:
        return None
    # what happens most often comes first: people weigh hundreds of cards in a game
    match event:
        case e.CardResolved():
            return state.but(resolving=None, drawing=not state.drawn)
        case e.PairTaken(pair=pair):
            rest = list(doing.pairs)
            rest.remove(pair)
            return _doing(state, pairs=tuple(rest), current=pair)
        case e.PairResolved():
            return _doing(state, current=None)
        case e.ScarabLaid(animal=animal):
            return _doing(state, laid=(*doing.laid, animal))
        case e.PairsFormed(pairs=pairs):
            return _doing(state, pairs=(*doing.pairs, *pairs))
        case e.ResearcherSet(animal=animal):
            return _doing(state, settled=(*doing.settled, animal))
        case e.NoResearcherSet(animal=animal, why="declined"):
            return _doing(state, declined=(*doing.declined, animal))
        case e.PairsHidden(pairs=pairs):
            return _doing(state, uncalled=pairs, calling=True)
        case e.PairCalled(pair=pair):
            left = tuple(p for p in doing.uncalled if p != pair and not _same_line(p, pair))
            return _doing(state, uncalled=left, pairs=(*doing.pairs, pair))
        case e.CallingEnded():
            return _doing(state, uncalled=(), calling=False)
        case e.LinesOffered(lines=lines):
            return _doing(state, lines=lines)
        case e.LinePairChosen(pair=pair):
            return _doing(state, lines=doing.lines[1:], pairs=(*doing.pairs, pair))
        case e.LineUsed(line=line, animal=animal):
            return state.but(used_lines=state.used_lines | {(line, animal)})
        case e.ColumnChosen(animal=animal):
            return _doing(state, chosen=animal or "")
    return None


def _same_line(one: Pair, other: Pair) -> bool:
    return bool(one.line) and one.line == other.line


def _doing(state: State, **changes: Any) -> State:
    assert state.resolving is not None
    return state.but(resolving=structs.replace(state.resolving, **changes))


def _pile(state: State, event: Event) -> State | None:
    early = state.resolving is not None
    match event:
        case e.CardDrawn(seat=seat):
            first, second = state.piles
            piles = (first - 1, second) if first else (first, second - 1)
            hands = changed(state.hands, seat, state.hands[seat] + 1)
            return state.but(piles=piles, hands=hands, drawing=False, drawn=early)
        case e.DrawingFirst():
            return state.but(drawing=True)
        case e.NothingToDraw():
            return state.but(drawing=False, drawn=early)
    return None


def _curse(state: State, event: Event) -> State | None:
    match event:
        case e.CurseTurned(card=card, at=at):
            left = tuple(c for c in state.curses_left if c != card)
            return state.but(curse=Curse(card, at), curses_left=left)
        case e.CurseEnded():
            return state.but(curse=None)
    round_ = state.curse
    if round_ is None:
        return None
    match event:
        case e.CurseCalled(seat=seat, at=at):
            call = Call(at, (seat - state.turn) % len(state.seats), seat)
            return _round(state, calls=tuple(sorted((*round_.calls, call))))
        case e.SearchLimited(seconds=seconds, at=at):
            return _round(state, limit=seconds, limited=at)
        case e.CallStruck(seat=seat):
            return _round(state, calls=tuple(c for c in round_.calls if c.seat != seat))
        case e.AnimalsFound(seat=seat):
            return _round(state, finder=seat)
        case e.VictimNamed(seat=seat):
            return _round(state, victim=seat)
    return None


def _round(state: State, **changes: Any) -> State:
    assert state.curse is not None
    return state.but(curse=structs.replace(state.curse, **changes))


def _end(state: State, event: Event) -> State | None:
    match event:
        case e.ShiftOpened(seat=seat):
            return state.but(shift=Shift(seat))
        case e.ShiftPlanned(seat=seat, takes=takes):
            return state.but(shift=Shift(seat, takes))
        case e.SarcophagusOpened(animal=animal) if state.shift and state.shift.plan is not None:
            plan = ((a, count - (a == animal)) for a, count in state.shift.plan)
            left = tuple((a, count) for a, count in plan if count)
            return state.but(shift=Shift(state.shift.seat, left))
        case e.ShiftEnded(seat=seat):
            return state.but(shift=None, shifted=(*state.shifted, seat))
        case e.ShiftingDone():
            return state.but(phase=Phase.REVEAL)
        case e.GameEnded():
            return state.but(phase=Phase.OVER)
    return None


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


def _columns(state: State, columns: tuple[Column, ...]) -> Chamber:
    return structs.replace(state.chamber, columns=columns)


evolve = Evolving[State](e.WallEvent, _chamber, _card, _pair, _pile, _curse, _end, _secret)
