"""People at the bowl play from a seed alone, and always what the rules allow."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.core.game import load_room
from companion.core.seats import Seat
from companion.core.verdict import Refused
from companion.games.bowl import moves as m
from companion.rehearsal.bowl import ENDS, invite, true_reply
from companion.rehearsal.bowl_hands import REACHES, reaching, trap_of, truly
from companion.table.explain.referee import after

GAME = load_room("bowl")
BOX = GAME.load_box(None)
LONGEST = 3000


def opening(players: int, variant: str) -> Any:
    seats = [Seat(f"Player {n}", BOX.colours[n]) for n in range(players)]
    return GAME.opening(BOX, seats, GAME.house_rules(variant=variant))


def ended(seed: int, players: int, variant: str) -> Any:
    """Play by the rules alone; every tenth hand ends in a landslide."""
    people, state, dice = invite(seed), opening(players, variant), random.Random(seed)
    for _ in range(LONGEST):
        if GAME.is_over(state):
            return state
        (question,) = GAME.questions(state)
        if question.topic == "draw":
            slide = dice.random() < 0.1
            move: Any = m.Landslide(("staff",)) if slide else m.TakeBoulder(state.wanted)
        else:
            move = people.move(state) or GAME.answer(
                state, question, people.reply(state, question), 0.0
            )
        ruling = GAME.decide(state, move)
        assert not isinstance(ruling, Refused), (move, ruling)
        state = after(GAME, state, ruling)
    raise AssertionError(f"no end after {LONGEST} moves")


@pytest.mark.parametrize("variant", ["base", "adventurous", "quick"])
@pytest.mark.parametrize("players", range(2, 7))
def test_they_come_to_an_end_by_legal_moves_alone(players: int, variant: str) -> None:
    for seed in range(4):
        assert GAME.is_over(ended(seed, players, variant)) is not None


def test_the_same_seed_plays_the_same_game_and_another_does_not() -> None:
    assert ended(1, 3, "base") == ended(1, 3, "base")
    assert ended(1, 3, "base") != ended(2, 3, "base")


def test_a_tile_has_the_same_face_whenever_it_is_flipped() -> None:
    state = opening(2, "base")
    state = after(GAME, state, GAME.decide(state, m.Begin()))  # type: ignore[arg-type]
    assert invite(3).move(state) == invite(3).move(state)
    flips = [invite(seed).move(state) for seed in range(20)]
    assert all(isinstance(flip, m.FlipTile) and flip.field == "D1" for flip in flips)
    assert len({flip.colour for flip in flips if isinstance(flip, m.FlipTile)}) == 4


@pytest.mark.parametrize("kind", sorted(REACHES))
def test_every_hand_tells_the_truth_about_what_left_the_bowl(kind: str) -> None:
    for seed in range(3):
        trap, _ = trap_of(BOX, seed)
        before = trap.bowl.load
        scene = reaching(trap, "blue")
        for seconds in REACHES[kind](scene):
            assert seconds >= 0
        move = truly(scene)
        lost = before - trap.bowl.load
        if isinstance(move, m.TakeBoulder):
            assert any(lost == pytest.approx(grams) for grams in trap.contents.boulders["blue"])
        elif isinstance(move, m.GiveUp):
            assert lost == pytest.approx(0)
        else:
            assert lost > 0.9 * min(trap.contents.boulders["yellow"])


def test_every_end_can_be_played() -> None:
    assert set(ENDS) == {*REACHES, "foul"}


@pytest.mark.parametrize("variant", ["base", "adventurous"])
@pytest.mark.parametrize(
    "move",
    [
        m.TakeBoulder("red"),
        m.Landslide(("blue",)),
        m.Landslide(("staff", "red")),
        m.WrongColour("blue"),
        m.GiveUp(),
        m.Bump(),
        m.CallFoul(),
    ],
)
def test_asked_how_it_ended_they_say_what_was_so(move: Any, variant: str) -> None:
    state = opening(2, variant)
    for step in (m.Begin(), m.FlipTile("D1", "red")):
        state = after(GAME, state, GAME.decide(state, step))  # type: ignore[arg-type]
    (question,) = GAME.questions(state)
    said = GAME.answer(state, question, true_reply(question, move, ("staff", "red")), 0.0)
    assert not isinstance(said, Refused)
    by_word, truly_so = GAME.decide(state, said), GAME.decide(state, move)
    assert after(GAME, state, by_word) == after(GAME, state, truly_so)  # type: ignore[arg-type]
