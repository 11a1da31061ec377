"""The law of the wall: what may be done, and what follows from it. Pure; no clock, no dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.core.cells import ANYTHING
from companion.core.decide import Deciding, adding_up
from companion.core.errors import BadBox
from companion.core.roles import Role, seat
from companion.core.seats import Seat, check_seats
from companion.core.verdict import Move, Saying

from . import counting, cursing, ending, pairing, playing
from . import moves as m
from .asking import questions
from .box import Box
from .evolving import evolve
from .house import HouseRules
from .learning import one_of_each
from .state import Chamber, Column, Phase, Secrets, State

FORESEEN = (m.InsertCard,)
"""Moves whose consequences a seat's phone shows before they are made."""


def opening(box: Box, seats: Sequence[Seat], rules: HouseRules) -> State:
    """Lay out the table (WALL-04 to 12). The first seat is the youngest (WALL-13)."""
    check_seats(seats, *box.players, box.colours)
    players = len(seats)
    dealt = box.hand * players
    first, second = (
        (box.first_pile - dealt, len(box.cards) - box.first_pile)
        if rules.curse_of_the_pharaoh
        else (len(box.cards) - dealt, 0)
    )
    if first < 0:
        raise BadBox("fault.box.too_few_cards", dealt=dealt, players=players, there=first + dealt)
    columns = tuple(Column(animal, box.stack) for animal in box.columns)
    return State(
        box=box,
        rules=rules,
        seats=tuple(seats),
        chamber=Chamber(columns, box.scarabs, ((),) * players),
        slots=((),) * box.wall.slots,
        piles=(first, second),
        hands=(box.hand,) * players,
        curses_left=tuple(c.id for c in box.curse_cards) if rules.curse_of_the_pharaoh else (),
        secrets=(Secrets(),) * players,
        reveals=(None,) * players,
    )


decide = Deciding[State](
    "WALL-14",
    "wall.not_a_move_here",
    {
        m.Begin: playing.begin,
        m.ArrangeColumns: playing.arrange_columns,
        m.InsertCard: playing.insert_card,
        m.CallPair: pairing.call_pair,
        m.CallNoMore: pairing.call_no_more,
        m.ChooseLinePair: pairing.choose_line_pair,
        m.ChooseColumn: pairing.choose_column,
        m.ResolveNext: pairing.resolve_next,
        m.SetResearcher: pairing.set_researcher,
        m.SetNone: pairing.set_none,
        m.DrawCard: cursing.draw_card,
        m.TurnCurse: cursing.turn_curse,
        m.LimitSearch: cursing.limit_search,
        m.CallCurse: cursing.call_curse,
        m.PointAt: cursing.point_at,
        m.EndCurse: cursing.end_curse,
        m.NameVictim: cursing.name_victim,
        m.HandOver: cursing.hand_over,
        m.ChoosePlan: ending.choose_plan,
        m.ChangePlan: ending.change_plan,
        m.ShiftScarab: ending.shift_scarab,
        m.EndShift: ending.end_shift,
        m.NotePharaoh: ending.note_pharaoh,
        m.NoteValue: ending.note_value,
        m.TurnOver: ending.turn_over,
        m.CountAtEnd: counting.count_at_end,
        m.GoOnFrom: adding_up(counting.go_on_from, evolve.after, lambda s: broken(s), "WALL-41"),
        m.CountSlab: ending.count_slab,
    },
)


def legal_moves(state: State) -> Iterator[Move]:
    """Yield the moves that carry the game on. Private notes and recounts are always
    possible besides."""
    asked = questions(state)
    for question in asked:
        yield from (option.move for option in question.options)
    if state.phase == Phase.REVEAL:
        yield from (m.TurnOver(s, ANYTHING, ()) for s, done in enumerate(state.reveals) if not done)
    if state.phase == Phase.PLAY and not asked:
        left = one_of_each(state)
        for slot, cards in enumerate(state.slots):
            if len(cards) < state.box.wall.capacity:
                yield from (m.InsertCard(slot, card) for card in left)


def private_to(move: Move) -> Role | None:
    """Return the seat whose secret a move is."""
    return seat(move.seat) if isinstance(move, m.NotePharaoh | m.NoteValue) else None


def broken(state: State) -> tuple[Saying, ...]:
    """Return the cross-checks of section 8 that fail; empty when the pieces add up."""
    chamber, box = state.chamber, state.box
    counts = {
        "scarabs": (chamber.slab + sum(c.scarabs for c in chamber.columns), box.scarabs),
        "sarcophagi": (
            sum(len(c.stack) for c in chamber.columns) + sum(map(len, chamber.won)),
            len(box.stack) * len(chamber.columns),
        ),
        "cards": (
            sum(map(len, state.slots)) + sum(state.hands) + sum(state.piles),
            len(box.cards),
        ),
    }
    wrong = [
        Saying(f"wall.broken.{what}", {"found": found, "expected": expected})
        for what, (found, expected) in counts.items()
        if found != expected
    ]
    wrong += [
        Saying(
            "wall.broken.researchers",
            {
                "player": state.seats[s].name,
                "found": len(chamber.placed(s)),
                "expected": box.researchers,
            },
        )
        for s in range(len(state.seats))
        if state.reserve(s) < 0
    ]
    if len(state.inserted) != sum(map(len, state.slots)):
        wrong.append(Saying("wall.broken.doubled", {}))
    return tuple(wrong)
