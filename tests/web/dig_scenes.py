"""Tables for the dig's page: real rules and a real journal, laid, turned and dug by hand."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.core.game import load_room
from companion.core.house import read_house_rules
from companion.core.observation import SOMETHING_ELSE, Reading, Seen
from companion.core.play_mode import LIVING_ROOM
from companion.core.seats import Seat
from companion.core.verdict import Move
from companion.games.dig import moves as m
from companion.games.dig.box import Box
from companion.journal import Journal, SystemClock
from companion.table import Answer, Table
from tests.rooms.dig.laid import SEATS
from tests.web.scenes import OPENED, StoppedClock, do


def a_dig(
    folder: Path,
    players: int = 2,
    rules: Mapping[str, Any] | None = None,
    box: Box | None = None,
    stopped: bool = False,
    names: Sequence[str] = (),
    manner: str = LIVING_ROOM,
) -> Table:
    """Open a new game of the dig."""
    game = load_room("dig")
    switches = read_house_rules(game.house_rules, rules or {})
    watch = StoppedClock() if stopped else SystemClock()
    book = Journal.open(folder / "game.journal", clock=watch)
    OPENED.append(book)
    seats = [Seat(name, SEATS[n].colour) for n, name in enumerate(names)] or SEATS[:players]
    contents = box or game.load_box(None)
    clock = watch.monotonic
    return Table.begin(book, game, contents, seats, switches, clock=clock, manner=manner)


def named(table: Table, first: int = 0) -> Table:
    """It is settled who lays the bottom, so that this seat will dig first."""
    with_points = table.state.box.top - 1
    do(table, m.NameBottom((first - with_points) % len(table.state.seats)))
    return table


def laid(table: Table, layers: int = 6, first: int = 0) -> Table:
    """This many layers lie, by word."""
    named(table, first)
    for layer in range(1, layers + 1):
        do(table, m.LayLayer(layer))
    return table


def digging(table: Table, first: int = 0) -> Table:
    """All layers lie, everybody has turned the tray, the board is over it."""
    laid(table, table.state.box.top, first)
    players = len(table.state.seats)
    for n in range(players):
        do(table, m.TurnTray((first + n) % players))
    do(table, m.PutBoard())
    return table


def lifting(table: Table, cell: str, card: str) -> m.Lift:
    """The lift that uncovers this card, whatever the layer."""
    return m.Lift(cell, f"{table.state.layer(table.state.at(cell)) - 1}-{card}")


def dig(table: Table, **finds: str) -> Table:
    """Lift the top card of these cells and find these cards; several in a cell by commas."""
    for cell, cards in finds.items():
        for card in cards.split():
            do(table, lifting(table, cell, card))
    return table


def make(table: Table, *moves: Move) -> Table:
    for move in moves:
        do(table, move)
    return table


def see(table: Table, cells: Mapping[str, str], sure: float = 1.0) -> Answer:
    """The camera looks at these cells; the others show what they should."""
    shown = {**table.game.visible(table.state), **cells}
    readings = {
        cell: Reading({label: sure, SOMETHING_ELSE: 1 - sure} if sure < 1 else {label: 1.0})
        for cell, label in shown.items()
    }
    return table.submit(Seen(readings=readings, at=time.monotonic()))
