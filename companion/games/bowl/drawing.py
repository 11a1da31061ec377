"""Phase 1, second half: the hand in the bowl. What each report means, no matter who makes it."""

from __future__ import annotations

from companion.core.decide import Unfolding
from companion.core.verdict import Refused, Ruling, refuse

from . import events as e
from . import moves as m
from .evolving import evolve
from .limits import CHAMBER_TILES
from .moves import STAFF
from .moving import offer
from .sliding import slide
from .state import Phase, State, Then
from .trap import FOULS, PLACES, clause_against, clause_for
from .turning import pass_on, show_chamber_tile


def take_boulder(state: State, move: m.TakeBoulder) -> Ruling:
    refusal = _why_not(state)
    if refusal:
        return refusal
    if move.colour != state.wanted:
        return refuse("BOWL-18", "bowl.not_wanted", colour=move.colour, expected=state.wanted)
    unfolding = evolve.unfold(state).add(e.BoulderTaken(state.turn, move.colour))
    if state.visit is not None:
        return _in_the_chamber(unfolding, move.colour).accepted()
    if not unfolding.state.in_bowl(move.colour):
        because = ("BOWL-35", "BOWL-C-03")
        unfolding.add(e.LastBoulderTaken(state.turn, move.colour, "again", because))
    return offer(unfolding).accepted()


def _in_the_chamber(unfolding: Unfolding[State], colour: str) -> Unfolding[State]:
    """After the first boulder the second tile; after the second, the mummy is free."""
    state = unfolding.state
    if state.visit == CHAMBER_TILES:
        return unfolding.add(e.MummyFreed(state.turn))
    if state.in_bowl(colour):
        return show_chamber_tile(unfolding)
    because = ("BOWL-35", "BOWL-O-20")
    unfolding.add(e.LastBoulderTaken(state.turn, colour, "second", because))
    return unfolding.add(e.RebuildDue(state.turn, Then.SECOND, because))


def _why_not(state: State) -> Refused | None:
    if state.phase != Phase.DRAW:
        return refuse("BOWL-14", "bowl.nothing_wanted")
    if state.voting:
        return refuse("BOWL-O-25", "bowl.vote_first")
    return None


def landslide(state: State, move: m.Landslide) -> Ruling:
    if state.phase != Phase.DRAW:
        clause = "BOWL-34" if move.fell == (STAFF,) else "BOWL-O-32"
        return refuse(clause, "bowl.no_landslide_now")
    refusal = _why_not(state) or _unknown(state, move.fell)
    if refusal:
        return refusal
    if state.rules.adventurous and not move.fell:
        return refuse("BOWL-65", "bowl.say_what_fell", choices=[STAFF, *state.box.boulder_colours])
    return slide(evolve.unfold(state), move.fell, ("BOWL-32",)).accepted()


def _unknown(state: State, items: tuple[str | None, ...]) -> Refused | None:
    for item in items:
        if item is not None and item not in (STAFF, *state.box.boulder_colours):
            return refuse("BOWL-32", "bowl.not_in_the_trap", item=item)
    return None


def wrong_colour(state: State, move: m.WrongColour) -> Ruling:
    refusal = _why_not(state) or _unknown(state, (move.colour,))
    if refusal:
        return refusal
    if move.colour in (state.wanted, STAFF):
        return refuse("BOWL-O-24", "bowl.not_wrong", colour=move.colour)
    unfolding = evolve.unfold(state)
    if state.rules.wrong_boulder == "put_back":
        return unfolding.add(e.WrongBoulderTaken(state.turn, move.colour, "put_back")).accepted()
    if state.rules.adventurous and move.colour is None:
        choices = [colour for colour in state.box.boulder_colours if colour != state.wanted]
        return refuse("BOWL-65", "bowl.say_which_boulder", choices=choices)
    unfolding.add(e.WrongBoulderTaken(state.turn, move.colour, "landslide"))
    fell = () if move.colour is None else (move.colour,)
    return slide(unfolding, fell, ("BOWL-O-24",)).accepted()


def see_fall(state: State, move: m.SeeFall) -> Ruling:
    """Judge a fall: a landslide, or nothing, with the clause that says so."""
    refusal = _unknown(state, (move.item,))
    if refusal:
        return refusal
    against, for_it = clause_against(move.item, move.where), clause_for(move.item, move.where)
    if against is None and for_it is None:
        return refuse("BOWL-32", "bowl.no_such_place", where=move.where, choices=list(PLACES))
    if state.phase != Phase.DRAW:
        clause = "BOWL-34" if move.item == STAFF else "BOWL-O-32"
        return _forgiven(state, move, "between_turns", clause)
    if for_it is not None:
        return _forgiven(state, move, "inside", for_it)
    if state.voting:
        return refuse("BOWL-O-25", "bowl.vote_first")
    assert against is not None
    return slide(evolve.unfold(state), (move.item,), (against,)).accepted()


def _forgiven(state: State, move: m.SeeFall, why: str, clause: str) -> Ruling:
    event = e.FallForgiven(move.item, move.where, why, (clause, "BOWL-33"))
    return evolve.unfold(state).add(event).accepted()


def give_up(state: State, move: m.GiveUp) -> Ruling:
    refusal = _why_not(state)
    if refusal:
        return refusal
    unfolding = evolve.unfold(state).add(e.GaveUp(state.turn))
    if state.rules.give_up_costs == "scarab" and state.scarabs[state.turn]:
        unfolding.add(e.ScarabPaid(state.turn, "gave_up", ("BOWL-O-34", "BOWL-O-04")))
    if state.came_from is not None:
        field = state.box.track[state.came_from].id
        because = ("BOWL-O-34", "BOWL-O-19", "BOWL-O-15")
        unfolding.add(e.FigureSentBack(state.turn, field, "gave_up", because))
    return pass_on(unfolding, ("BOWL-O-34", "BOWL-25")).accepted()


def bump(state: State, move: m.Bump) -> Ruling:
    return _retry(state, e.TrapBumped(), "BOWL-O-33")


def find_none(state: State, move: m.FindNone) -> Ruling:
    return _retry(state, e.TrapFoundShort(state.wanted or ""), "BOWL-O-23")


def _retry(state: State, event: e.TrapBumped | e.TrapFoundShort, clause: str) -> Ruling:
    """Nobody's fault: rebuild, and the same colour once more."""
    refusal = _why_not(state)
    if refusal:
        return refusal
    due = e.RebuildDue(state.turn, Then.RETRY, (clause, "BOWL-13"))
    return evolve.unfold(state).add(event, due).accepted()


def call_foul(state: State, move: m.CallFoul) -> Ruling:
    refusal = _why_not(state)
    if refusal:
        return refusal
    if move.kind is not None and move.kind not in FOULS:
        return refuse("BOWL-O-25", "bowl.no_such_foul", kind=move.kind, choices=list(FOULS))
    because = ("BOWL-O-25",) if move.kind is None else (FOULS[move.kind], "BOWL-O-25")
    if state.warned[state.turn] and state.rules.foul == "vote":
        return evolve.unfold(state).add(e.VoteCalled(state.turn, move.kind, because)).accepted()
    return evolve.unfold(state).add(e.FoulWarned(state.turn, move.kind, because)).accepted()


def vote(state: State, move: m.Vote) -> Ruling:
    if not state.voting:
        return refuse("BOWL-O-25", "bowl.no_vote_now")
    unfolding = evolve.unfold(state).add(e.VoteTaken(move.landslide))
    if move.landslide:
        # Nothing fell: in the adventurous landslide the wanted colour counts, as for the staff.
        slide(unfolding, (STAFF,) if state.rules.adventurous else (), ("BOWL-O-25",))
    return unfolding.accepted()
