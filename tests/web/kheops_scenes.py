"""Tables for the page of Kheops: real rules and a real journal; a reader of photographs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from companion.core.cells import EMPTY
from companion.core.game import load_room
from companion.core.house import read_house_rules
from companion.core.verdict import Event, Move
from companion.games.kheops import GAME
from companion.games.kheops.house import HouseRules
from companion.games.kheops.outline import outline
from companion.games.kheops.state import State
from companion.games.kheops.tallying import options_of, tally
from companion.journal import Journal, SystemClock
from companion.table import Table
from companion.table import record as table_record
from companion.table.moves import Timeline
from companion.web import Looked, Scoring
from tests.rooms.kheops.laid import OWN, SEATS
from tests.rooms.kheops.players import a_game
from tests.web.scenes import OPENED, StoppedClock, do

NAMES = {"white": "Ana", "blue": "Ben"}
Before = Callable[[Move, tuple[Event, ...]], bool]


def a_pyramid(folder: Path, rules: Mapping[str, Any] | None = None, stopped: bool = False) -> Table:
    """Open a new game of Kheops."""
    return _begun(folder, load_room("kheops"), rules, stopped)


def standing(folder: Path, state: State) -> Table:
    """A table at which this position stands."""
    watch = SystemClock()
    book = Journal.open(folder / "game.journal", clock=watch)
    OPENED.append(book)
    opened = table_record.opened(GAME, state.box, SEATS, state.rules)
    number = book.append("opened", opened).number
    record = table_record.Record(GAME, Timeline(state), number=number)
    return Table(record, book, clock=watch.monotonic)


def _begun(folder: Path, game: Any, rules: Mapping[str, Any] | None, stopped: bool) -> Table:
    switches = read_house_rules(game.house_rules, rules or {})
    watch = StoppedClock() if stopped else SystemClock()
    book = Journal.open(folder / "game.journal", clock=watch)
    OPENED.append(book)
    return Table.begin(book, game, OWN, SEATS, switches, clock=watch.monotonic)


def play_until(table: Table, seed: int, before: Before = lambda move, events: False) -> list[Move]:
    """Play a seeded game until a move is due for which *before* holds; give the moves from there.

    A game that never comes there is played to its end.
    """
    rest = list(a_game(Random(seed), table.state.box, table.state.rules))
    for n, (_, move, events, _) in enumerate(rest):
        if before(move, events):
            return [left[1] for left in rest[n:]]
        do(table, move)
    return []


def corners(side: int, cell: str) -> list[tuple[float, float]]:
    """Where a cell lies in a picture that shows just the pyramid."""
    up, (row, place) = cell[0] == "U", map(int, cell[1:].split("."))
    left, flat = place + row / 2 + (0 if up else 0.5), side - row - (0 if up else 1)
    points = [(left, flat), (left + 1, flat), (left + 0.5, flat - 1 if up else flat + 1)]
    return [(x / side, y / side) for x, y in points]


def scoring_of(
    read: Callable[[bytes], Looked], box: Any = OWN, crop: Callable[..., bytes] | None = None
) -> Scoring:
    """The room's own counting around a reader of our choice."""
    return Scoring(
        read=read,
        options=partial(options_of, box),
        tell=partial(tally, box, HouseRules(), NAMES),
        crop=crop or (lambda picture, cells: picture),
    )


def looked_at(
    cells: Mapping[str, str], doubts: Mapping[str, Any] | None = None, side: int = 7,
    picture: bytes = b"",
) -> Looked:  # fmt: skip
    """What a reader says that is sure of *cells* apart from *doubts*."""
    doubts = {cell: _chances(some) for cell, some in (doubts or {}).items()}
    sure = {cell: label for cell, label in cells.items() if cell not in doubts}
    seen = [cell for cell in outline(side) if cell in sure or cell in doubts]
    return Looked(sure, doubts, picture, {cell: corners(side, cell) for cell in seen})


def _chances(some: Any) -> dict[str, float]:
    """Labels without chances may all be wrong, so that nothing is concluded from them."""
    return dict(some) if isinstance(some, Mapping) else {**dict.fromkeys(some, 0.1), "?": 0.5}


def bare(cells: Mapping[str, str]) -> dict[str, str]:
    """The same pyramid without its pawns."""
    return {name: EMPTY if name.endswith(":pawn") else label for name, label in cells.items()}
