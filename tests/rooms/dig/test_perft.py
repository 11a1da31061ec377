"""How many lines of play there are, depth by depth, counted by the room and again by hand."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from companion.games.dig import GAME
from companion.games.dig.box import Box, card_of, layer_of
from companion.games.dig.state import Phase, State
from tests.rooms.dig.laid import OWN, Position, digging, dug_to, opening, small_box, with_lid
from tests.rooms.dig.players import opening_of
from tests.rooms.dig.recount import Recount
from tests.rooms.perft import Entry, Lines, read

ENTRIES = read("dig")
LINES = Lines(GAME, last_is_made=False)


def position(entry: Entry) -> Position:
    given = entry.given
    players = int(given.get("players", "2"))
    words = (word.partition("=") for word in given.get("rules", "").split())
    rules: dict[str, Any] = {name: value or True for name, _, value in words}
    box = _box(given["tray"]) if "tray" in given else OWN
    if "begin" not in given and "covered" not in given:
        return opening(players, box, **rules)
    purses = {int(seat): count for seat, count in _numbers(given.get("purses", "")).items()}
    if "covered" not in given:
        return _lids(digging(players, box, purses, **rules), given)
    last: dict[int, list[str]] = {}
    for label in given.get("last", "").split():
        last.setdefault(layer_of(label), []).append(card_of(label))
    covered = _numbers(given["covered"])
    return _lids(dug_to(covered, last, players, box, purses=purses, **rules), given)


def _lids(table: Position, given: dict[str, str]) -> Position:
    for cell, owner in _numbers(given.get("barricades", "")).items():
        table = with_lid(table, cell, owner)
    return table


def _box(text: str) -> Box:
    """A small tray: its columns, then the values of each layer from the bottom up."""
    columns, _, layers = text.partition(" : ")
    values = [[int(value) for value in layer.split()] for layer in layers.split("|")]
    return small_box(*values, columns=int(columns), rows=len(values[0]) // int(columns))


def _numbers(text: str) -> dict[str, int]:
    pairs = (word.split("=") for word in text.split())
    return {name: int(value) for name, value in pairs}


def by_hand(state: State) -> Recount:
    """The same position in plain numbers."""
    spot = Recount(opening_of(state))
    if state.phase == Phase.SETUP:
        return spot
    spot.step, spot.turn = "dig", state.turn
    spot.purses = [state.purse(s) for s in range(len(state.seats))]
    spot.barricades = list(state.barricades)
    spot.bans = {lid.cell: lid.owner for lid in state.lids}
    for cell in state.tray:
        spot.left[cell.name] -= len(cell.found)
        for depth, found in enumerate(cell.found, 1):
            spot.decks[state.box.top - depth - 1] -= Counter([card_of(found.label)])
        if len(cell.found) == state.box.top - 1:
            spot.bottom_values -= Counter([cell.found[-1].value])
    return spot


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.id)
def test_there_are_as_many_lines_of_play_as_written(entry: Entry) -> None:
    LINES.check(position(entry).state, entry)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.id)
def test_the_lines_are_counted_alike_by_hand(entry: Entry) -> None:
    spot = by_hand(position(entry).state)
    for depth, count in entry.counts.items():
        assert spot.lines(depth) == count, depth


def test_the_first_counts_are_worked_out_on_paper() -> None:
    """Skip, scarab, and in each of 16 cells one of the eleven kinds of card of layer five."""
    kinds = len(OWN.labels(5))
    assert kinds == 11
    begin = next(entry for entry in ENTRIES if entry.id == "two players, all covered")
    assert begin.counts[1] == 2 + 16 * kinds
    start = next(entry for entry in ENTRIES if entry.id == "three players, opening")
    assert [start.counts[depth] for depth in (1, 2, 8)] == [3, 3, 3]
