"""The law of the sphinx: what may be done, and what follows from it. Pure; no clock, no dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations, product

from companion.core.decide import Deciding, adding_up
from companion.core.roles import Role, seat
from companion.core.seats import Seat, check_seats
from companion.core.verdict import Concern, Move, Refused, Saying, refuse

from . import acting, claiming, counting, ending, passing, sealing
from . import moves as m
from .asking import questions
from .box import Box
from .evolving import evolve
from .house import HouseRules
from .state import Phase, State

HOOD = Role("hood")
"""The colours scanned under the hood are private to this role, which nobody at the table has."""

FORESEEN = (m.ForfeitDie, m.SwapSphinxes)
"""Moves whose consequences a seat's phone shows before they are made. What a number brings is in
the view, cut to what the seat may know: where hands are hidden, a trial would look into them."""
SETUP_MOVES = (m.Seal, m.Begin, m.StopTracking, m.CountAtEnd, m.GoOnFrom)
WHILE_FALLEN = (m.MixAnew, m.PlayOn, m.NoteColour, m.GiveUp, m.StopTracking)


def opening(box: Box, seats: Sequence[Seat], rules: HouseRules) -> State:
    """Lay out the table (SPHINX-05 to 07). The first seat is the youngest (SPHINX-09)."""
    check_seats(seats, *box.players, box.pawns)
    return State(
        box=box,
        rules=rules,
        seats=tuple(seats),
        pawns=(box.start,) * len(seats),
        hands=((),) * len(seats),
        figures=tuple(range(len(box.seats))),
        notes=((),) * len(seats),
    )


def _out_of_time(state: State, move: Move) -> Refused | None:
    """Why a move comes too early, too late, or while a sphinx lies on its side."""
    if state.phase == Phase.OVER:
        return refuse("SPHINX-39", "sphinx.game_over")
    if state.phase == Phase.SETUP and not isinstance(move, SETUP_MOVES):
        return refuse("SPHINX-09", "sphinx.not_begun")
    if state.phase == Phase.PLAY and isinstance(move, m.Begin):
        return refuse("SPHINX-09", "sphinx.already_begun")
    if state.fallen and not isinstance(move, WHILE_FALLEN):
        return refuse("SPHINX-O-24", "sphinx.fallen_first", where=state.fallen)
    return None


decide = Deciding[State](
    "SPHINX-11",
    "sphinx.not_a_move_here",
    {
        m.Seal: sealing.seal,
        m.Begin: sealing.begin,
        m.CountAtEnd: counting.count_at_end,
        m.GoOnFrom: adding_up(counting.go_on_from, evolve.after, lambda s: broken(s), "SPHINX-18"),
        m.Throw: acting.throw,
        m.UseDie: acting.use_die,
        m.ApproachGuards: acting.approach_guards,
        m.ForfeitDie: acting.forfeit_die,
        m.SwapSphinxes: acting.swap_sphinxes,
        m.TakeCard: passing.take_card,
        m.LeaveCard: passing.leave_card,
        m.LookUnder: passing.look_under,
        m.DeclineLook: passing.decline_look,
        m.Steal: passing.steal,
        m.WaiveSteal: passing.waive_steal,
        m.LayClaim: claiming.lay_claim,
        m.AnswerClaim: claiming.answer_claim,
        m.CompareClaim: claiming.compare_claim,
        m.NoteColour: sealing.note_colour,
        m.SayFallen: sealing.say_fallen,
        m.MixAnew: sealing.mix_anew,
        m.PlayOn: sealing.play_on,
        m.StopTracking: sealing.stop_tracking,
        m.Rescan: sealing.rescan,
        m.NameSquare: acting.name_square,
        m.GiveUp: ending.give_up,
    },
    _out_of_time,
)


def legal_moves(state: State) -> Iterator[Move]:
    """Yield the moves that carry the game on.

    Besides them a seat may always note what it saw, somebody may leave, a sphinx may fall, and
    the tracking may be stopped or, if all agree, begun again.
    """
    for question in questions(state):
        yield from (option.move for option in question.options)
    if state.phase != Phase.PLAY or state.fallen:
        return
    claim = state.claim
    if claim and not claim.cards:
        hand = state.hands[claim.seat]
        yield from (m.LayClaim(claim.seat, c) for c in permutations(hand, len(state.box.guards)))
    elif claim and claiming.is_waiting(state):
        yield m.AnswerClaim(claim.at + claiming.ANSWER_SECONDS)
    elif state.dice is None:
        yield from map(m.Throw, throws(state))


def throws(state: State) -> Iterator[tuple[int | str, ...]]:
    """Yield everything the dice can show, each once."""
    dice = acting.dice_in_play(state)
    yield from product(*(dict.fromkeys(die.faces) for die in dice))


def private_to(move: Move) -> Role | None:
    """Return whose secret a move is. What was scanned under the hood belongs to
    nobody at the table."""
    match move:
        case m.Seal():
            return HOOD
        case m.NoteColour(seat=who) | m.LayClaim(seat=who):
            return seat(who)
    return None


def fixed(then: State, now: State) -> Refused | None:
    """Why a move can no longer be changed; *then* is the state it led to (SPHINX-42).

    It stands once the next die was used (SPHINX-O-29) or a claim was answered; otherwise a claim
    could be tried again and again. Nothing is changed once a seal has been opened.
    """
    if now.steps > then.steps or (now.phase == Phase.OVER and now.seals):
        return refuse("SPHINX-42", "sphinx.stands")
    return None


def concerns(state: State, move: Move) -> Concern | None:
    """Return whose own word a move is: nobody gives up, claims or agrees for somebody else.

    Colours that were mixed or are no longer tracked are lost (SPHINX-O-23, SPHINX-O-24); a
    claim that was answered stands (SPHINX-42).
    """
    match move:
        case m.GiveUp(seat=who):
            return Concern((who,))
        case m.LayClaim(seat=who):
            return Concern((who,), aloud=True)
        case m.CompareClaim() if state.claim:
            return Concern((state.claim.seat,), aloud=True)
        case m.Rescan() | m.MixAnew():
            return Concern(state.playing, all=True)
        case m.StopTracking():
            return Concern(state.playing)
    return None


def broken(state: State) -> tuple[Saying, ...]:
    """Return the invariants that fail; empty when the pieces add up. Never names a
    sealed colour."""
    wrong = [
        Saying("sphinx.broken.cards", {"colour": colour, "found": state.stock(colour)})
        for colour in state.box.colours
        if not 0 <= state.stock(colour) <= state.box.each
    ]
    wrong += [
        Saying("sphinx.broken.hand", {"player": state.seats[number].name})
        for number, hand in enumerate(state.hands)
        if len(set(hand)) != len(hand)
    ]
    shared = [
        square
        for square in {square for square in state.pawns if square is not None}
        if square != state.box.start and len(state.at(square)) > 1
    ]
    wrong += [Saying("sphinx.broken.square", {"square": square}) for square in sorted(shared)]
    if sorted(state.figures) != list(range(len(state.box.seats))):
        wrong.append(Saying("sphinx.broken.figures", {}))
    if any(sorted(s.colours) != sorted(state.box.colours) for s in state.sealed):
        wrong.append(Saying("sphinx.broken.seal", {}))
    return tuple(wrong)
