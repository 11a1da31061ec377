"""Advice at the sphinx: where to look, which cards to collect, when to go up to the guards.

Everybody sees who looks under which sphinx; what lies there counts only for whoever has noted it,
and where hands are hidden, cards count only for whoever holds them.
"""

from __future__ import annotations

from companion.core.advice import Adviser, Grounds, reason
from companion.core.roles import Role
from companion.core.verdict import Move

from . import moves as m
from .spiral import End, ends, foresee
from .state import Phase, State
from .visiting import visit_at_hand

CLAIM = 20.0
A_LOOK, ANOTHER_LOOK = 3.0, 1.0
A_CARD, A_NEEDED_CARD, A_SPARE_CARD = 1.5, 3.0, 0.2
A_STEP = 0.05


def weigh(state: State, move: Move, role: Role) -> Grounds | None:
    """What speaks for a number, a swap, a look, a card, or the claim."""
    if state.phase != Phase.PLAY:
        return None
    match move:
        case m.UseDie():
            return _number(state, move, role)
        case m.ApproachGuards():
            return _claiming(state, role)
        case m.SwapSphinxes(guard=guard, temple=temple):
            return _swap(state, guard, temple, role)
        case m.LookUnder(where=where):
            return _look(state, where)
        case m.DeclineLook():
            return reason(-0.5, "sphinx.advice.free_look", ("SPHINX-31",))
        case m.TakeCard() | m.Steal():
            return _card(state, move, role)
        case m.LeaveCard() | m.WaiveSteal():
            return reason(0.0, "sphinx.advice.leave", ("SPHINX-30",))
        case m.ForfeitDie():
            return reason(-0.5, "sphinx.advice.forfeit", ("SPHINX-O-02",))
    return None


def _hand(state: State, role: Role) -> tuple[str, ...] | None:
    """The cards of whoever is on turn, as far as *role* may know them."""
    is_theirs = role.name == "seat" and role.seat == state.turn
    return state.hands[state.turn] if is_theirs or state.rules.hands_public else None


def _noted(state: State, role: Role) -> dict[int, str]:
    """The colours by figure that whoever is on turn has noted, if they are the one who reads."""
    is_theirs = role.name == "seat" and role.seat == state.turn
    return {one.figure: one.colour for one in state.notes[state.turn]} if is_theirs else {}


def _looked(state: State, seat: int) -> set[int]:
    return {look.figure for look in state.looks if look.seat == seat}


def _guards(state: State) -> list[int]:
    return [state.figure(where) for where in state.box.guard_seats]


def _needed(state: State, role: Role) -> dict[str, str]:
    """The colours that guards fear, as far as they are noted, each with its guard."""
    noted = _noted(state, role)
    seats = ((where, state.figure(where)) for where in state.box.guard_seats)
    return {noted[figure]: where for where, figure in seats if figure in noted}


def _knows_all(state: State, role: Role) -> bool:
    return len(_needed(state, role)) == len(state.box.guard_seats)


def _number(state: State, move: m.UseDie, role: Role) -> Grounds | None:
    use = (move.face, move.forward, move.stay)
    fitting = (one for one in ends(state) if (one.face, one.forward, one.stay) == use)
    end = next((one for one in fitting if not one.claim), None)
    if end is None:
        return None
    found = [*_seen_on_the_way(state, end), *_cards_on_the_way(state, end, role)]
    step = A_STEP * (end.rest - state.square(state.turn))
    if not found:
        key = "sphinx.advice.nearer" if step > 0 else "sphinx.advice.nothing"
        return reason(step, key, ("SPHINX-13",), square=end.rest)
    most = max(found, key=lambda one: abs(one.worth))
    return Grounds(sum(one.worth for one in found) + step, most.say, most.because)


def _seen_on_the_way(state: State, end: End) -> list[Grounds]:
    """A look, if one is left in this turn and something is left to look under."""
    mummies = any(visit.kind == "mummy" for visit in end.visits)
    if state.looked or not mummies:
        return []
    known = _looked(state, state.turn)
    left = [figure for figure in _guards(state) if figure not in known]
    if left:
        return [reason(A_LOOK, "sphinx.advice.look", ("SPHINX-31",), left=len(left))]
    return [reason(ANOTHER_LOOK, "sphinx.advice.look_on", ("SPHINX-31",))]


def _cards_on_the_way(state: State, end: End, role: Role) -> list[Grounds]:
    """What the way brings and costs; nothing where the cards are somebody's secret."""
    if _hand(state, role) is None:
        return []
    seen, found = foresee(state, end), list[Grounds]()
    for colour in seen.takes:
        found.append(_gain(state, colour, role))
    for colour in seen.returns:
        worth = -_gain(state, colour, role).worth
        found.append(reason(worth, "sphinx.advice.gives_back", ("SPHINX-30",), colour=colour))
    for victim, colours in seen.steals:
        best = max((_gain(state, one, role).worth for one in colours), default=0.0)
        player = state.seats[victim].name
        because = ("SPHINX-34",)
        found.append(reason(0.8 * best, "sphinx.advice.steals", because, player=player))
    return found


def _gain(state: State, colour: str, role: Role) -> Grounds:
    """What a card of a colour is worth, as far as *role* may know it."""
    needed = _needed(state, role)
    if colour in needed:
        where = needed[colour]
        because = ("SPHINX-29", "SPHINX-38")
        return reason(A_NEEDED_CARD, "sphinx.advice.needed", because, colour=colour, where=where)
    if _knows_all(state, role):
        return reason(A_SPARE_CARD, "sphinx.advice.spare", ("SPHINX-38",), colour=colour)
    guards = len(state.box.guard_seats)
    return reason(A_CARD, "sphinx.advice.card", ("SPHINX-36a",), colour=colour, guards=guards)


def _card(state: State, move: m.TakeCard | m.Steal, role: Role) -> Grounds | None:
    visit = visit_at_hand(state)
    colour = move.colour if isinstance(move, m.Steal) else visit.colour if visit else ""
    return _gain(state, colour, role) if colour else None


def _claiming(state: State, role: Role) -> Grounds:
    """Going up is for those who know; everybody may count who has looked where."""
    hand, needed = _hand(state, role), _needed(state, role)
    if hand is not None and not set(needed) <= set(hand):
        missing = next(colour for colour in needed if colour not in hand)
        where = needed[missing]
        return reason(-CLAIM, "sphinx.advice.missing", ("SPHINX-38",), colour=missing, where=where)
    if _knows_all(state, role):
        return reason(CLAIM, "sphinx.advice.sure", ("SPHINX-36a", "SPHINX-39"))
    looked = len(_looked(state, state.turn) & set(_guards(state)))
    guards = len(state.box.guard_seats)
    worth = 2.0 if looked == guards else -4.0 + looked
    because = ("SPHINX-36a", "SPHINX-40b")
    return reason(worth, "sphinx.advice.claim", because, looked=looked, guards=guards)


def _swap(state: State, guard: str, temple: str, role: Role) -> Grounds:
    """Bring in what oneself has seen, and send away what others have."""
    out, into = state.figure(guard), state.figure(temple)
    mine = _looked(state, state.turn)
    worth = _known_worth(state, into, role) - _known_worth(state, out, role)
    values = {"guard": guard, "temple": temple}
    rivals = [look.seat for look in state.looks if look.figure == out and look.seat != state.turn]
    if out in mine and worth < 0:
        return reason(worth, "sphinx.advice.loses_guard", ("SPHINX-22",), **values)
    if rivals:
        player = state.seats[rivals[-1]].name
        return reason(worth, "sphinx.advice.rival_looked", ("SPHINX-22",), player=player, **values)
    if into in mine:
        return reason(worth, "sphinx.advice.brings_known", ("SPHINX-22",), **values)
    return reason(worth, "sphinx.advice.nobody_looked", ("SPHINX-22",), **values)


def _known_worth(state: State, figure: int, role: Role) -> float:
    """How good it is for whoever is on turn that a figure is a guard."""
    mine = figure in _looked(state, state.turn)
    others = {look.seat for look in state.looks if look.figure == figure} - {state.turn}
    hand, colour = _hand(state, role), _noted(state, role).get(figure)
    holds = hand is not None and colour is not None and colour in hand
    return 1.5 * mine + 1.5 * holds - 0.8 * len(others)


def _look(state: State, where: str) -> Grounds:
    if state.figure(where) in _looked(state, state.turn):
        return reason(-1.0, "sphinx.advice.looked", ("SPHINX-31",), where=where)
    if where in state.box.guard_seats:
        return reason(A_LOOK, "sphinx.advice.new_guard", ("SPHINX-31", "SPHINX-38"), where=where)
    because = ("SPHINX-31", "SPHINX-22")
    return reason(ANOTHER_LOOK, "sphinx.advice.new_temple", because, where=where)


ADVICE = Adviser[State](weigh=weigh, margin=2.5)
