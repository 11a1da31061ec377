"""Advice at the wall: pairs worth making, what they bring, and whom they would help.

Which cards somebody holds is known to nobody else, so an idea names what to look for in one's hand.
The pharaoh card and the mummies count only for the seat that has noted them.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.advice import Advice, Adviser, Grounds, reason
from companion.core.roles import Role
from companion.core.verdict import Accepted, Move, Saying

from . import events as e
from . import moves as m
from .chamber import Choice, Situation, choices, play_pair
from .evolving_chamber import TO_OPEN
from .learning import one_of_each
from .resolving import situation_of
from .rules import decide
from .shifting import plans
from .state import Pair, Phase, Piece, Resolving, State


def ideas(state: State, role: Role) -> Iterator[Advice]:
    """The pairs to look for in one's hand, each with the slots that make it."""
    if state.phase != Phase.PLAY or state.resolving or state.drawing or state.curse:
        return
    found: dict[tuple[str, bool], dict[int, Grounds]] = {}
    for slot in _open_slots(state):
        for card in one_of_each(state):
            for pair in _pairs(state, m.InsertCard(slot, card)):
                why = _of_pair(state, _situation(state), pair, role)
                known = found.setdefault((pair.animal, _needs_gaze(state, pair)), {})
                known[slot] = max(why, known.get(slot, why), key=_worth)
    for (animal, gaze), slots in found.items():
        why = max(slots.values(), key=_worth)
        if why.worth > 0:
            best = [slot + 1 for slot, one in sorted(slots.items()) if one.worth == why.worth]
            values = {"animal": animal, "slots": best, "gaze": gaze}
            yield Advice(Saying("wall.advice.pair", values), why)
    yield from _keeping(state)


def _keeping(state: State) -> Iterator[Advice]:
    """What is worth doing whatever one holds: prepare a pair, and give nothing away."""
    twice = reason(0.3, "wall.advice.next", ("WALL-22",))
    yield Advice(Saying("wall.advice.twice", {}), twice)
    for column in state.chamber.columns:
        rival = column.researcher
        if rival in (None, state.turn) or column.scarabs != TO_OPEN - 1 or not column.stack:
            continue
        name = state.seats[rival].name if rival is not None else ""
        why = reason(
            0.4 + 0.1 * column.stack[0], "wall.advice.would_open", ("WALL-41",),
            player=name, eyes=column.stack[0],
        )  # fmt: skip
        yield Advice(Saying("wall.advice.beware", {"animal": column.animal}), why)


def weigh(state: State, move: Move, role: Role) -> Grounds | None:
    """What speaks for a card, an answer about a pair, a victim, a sarcophagus or a plan."""
    doing = state.resolving
    match move:
        case m.InsertCard():
            return _card(state, move, role)
        case m.SetResearcher() | m.SetNone() if doing and doing.current:
            choice = None if isinstance(move, m.SetNone) else move.moved_from or ""
            return _of_choice(state, situation_of(state, doing), doing.current, choice, role)
        case (
            m.ResolveNext(animal=animal, same_gaze=same)
            | m.ChooseLinePair(animal=animal, same_gaze=same)
        ) if doing:
            pair = Pair(animal, same, (0, 0), (0, 0))
            return _of_pair(state, situation_of(state, doing), pair, role)
        case m.ChooseColumn(animal=str(animal)) if doing:
            pair = Pair(animal, True, (0, 0), (0, 0))
            situation = situation_of(state, doing)
            return _of_choice(state, situation, pair, "", role)
        case m.NameVictim(seat=seat):
            return _victim(state, seat)
        case m.HandOver(piece=piece):
            return _given(state, piece, role)
        case m.ChoosePlan(takes=takes):
            return _plan(state, takes)
    return None


def instead(state: State, move: Move, role: Role) -> Iterator[Advice]:
    """The same card in another slot."""
    if not isinstance(move, m.InsertCard):
        return
    for slot in _open_slots(state):
        why = _card(state, m.InsertCard(slot, move.card), role)
        if slot != move.slot and why is not None:
            yield Advice(Saying("wall.advice.same_card", {"slot": slot + 1}), why)


def _open_slots(state: State) -> Iterator[int]:
    full = state.box.wall.capacity
    return (slot for slot, cards in enumerate(state.slots) if len(cards) < full)


def _pairs(state: State, move: m.InsertCard) -> Iterator[Pair]:
    """The pairs a card would make; none where people have to find them themselves."""
    ruling = decide(state, move)
    for event in ruling.events if isinstance(ruling, Accepted) else ():
        if isinstance(event, e.PairsFormed):
            yield from event.pairs
        elif isinstance(event, e.LinesOffered):
            yield from (pair for line in event.lines for pair in line)


def _situation(state: State) -> Situation:
    return situation_of(state, Resolving("", ()))


def _needs_gaze(state: State, pair: Pair) -> bool:
    """Whether it matters that the two look the same way: a rival stands there."""
    holder = state.chamber.at(pair.animal).researcher
    return pair.same_gaze and holder is not None and holder != state.turn


def _card(state: State, move: m.InsertCard, role: Role) -> Grounds | None:
    found = [_of_pair(state, _situation(state), pair, role) for pair in _pairs(state, move)]
    if not found:
        return reason(0.0, "wall.advice.nothing", ("WALL-19",))
    most = max(found, key=lambda one: abs(one.worth))
    return Grounds(sum(one.worth for one in found), most.say, most.because)


def _of_pair(state: State, situation: Situation, pair: Pair, role: Role) -> Grounds:
    ways = choices(situation, pair)
    return max((_of_choice(state, situation, pair, way, role) for way in ways), key=_worth)


def _of_choice(
    state: State, situation: Situation, pair: Pair, choice: Choice, role: Role
) -> Grounds:
    """What one pair brings: the weightiest of its events."""
    events = play_pair(situation, pair, choice)
    found = [why for one in events if (why := _event(state, situation, one, role)) is not None]
    if not found:
        return reason(0.1, "wall.advice.reserve", ("WO-6",))
    most = max(found, key=lambda one: abs(one.worth))
    return Grounds(sum(one.worth for one in found), most.say, most.because)


def _event(state: State, situation: Situation, event: object, role: Role) -> Grounds | None:
    match event:
        case e.SarcophagusOpened(animal=animal, eyes=eyes, seat=seat, because=because):
            if seat == situation.seat:
                return reason(4.0 * eyes, "wall.advice.opens", because, animal=animal, eyes=eyes)
            name = state.seats[seat].name
            return reason(-3.0 * eyes, "wall.advice.opens_for", because, player=name, eyes=eyes)
        case e.ResearcherSet(animal=animal, because=because):
            return _standing(state, situation, animal, because, role)
        case e.ScarabLaid(animal=animal, because=because):
            return _scarab(state, situation, animal, because)
    return None


def _standing(
    state: State, situation: Situation, animal: str, because: tuple[str, ...], role: Role
) -> Grounds:
    column = situation.chamber.at(animal)
    if _pharaoh(state, role) == animal:
        points = state.box.bonus
        return reason(4.5, "wall.advice.pharaoh", ("WALL-55",), animal=animal, points=points)
    worth = 2.0 + 0.5 * column.scarabs if column.stack else 1.0
    rival = column.researcher
    if rival is not None:
        player = state.seats[rival].name
        return reason(worth + 0.5, "wall.advice.replaces", because, animal=animal, player=player)
    return reason(worth, "wall.advice.stands", because, animal=animal)


def _scarab(
    state: State, situation: Situation, animal: str, because: tuple[str, ...]
) -> Grounds | None:
    column = situation.chamber.at(animal)
    left = TO_OPEN - column.scarabs - 1
    if column.researcher == situation.seat:
        worth = 1.0 + 0.5 * column.scarabs
        return reason(worth, "wall.advice.own", because, animal=animal, left=left)
    if column.researcher is None:
        return None
    name = state.seats[column.researcher].name
    worth = -0.4 - 0.5 * column.scarabs
    return reason(worth, "wall.advice.feeds", because, animal=animal, player=name)


def _pharaoh(state: State, role: Role) -> str | None:
    """The pharaoh card of whoever reads the advice and is on turn, if they have noted it."""
    is_theirs = role.name == "seat" and role.seat == state.turn
    return state.secrets[state.turn].pharaoh if is_theirs else None


def _victim(state: State, seat: int) -> Grounds:
    won = state.chamber.won[seat]
    eyes = sum(piece.eyes for piece in won)
    player = state.seats[seat].name
    return reason(
        float(eyes), "wall.advice.victim", ("WALL-66",), player=player, count=len(won), eyes=eyes
    )


def _given(state: State, piece: Piece, role: Role) -> Grounds:
    """What is handed over should be worth little, unless the finder takes it.

    Whoever has looked at a mummy and noted it goes by what they saw.
    """
    least = min(state.box.worth(piece.eyes))
    if state.rules.curse_pick == "finder":
        return reason(float(least), "wall.advice.most_eyes", ("WO-18",), eyes=piece.eyes)
    noted = _noted(state, role).get(piece)
    if noted is not None:
        return reason(-float(noted), "wall.advice.noted", ("WALL-54",), value=noted)
    return reason(-float(least), "wall.advice.fewest", ("WALL-54",), eyes=piece.eyes)


def _noted(state: State, role: Role) -> dict[Piece, int]:
    """The mummies noted by whoever reads the advice and has to give one away."""
    victim = state.curse.victim if state.curse else None
    is_theirs = role.name == "seat" and victim is not None and role.seat == victim
    return dict(state.secrets[victim].values) if is_theirs and victim is not None else {}


def _plan(state: State, takes: tuple[tuple[str, int], ...]) -> Grounds | None:
    every = plans(state.chamber, state.shift.seat) if state.shift else ()
    plan = next((one for one in every if one.takes == takes), None)
    if plan is None:
        return None
    eyes, moves = sum(plan.eyes), plan.moves
    worth = 2.0 * eyes - 0.1 * moves
    return reason(worth, "wall.advice.plan", ("WALL-50", "WALL-52"), eyes=eyes, moves=moves)


def _worth(one: Grounds) -> float:
    return one.worth


ADVICE = Adviser[State](ideas, weigh, instead, margin=3.0)
