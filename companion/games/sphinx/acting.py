"""A turn: throw the dice, use each of them in an order of choice, pass on."""

from __future__ import annotations

from companion.core.decide import Unfolding
from companion.core.facts import is_guessed
from companion.core.verdict import Refused, Ruling, refuse

from . import events as e
from . import moves as m
from .box import SNAKE, Die, Face
from .evolving import evolve
from .learning import kind_of, may_show, new_face, new_square, shows
from .ordering import another_order_frees
from .spiral import (
    End,
    can_move,
    claim_square,
    claim_with,
    count,
    ends_of,
    is_free,
    numbers,
    reaches_guards,
    turned_by,
)
from .state import State
from .visiting import settle


def dice_in_play(state: State) -> tuple[Die, ...]:
    """Return the dice that are thrown: without the snake in the simplified game (SPHINX-45)."""
    return tuple(d for d in state.box.dice if not (state.rules.two_dice and d.has_snakes))


def throw(state: State, move: m.Throw) -> Ruling:
    if state.dice is not None:
        key = "sphinx.snake_waits" if SNAKE in state.dice else "sphinx.dice_left"
        clause = "SPHINX-21" if SNAKE in state.dice else "SPHINX-11"
        return refuse(clause, key, player=_name(state), faces=list(state.dice))
    dice = dice_in_play(state)
    if len(move.faces) != len(dice):
        clause = "SPHINX-45" if state.rules.two_dice else "SPHINX-10"
        return refuse(clause, "sphinx.how_many_dice", found=len(move.faces), expected=len(dice))
    unfolding = evolve.unfold(state)
    for die, face in zip(dice, move.faces, strict=True):
        if face not in die.faces:
            fact = new_face(state.box, die, face)
            if fact is None:
                return _no_such_face(die, face)
            unfolding.add(fact)
    return proceed(unfolding.add(e.DiceThrown(state.turn, move.faces))).accepted()


def _no_such_face(die: Die, face: Face) -> Refused:
    faces = list(dict.fromkeys(die.faces))
    return refuse("SPHINX-20", "sphinx.no_such_face", die=die.name, found=face, expected=faces)


def use_die(state: State, move: m.UseDie) -> Ruling:
    refusal = not_now(state) or _not_thrown(state, move.face)
    if refusal:
        return refusal
    for end in ends_of(state, move.face, move.forward):
        if end.stay == move.stay:
            return proceed(evolve.unfold(state).add(_moved(state, end))).accepted()
    return _why_not(state, move)


def _moved(state: State, end: End) -> e.DieUsed:
    return e.DieUsed(
        state.turn,
        end.face,
        state.square(state.turn),
        end.square,
        end.door.number if end.door else None,
        end.visits,
    )


def _why_not(state: State, move: m.UseDie) -> Refused:
    square = count(state, move.face, move.forward)
    cells = (f"s{square}",)
    if square < state.box.start:
        return refuse("SPHINX-13", "sphinx.before_the_start", face=move.face)
    if square > state.box.last:
        return refuse(
            "SPHINX-O-18", "sphinx.guards_in_the_way", face=move.face, last=state.box.last
        )
    if not is_free(state, square):
        other = next(seat for seat in state.at(square) if seat != state.turn)
        return refuse(
            "SPHINX-18",
            "sphinx.occupied",
            cells=cells,
            square=square,
            player=state.seats[other].name,
        )
    if state.box.door_at(square) is None:
        return refuse("SPHINX-24", "sphinx.no_door_there", cells=cells, square=square)
    return refuse("SPHINX-24", "sphinx.door_must_turn", cells=cells, square=square)


def approach_guards(state: State, move: m.ApproachGuards) -> Ruling:
    if isinstance(move.face, str):
        return refuse("SPHINX-O-20", "sphinx.snake_cannot_claim")
    refusal = not_now(state) or _not_thrown(state, move.face)
    if refusal:
        return refusal
    end = claim_with(state, move.face)
    if end is None:
        return _why_no_claim(state, move.face)
    here = state.square(state.turn)
    approached = e.GuardsApproached(state.turn, move.face, here, end.visits)
    if count(state, move.face, True) < state.box.first_guard:
        because = (*approached.because, "SPHINX-O-19")
        approached = e.GuardsApproached(state.turn, move.face, here, end.visits, because)
    return proceed(evolve.unfold(state).add(approached)).accepted()


def _why_no_claim(state: State, face: int) -> Refused:
    if not reaches_guards(state, face):
        distance = claim_square(state) - state.square(state.turn)
        return refuse("SPHINX-O-19", "sphinx.guards_too_far", face=face, distance=distance)
    return refuse("SPHINX-O-19", "sphinx.too_few_cards", player=_name(state))


def forfeit_die(state: State, move: m.ForfeitDie) -> Ruling:
    refusal = not_now(state) or _not_thrown(state, move.face)
    if refusal:
        return refusal
    if _waits_for_another(state, move.face):
        return refuse("SPHINX-O-02", "sphinx.another_order", face=move.face)
    if not can_move(state, move.face):
        event = e.DieForfeited(state.turn, move.face, "stuck", ("SPHINX-O-02",))
    elif not state.rules.must_use_die:
        event = e.DieForfeited(state.turn, move.face, "skipped", ("SPHINX-O-03",))
    else:
        return refuse("SPHINX-O-03", "sphinx.must_be_used", face=move.face)
    return proceed(evolve.unfold(state).add(event)).accepted()


def may_forfeit(state: State, face: int) -> bool:
    """Whether letting a number go now is a choice: it is stuck, and something else is not."""
    if not state.rules.must_use_die:
        return True
    return not can_move(state, face) and not _waits_for_another(state, face)


def _waits_for_another(state: State, face: int) -> bool:
    """Whether a stuck number has to wait because another die can free it (SPHINX-O-02)."""
    if state.rules.forfeit == "free" or not state.rules.must_use_die or can_move(state, face):
        return False
    return another_order_frees(state, face)


def swap_sphinxes(state: State, move: m.SwapSphinxes) -> Ruling:
    refusal = not_now(state)
    if refusal:
        return refusal
    if SNAKE not in (state.dice or ()):
        return refuse("SPHINX-21", "sphinx.no_snake", player=_name(state))
    guards, temples = state.box.guard_seats, state.box.temple_seats
    if move.guard not in guards or move.temple not in temples:
        return refuse(
            "SPHINX-22", "sphinx.guard_and_temple", guards=list(guards), temples=list(temples)
        )
    swapped = e.SphinxesSwapped(state.turn, move.guard, move.temple)
    return proceed(evolve.unfold(state).add(swapped)).accepted()


def name_square(state: State, move: m.NameSquare) -> Ruling:
    """Take the board as it lies there; what it shows is our list's business alone."""
    refusal = _busy(state)
    if refusal:
        return refusal
    if move.shows not in may_show(state.box, move.square):
        last = state.box.last
        return refuse("SPHINX-19", "sphinx.no_such_square", square=move.square, last=last)
    here = shows(state.box, move.square)
    if here == move.shows or not is_guessed(state.box, "board", "doors", "cards", "mummies"):
        return refuse(
            "SPHINX-19", "sphinx.square_is_known", square=move.square, shows=kind_of(here)
        )
    fact = new_square(state.box, move.square, move.shows)
    return evolve.unfold(state).add(fact).accepted()


def _busy(state: State) -> Refused | None:
    """Why something has to be settled first."""
    if state.claim:
        player = state.seats[state.claim.seat].name
        return refuse("SPHINX-37b", "sphinx.claim_first", player=player)
    if state.action:
        return refuse("SPHINX-O-11", "sphinx.way_first", player=_name(state))
    return None


def not_now(state: State) -> Refused | None:
    """Why no die can be used at this moment, if there is a reason."""
    busy = _busy(state)
    if busy:
        return busy
    if state.dice is None:
        return refuse("SPHINX-10", "sphinx.throw_first", player=_name(state))
    return None


def _not_thrown(state: State, face: int) -> Refused | None:
    if face in numbers(state):
        return None
    left = list(state.dice or ())
    return refuse("SPHINX-13", "sphinx.not_on_the_dice", face=face, left=left)


def proceed(unfolding: Unfolding[State]) -> Unfolding[State]:
    """Go on until somebody has to decide, throw or move."""
    while (action := unfolding.state.action) is not None:
        if action.left:
            settled = settle(unfolding.state)
            if settled is None:
                return unfolding
            unfolding.add(settled)
        else:
            _arrive(unfolding, action.door)
    return unfolding if unfolding.state.claim else next_die(unfolding)


def _arrive(unfolding: Unfolding[State], door: int | None) -> None:
    """Turn the door at the end of an action, with everybody beside it (SPHINX-24 to 28)."""
    if door is not None:
        turned = turned_by(unfolding.state, door)
        along = ("SPHINX-27", "SPHINX-O-07") if len(turned) > 1 else ()
        event = e.DoorTurned(door, turned)
        unfolding.add(e.DoorTurned(door, turned, (*event.because, *along)))
    unfolding.add(e.ActionEnded())


def next_die(unfolding: Unfolding[State]) -> Unfolding[State]:
    """Let go of numbers nobody can move any more; pass the turn when no die is left."""
    state = unfolding.state
    if state.dice and not any(can_move(state, n) or claim_with(state, n) for n in numbers(state)):
        for face in [face for face in state.dice if isinstance(face, int)]:
            unfolding.add(e.DieForfeited(state.turn, face, "stuck", ("SPHINX-O-02",)))
    if unfolding.state.dice == ():
        pass_turn(unfolding)
    return unfolding


def pass_turn(unfolding: Unfolding[State]) -> Unfolding[State]:
    state = unfolding.state
    following = state.seats_from(state.turn + 1)
    return unfolding.add(e.TurnPassed(next(s for s in following if s in state.playing)))


def _name(state: State) -> str:
    return state.seats[state.turn].name
