"""Perft: how many lines of play a small pyramid has, counted by the room and once on paper."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from companion.core.house import parse_house_rules
from companion.games.kheops import GAME
from companion.games.kheops import moves as m
from companion.games.kheops.house import HouseRules
from companion.games.kheops.state import State
from tests.rooms.kheops.laid import SEATS, Position, small_box
from tests.rooms.kheops.players import a_base, a_move
from tests.rooms.kheops.recount import Paper
from tests.rooms.perft import Entry, Lines, read

ENTRIES = read("kheops")
LINES = Lines(GAME, last_is_made=False)


def position(entry: Entry) -> tuple[State, Paper]:
    """The room's state and the one on paper, led to the same place by the same dice."""
    dice, given = Random(entry.id), entry.given
    box = small_box(int(given.get("base", 7)), int(given.get("hand", 1)))
    rules = parse_house_rules(HouseRules, given.get("rules", "").split())
    there = Position(GAME.opening(box, SEATS, rules))
    paper = Paper(msgspec.to_builtins(box), msgspec.to_builtins(rules))
    for n in range(int(given.get("before", 0)) + 2):
        move = (a_base(dice, box), m.Begin())[n] if n < 2 else a_move(dice, there.state)
        there.do(move)
        paper.do(msgspec.to_builtins(move))
    return there.state, paper


def paper_perft(paper: Paper, depth: int) -> int:
    if depth == 0:
        return 1
    moves = paper.moves()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        other = paper.copy()
        other.do(move)
        total += paper_perft(other, depth - 1)
    return total


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.id)
def test_there_are_as_many_lines_of_play_as_written(entry: Entry) -> None:
    LINES.check(position(entry)[0], entry)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.id)
def test_as_many_are_found_on_paper(entry: Entry) -> None:
    _, paper = position(entry)
    for depth, count in entry.counts.items():
        assert paper_perft(paper, depth) == count


def test_the_first_count_is_worked_out_by_hand() -> None:
    """Seven tiles of which one is forbidden, and worker, mummy and pharaoh for each: 6 x 3."""
    entry = next(entry for entry in ENTRIES if entry.id == "small base, opening")
    state, _ = position(entry)
    assert sum("forbid" in laid.face for _, laid in state.tiles) == 1
    assert entry.counts[1] == 6 * 3
