"""The game that is shown: short, whole, told by the lesson, and nothing in it is a secret."""

from __future__ import annotations

import pytest

from companion.core.game import ROOMS, load_room
from companion.core.languages import LANGUAGES
from companion.core.seats import Seat
from companion.house.demonstration import MOST_SHOWN, demonstration_of, opening_topics
from companion.house.tutorial import text_of
from companion.rooms import room_of
from companion.words import load

LOOK_MS, WORD_MS = 1500, 240
"""How long the page shows a step, and a word of it: companion/web/static/house/demonstration.js."""

every_room = pytest.mark.parametrize("room", ROOMS)


@every_room
def test_a_game_is_shown_from_its_first_turn_to_its_end(room: str) -> None:
    steps = demonstration_of(room)
    assert 8 <= len(steps) <= MOST_SHOWN
    assert steps[0].sheet["view"]["outcome"] is None
    assert steps[-1].sheet["view"]["outcome"] is not None
    assert steps[0].after == 0


@every_room
def test_it_is_followed_in_about_three_minutes(room: str) -> None:
    words = load("en", strict=True)
    seconds = 0.0
    for step in demonstration_of(room):
        said = [words.say(say) for say in step.said]
        said += [text_of(words, room, topic) for topic in step.topics]
        seconds += (LOOK_MS + WORD_MS * len(" ".join(said).split())) / 1000
    assert 60 <= seconds <= 270


@every_room
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_is_told_in_every_language(room: str, language: str) -> None:
    words = load(language, strict=True)
    assert all(text_of(words, room, topic) for topic in opening_topics(room))
    for step in demonstration_of(room):
        assert step.said
        assert all(words.say(say) for say in step.said)
        assert all(text_of(words, room, topic) for topic in step.topics)


@every_room
def test_what_is_taught_is_taught_once_and_most_of_it_is(room: str) -> None:
    told = [topic for step in demonstration_of(room) for topic in step.topics]
    assert len(told) == len(set(told))
    assert len(told) >= 8


@every_room
def test_the_camera_sees_only_what_changes_on_the_board(room: str) -> None:
    game = load_room(room)
    cells = set(game.visible(game.opening(game.load_box(None), _two(room), game.house_rules())))
    seen = {cell for step in demonstration_of(room) for cell in step.cells}
    assert seen
    assert seen <= cells or room == "dig"  # the dig's tray is laid before it is seen


def _two(room: str) -> tuple[Seat, ...]:
    box = load_room(room).load_box(None)
    return tuple(map(Seat, ("Anna", "Ben", "Carla"), room_of(room).worn(box)))[: box.players[0]]
