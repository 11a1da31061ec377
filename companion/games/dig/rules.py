"""The law of the dig: what may be done, and what follows from it. Pure; no clock, no dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.core.decide import Deciding, adding_up
from companion.core.seats import Seat, check_seats
from companion.core.verdict import Concern, Move, Saying

from . import counting, digging, laying, turning
from . import moves as m
from .asking import questions
from .box import Box, is_unlisted
from .coins import Coins
from .evolving import evolve
from .house import HouseRules
from .pool import candidates
from .state import Cell, Phase, State

FORESEEN = (m.Lift, m.Stop, m.Skip, m.PlayScarab, m.PlayBarricade)
"""Moves whose consequences a seat's phone shows before they are made."""


def opening(box: Box, seats: Sequence[Seat], rules: HouseRules) -> State:
    """Deal the kits (DIG-02); the tray is still empty."""
    check_seats(seats, *box.players, box.colours)
    players = len(seats)
    purse = Coins(box.kit.gold, box.kit.silver)
    return State(
        box=box,
        rules=rules,
        seats=tuple(seats),
        tray=tuple(Cell(name) for name in box.cells),
        bank=Coins(
            box.money.gold - purse.gold * players, box.money.silver - purse.silver * players
        ),
        purses=(purse,) * players,
        owed=(0,) * players,
        scarabs=(box.kit.scarabs,) * players,
        barricades=(box.kit.barricades,) * players,
    )


decide = Deciding[State](
    "DIG-25",
    "dig.not_a_move_here",
    {
        m.NameBottom: laying.name_bottom,
        m.CountAtEnd: counting.count_at_end,
        m.GoOnFrom: adding_up(counting.go_on_from, evolve.after, lambda s: broken(s), "DIG-02"),
        m.LayLayer: laying.lay_layer,
        m.TurnTray: laying.turn_tray,
        m.PutBoard: laying.put_board,
        m.PlayScarab: digging.play_scarab,
        m.Lift: digging.lift,
        m.Stop: digging.stop,
        m.Skip: digging.skip,
        m.PlayBarricade: turning.play_barricade,
        m.EndTurn: turning.end_turn,
        m.TakeOffBarricade: turning.take_off_barricade,
        m.PutBack: digging.put_back,
        m.AgreeToStop: turning.agree_to_stop,
        m.LeaveGame: turning.leave_game,
    },
)


def legal_moves(state: State) -> Iterator[Move]:
    """Yield the moves that carry the game on.

    Besides them somebody may always leave, note what was put back, and enter a lift by its
    number alone.
    """
    for question in questions(state):
        yield from (option.move for option in question.options)
    if state.phase == Phase.DIG:
        yield from _lifts(state)
    if state.phase in (Phase.DIG, Phase.END):
        yield from (m.TakeOffBarricade(lid.cell) for lid in state.lids if not lid.bans)


def _lifts(state: State) -> Iterator[Move]:
    below = {layer: candidates(state, layer) for layer in range(1, state.box.top)}
    for cell in state.open_cells:
        for label in below[state.layer(cell) - 1]:
            if is_unlisted(label):
                yield m.Lift(cell.name, value=state.box.value(label))
            else:
                yield m.Lift(cell.name, label)


def concerns(state: State, move: Move) -> Concern | None:
    """Players who leave say so in person; everybody still digging agrees on the end."""
    match move:
        case m.LeaveGame(seat=who):
            return Concern((who,))
        case m.AgreeToStop():
            digging = (n for n in range(len(state.seats)) if n not in state.out)
            return Concern(tuple(digging), all=True, aloud=True)
    return None


def broken(state: State) -> tuple[Saying, ...]:
    """Return the cross-checks that fail; empty when coins, cards and turns add up."""
    return tuple((*_miscounted(state), *_misplaced(state)))


def _miscounted(state: State) -> Iterator[Saying]:
    held = (state.bank, state.pot, *state.purses)
    money = state.box.money
    coins = {
        "gold": ([coins.gold for coins in held], money.gold),
        "silver": ([coins.silver for coins in held], money.silver),
    }
    for what, (found, expected) in coins.items():
        if sum(found) != expected or min(found) < 0:
            yield Saying(f"dig.broken.{what}", {"found": sum(found), "expected": expected})
    if min(state.pot_owed, *state.owed) < 0:
        yield Saying("dig.broken.credit", {})
    if min(state.scarabs) < 0 or min(state.barricades) < 0:
        yield Saying("dig.broken.kit", {})


def _misplaced(state: State) -> Iterator[Saying]:
    if tuple(cell.name for cell in state.tray) != state.box.cells:
        yield Saying(
            "dig.broken.cells", {"found": len(state.tray), "expected": len(state.box.cells)}
        )
    for cell in state.tray:
        if state.layer(cell) < 1:
            yield Saying("dig.broken.depth", {"cell": cell.name})
    if len({lid.cell for lid in state.lids}) != len(state.lids):
        yield Saying("dig.broken.lids", {})
    for layer in range(1, state.box.top):
        labels = state.box.labels(layer)
        for label in labels:
            found = sum(one.label == label for cell in state.tray for one in cell.found)
            if found > labels[label]:
                values = {"card": label.partition("-")[2], "layer": layer,
                          "found": found, "expected": labels[label]}  # fmt: skip
                yield Saying("dig.broken.cards", values)
