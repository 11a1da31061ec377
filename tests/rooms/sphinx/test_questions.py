"""What is asked at the sphinx: only what matters, of whom it concerns, with legal answers only."""

from __future__ import annotations

from random import Random

import pytest

from companion.core.observation import Reply
from companion.core.roles import TABLE, seat
from companion.core.verdict import Accepted, Leave, Refused
from companion.games.sphinx import GAME
from companion.games.sphinx.state import Phase
from tests.rooms.sphinx.laid import ME, laid, opening
from tests.rooms.sphinx.players import a_game, after, some_rules, some_seal


@pytest.mark.parametrize("seed", range(800, 810))
def test_every_answer_leads_somewhere_else(seed: int) -> None:
    """A question is asked only when its answers differ; one answer alone is a step to be done."""
    dice = Random(seed)
    seal = some_seal(dice) if seed % 2 else None
    for before, _, _, _ in list(a_game(dice, some_rules(dice), seal=seal))[::2]:
        for question in GAME.questions(before):
            ends = []
            for option in question.options:
                ruling = GAME.decide(before, option.move)
                assert isinstance(ruling, Accepted), (question.id, option.name)
                ends.append(after(before, ruling.events))
            assert len(set(ends)) == len(ends), question.id
            assert (len(ends) == 1) == (question.style == "step")
            assert question.options or question.fields


@pytest.mark.parametrize("seed", range(810, 816))
def test_a_question_is_answered_by_the_names_of_its_options(seed: int) -> None:
    dice = Random(seed)
    for before, _, _, _ in list(a_game(dice, some_rules(dice)))[::5]:
        for question in GAME.questions(before):
            for option in question.options:
                reply = Reply(option=option.name)
                assert GAME.answer(before, question, reply, 1.0) == option.move


@pytest.mark.parametrize("seed", range(820, 826))
def test_ids_change_with_what_is_asked(seed: int) -> None:
    """An answer to an old question must not fit a new one."""
    dice = Random(seed)
    asked: dict[str, object] = {}
    for before, _, _, _ in a_game(dice, some_rules(dice), mischief=0.0):
        for question in GAME.questions(before):
            assert asked.setdefault(question.id, question) == question


def test_the_player_on_turn_is_asked() -> None:
    assert laid().question.to == seat(ME)
    assert laid(turn=1, dice=(3,)).question.to == seat(1)
    assert opening().question.to == TABLE


def test_nothing_is_asked_when_the_game_is_over() -> None:
    state = laid().state.but(phase=Phase.OVER)
    assert GAME.questions(state) == ()
    assert list(GAME.legal_moves(state)) == []


def test_an_unknown_move_is_refused() -> None:
    ruling = GAME.decide(laid().state, Leave())
    assert isinstance(ruling, Refused)
    assert ruling.say.key == "sphinx.not_a_move_here"


def test_turns_are_counted_one_by_one() -> None:
    assert GAME.turn(opening().state) == 0
    table = laid(dice=(3,))
    assert GAME.turn(table.state) == 1
    assert GAME.turn(table.use(3).state) == 2
