"""Perft: how many lines of play a small pyramid has, counted by the room and once on paper."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

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

NUMBERS = Path(__file__).parents[2] / "perft" / "kheops.txt"


@dataclass
class Entry:
    """A position: base of so many cells, laid by dice, house rules, and moves made before."""

    id: str
    base: int = 7
    hand: int = 1
    rules: list[str] = field(default_factory=list)
    before: int = 0
    counts: dict[int, int] = field(default_factory=dict)


def read() -> list[Entry]:
    entries: list[Entry] = []
    for line in NUMBERS.read_text("utf-8").splitlines():
        word, _, rest = line.partition(" ")
        match word:
            case "id":
                entries.append(Entry(rest))
            case "base" | "hand" | "before":
                setattr(entries[-1], word, int(rest))
            case "rules":
                entries[-1].rules = rest.split()
            case "perft":
                depth, count = map(int, rest.split())
                entries[-1].counts[depth] = count
    return entries


ENTRIES = read()


def position(entry: Entry) -> tuple[State, Paper]:
    """The room's state and the one on paper, led to the same place by the same dice."""
    dice = Random(entry.id)
    box, rules = small_box(entry.base, entry.hand), parse_house_rules(HouseRules, entry.rules)
    there = Position(GAME.opening(box, SEATS, rules))
    paper = Paper(msgspec.to_builtins(box), msgspec.to_builtins(rules))
    for n in range(entry.before + 2):
        move = (a_base(dice, box), m.Begin())[n] if n < 2 else a_move(dice, there.state)
        there.do(move)
        paper.do(msgspec.to_builtins(move))
    return there.state, paper


def perft(state: State, depth: int) -> int:
    if depth == 0:
        return 1
    if depth == 1:
        return sum(1 for _ in GAME.legal_moves(state))
    return sum(perft(_after(state, move), depth - 1) for move in GAME.legal_moves(state))


def _after(state: State, move: Any) -> State:
    return Position(state).do(move).state


def breakdown(state: State, depth: int) -> str:
    """The count of each first move: what finds the mistake."""
    return "\n".join(
        f"{move}: {perft(_after(state, move), depth - 1)}" for move in GAME.legal_moves(state)
    )


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
    state, _ = position(entry)
    for depth, count in entry.counts.items():
        assert perft(state, depth) == count, breakdown(state, depth)


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
