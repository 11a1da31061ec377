"""Random games under every house rule: the recount agrees, nothing is lost, nothing is unlisted."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from companion.core.cells import difference
from companion.core.verdict import Accepted, Refused, clauses
from companion.games.sphinx import GAME
from companion.games.sphinx import events as e
from companion.games.sphinx import moves as m
from companion.games.sphinx.state import Phase, State
from tests.rooms.sphinx.laid import BOX, box_data
from tests.rooms.sphinx.players import Step, a_game, after, plain, some_rules, some_seal
from tests.rooms.sphinx.recount import Recount
from tests.thorough import seeds

RULES = Path(__file__).parents[3] / "companion/words/en/clauses" / "sphinx.md"
KNOWN = frozenset(re.findall(r"^- \*\*([A-Z][A-Za-z0-9-]*)\*\*", RULES.read_text(), re.MULTILINE))
GAMES = 20


def a_random_game(seed: int) -> list[Step]:
    dice = Random(seed)
    rules = some_rules(dice)
    return list(a_game(dice, rules, seal=some_seal(dice) if dice.random() < 0.6 else None))


def without_time(move: Any) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.to_builtins(move)
    data.pop("at", None)
    return {name: list(v) if isinstance(v, tuple) else v for name, v in data.items()}


def sorted_moves(moves: list[dict[str, Any]]) -> list[str]:
    return sorted(map(repr, (sorted(move.items()) for move in moves)))


def agrees(paper: Recount, state: State) -> None:
    """What the child on paper has, the table has."""
    assert paper.pawn == _resting(state)
    assert [set(hand) for hand in state.hands] == paper.hand
    assert (state.turn, state.looked, set(state.robbed)) == (
        paper.player,
        paper.looked,
        paper.robbed,
    )
    assert (state.dice is None) == (paper.dice is None)
    assert Counter(state.dice or ()) == Counter(paper.dice or ())
    assert state.figures == tuple(paper.seats.values())
    assert [(look.seat, look.figure) for look in state.looks] == paper.seen


def _resting(state: State) -> list[int | None]:
    """The child turns a door at once; the table when everything on the way is settled."""
    if not state.action or state.action.door is None:
        return list(state.pawns)
    one, other = state.box.doors[state.action.door - 1].squares
    swap = {one: other, other: one}
    return [square if square is None else swap.get(square, square) for square in state.pawns]


def adds_up(state: State) -> None:
    """The invariants, counted again."""
    for hand in state.hands:
        assert len(hand) == len(set(hand)) <= 6
    held = Counter(colour for hand in state.hands for colour in hand)
    assert all(0 <= held[colour] <= 4 for colour in BOX.colours)
    assert sum(held.values()) + sum(state.stock(colour) for colour in BOX.colours) == 24
    squares = [square for square in state.pawns if square]
    assert len(squares) == len(set(squares))
    assert all(0 <= square <= 76 or square == 80 for square in squares)
    assert sorted(state.figures) == [0, 1, 2, 3, 4, 5]
    for sealed in state.sealed:
        assert Counter(sealed.colours) == Counter(BOX.colours)


@pytest.mark.parametrize("block", seeds(3, 25))
def test_hundreds_of_games_agree_with_a_recount(block: int) -> None:
    """Two to four players, tracked and not, house rules by dice; script/soak random plays more."""
    for seed in range(GAMES * block, GAMES * block + GAMES):
        _recounted(seed)


def _recounted(seed: int) -> None:
    steps = a_random_game(seed)
    first = steps[0][0]
    paper = Recount(box_data(), plain(first.rules), len(first.seats))
    for before, move, _, state in steps:
        if before.phase == Phase.SETUP:
            paper.tracked = state.tracked
            continue
        paper.do(without_time(move))
        adds_up(state)
        if state.phase == Phase.OVER:
            assert state.winner == paper.winner
        else:
            agrees(paper, state)
    assert steps[-1][3].phase == Phase.OVER


@pytest.mark.parametrize("seed", range(500, 516))
def test_the_recount_allows_the_very_same_moves(seed: int) -> None:
    steps = a_random_game(seed)
    first = steps[0][0]
    paper = Recount(box_data(), plain(first.rules), len(first.seats))
    for before, move, _, state in steps:
        if before.phase == Phase.SETUP:
            paper.tracked = state.tracked
            continue
        if not before.fallen:
            listed = [without_time(each) for each in GAME.legal_moves(before)]
            assert sorted_moves(listed) == sorted_moves(paper.moves())
        paper.do(without_time(move))


@pytest.mark.parametrize("seed", range(600, 612))
def test_every_listed_move_is_accepted_and_shows_what_it_says(seed: int) -> None:
    """shown_by is the difference of visible; and the pieces add up after any move."""
    dice = Random(seed)
    for before, _, _, _ in a_random_game(seed)[::3]:
        expected = GAME.visible(before)
        moves = list(GAME.legal_moves(before))
        for move in dice.sample(moves, min(12, len(moves))):
            ruling = GAME.decide(before, move)
            assert isinstance(ruling, Accepted), (move, ruling)
            then = after(before, ruling.events)
            assert GAME.broken(then) == ()
            assert dict(GAME.shown_by(before, move)) == difference(expected, GAME.visible(then))


@pytest.mark.parametrize("seed", range(620, 632))
def test_what_is_shown_by_odd_moves_is_the_difference_too(seed: int) -> None:
    """Refused moves show nothing; leaving, falling, noting show what they change."""
    for before, _, _, _ in a_random_game(seed)[::7]:
        expected = GAME.visible(before)
        for move in (
            *map(m.GiveUp, range(4)),
            m.SayFallen("G1"),
            m.UseDie(3, True),
            m.UseDie(9, True),
        ):
            ruling = GAME.decide(before, move)
            shown = dict(GAME.shown_by(before, move))
            if isinstance(ruling, Refused):
                assert shown == {}
            else:
                then = after(before, ruling.events)
                assert shown == difference(expected, GAME.visible(then)), move


@pytest.mark.parametrize("seed", range(630, 636))
def test_every_ruling_names_clauses_that_exist(seed: int) -> None:
    for before, _, events, _ in a_random_game(seed):
        for event in events:
            assert clauses(event)
            assert set(clauses(event)) <= KNOWN, event
        for question in GAME.questions(before):
            assert set(question.because) <= KNOWN


@pytest.mark.parametrize("seed", range(640, 646))
def test_moves_events_and_states_survive_json(seed: int) -> None:
    for _, move, events, state in a_random_game(seed):
        assert msgspec.json.decode(msgspec.json.encode(move), type=GAME.moves) == move
        for event in events:
            assert msgspec.json.decode(msgspec.json.encode(event), type=GAME.events) == event
        assert isinstance(hash(state), int)
    assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state


def test_random_games_see_everything_that_can_happen() -> None:
    """A campaign that never meets a case proves nothing about it."""
    kinds = {
        type(event)
        for seed in range(700, 740)
        for _, _, events, _ in a_random_game(seed)
        for event in events
    }
    every = set(e.SphinxEvent.__args__)
    only_light = {e.CountedAtEnd, e.PositionTold}  # tests/test_light.py plays those
    assert every - kinds <= {e.RescanAgreed} | only_light


def test_a_recount_notices_a_wrong_hand() -> None:
    """The comparison itself can fail."""
    steps = a_random_game(1)
    first = steps[0][0]
    paper = Recount(box_data(), plain(first.rules), len(first.seats))
    paper.hand[0].add("red")
    with pytest.raises(AssertionError):
        agrees(paper, first)
