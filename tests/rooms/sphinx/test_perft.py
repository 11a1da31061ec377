"""How many ways a throw can be played: no change of the rules alters it unnoticed."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from companion.games.sphinx import GAME
from companion.games.sphinx.state import State
from tests.rooms.perft import Entry, Lines, read
from tests.rooms.sphinx.laid import box_data, laid
from tests.rooms.sphinx.players import plain
from tests.rooms.sphinx.recount import Recount

ENTRIES = read("sphinx")
LINES = Lines(GAME)


def position(entry: Entry) -> State:
    given = entry.given
    rules: dict[str, Any] = {word: True for word in given.get("rules", "").split()}
    hands = given.get("hands", "")
    dice = tuple(int(f) if f.isdigit() else f for f in given["dice"].split())
    return laid(
        pawns=tuple(map(int, given["pawns"].split())),
        hands=tuple(hand.strip() for hand in hands.split("|")),
        dice=dice,
        **rules,
    ).state


def on_paper(state: State) -> Recount:
    paper = Recount(box_data(), plain(state.rules), len(state.seats))
    paper.pawn, paper.hand = list(state.pawns), [set(hand) for hand in state.hands]
    paper.dice = list(state.dice or ())
    return paper


def paper_perft(paper: Recount, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(paper_perft(_followed(paper, move), depth - 1) for move in paper.moves())


def _followed(paper: Recount, move: dict[str, Any]) -> Recount:
    copy = deepcopy(paper)
    copy.do(move)
    return copy


def whole_turns(state: State) -> Iterator[State]:
    """The end of every line until the turn passes."""
    for move in GAME.legal_moves(state):
        then = LINES.after(state, move)
        if then.turns == state.turns:
            yield from whole_turns(then)
        else:
            yield then


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.id)
def test_there_are_as_many_lines_of_play_as_written(entry: Entry) -> None:
    LINES.check(position(entry), entry)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.id)
def test_the_recount_finds_as_many_lines(entry: Entry) -> None:
    paper = on_paper(position(entry))
    for depth, count in entry.counts.items():
        if count < 20_000:
            assert paper_perft(paper, depth) == count


@pytest.mark.parametrize(
    "entry", [e for e in ENTRIES if "turn" in e.given], ids=lambda entry: entry.id
)
def test_a_turn_ends_in_as_many_ways_as_written(entry: Entry) -> None:
    ends = list(whole_turns(position(entry)))
    assert f"{len(ends)} {len(set(ends))}" == entry.given["turn"]


def test_the_first_counts_are_those_worked_out_by_hand() -> None:
    """From the start with 3, 5 and a snake there is one way forward for each number, and nine
    swaps: 11. After the 3 (nothing on the way) the 5 goes forward and the snake nine ways, the
    5 back is before the start: 10. After the 5 two questions wait, first the mummy on 4 with
    seven answers. After each of nine swaps two numbers are left: 10 + 7 + 9 x 2 = 35.
    """
    entry = next(entry for entry in ENTRIES if entry.id == "from the start with 3, 5 and a snake")
    assert [entry.counts[depth] for depth in (1, 2)] == [11, 35]
