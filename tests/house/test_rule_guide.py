"""The guide of every room: each clause once, and pictures that its rules have reached."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from companion.core.game import ROOMS, load_room
from companion.core.house import read_house_rules
from companion.core.languages import LANGUAGES
from companion.house.rule_guide import RulePicture, guide_of, played, position
from companion.words import load, load_clauses
from companion.words.quotes_of import headings_in

MOST_STEPS = 6
MOST_WORDS = 60
"""Words in a goal; somebody reads it before the first move."""

PICTURES = [
    pytest.param(room, picture, id=f"{room}-{picture.game}-{picture.name}")
    for room in ROOMS
    for picture in (
        guide_of(room).goal,
        *guide_of(room).turn,
        *(one.picture for one in guide_of(room).examples),
    )
]


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_of_a_room_stands_at_exactly_one_place(room: str, language: str) -> None:
    placed = Counter(one for ids in guide_of(room).topics.values() for one in ids)
    assert set(placed.values()) == {1}
    assert set(placed) == set(load_clauses(room, language))


@pytest.mark.parametrize(("room", "picture"), PICTURES)
def test_a_picture_shows_the_ruling_its_words_speak_of(room: str, picture: RulePicture) -> None:
    shown = position(room, picture)
    assert set(picture.clauses) <= shown.because
    assert picture.clauses or picture == guide_of(room).goal
    assert shown.said, "the rules say something of the last move"
    assert shown.sheet["role"] == "table"


@pytest.mark.parametrize(("room", "picture"), PICTURES)
def test_the_pieces_add_up_in_every_picture(room: str, picture: RulePicture) -> None:
    game, past = load_room(room), played(room, picture.game).timeline.past
    assert [one.number for one in past if game.broken(one.after)] == []


@pytest.mark.parametrize("room", ROOMS)
def test_an_example_explains_a_clause_of_the_page_and_is_told_once(room: str) -> None:
    guide = guide_of(room)
    known = {one for ids in guide.topics.values() for one in ids}
    explained = [one.of for one in guide.examples]
    assert set(explained) <= known
    assert len(set(explained)) == len(explained)
    pictured = {guide.goal.game, *(step.game for step in guide.turn)}
    pictured |= {one.picture.game for one in guide.examples}
    assert pictured == set(guide.games), "no game is played for nothing"


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_goal_and_turn_have_words_in_every_language(room: str, language: str) -> None:
    words, guide = load(language, strict=True), guide_of(room)
    names = [step.name for step in guide.turn]
    assert 0 < len(names) <= MOST_STEPS
    assert set(words.under(f"rules.{room}")) == {"goal", *names}
    assert len(words.put(f"rules.{room}.goal", {}).split()) <= MOST_WORDS
    headings = headings_in(room, language)
    assert all(headings[ids[0]] for ids in guide.topics.values())
    assert len({headings[ids[0]] for ids in guide.topics.values()}) == len(guide.topics)


@pytest.mark.parametrize("room", ROOMS)
def test_a_variant_of_a_topic_is_a_house_rule_of_the_room(room: str) -> None:
    guide, game = guide_of(room), load_room(room)
    assert set(guide.variants) <= set(guide.topics)
    for needed in guide.variants.values():
        assert needed
        read_house_rules(game.house_rules, needed)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_clause_shows_people_a_word_of_the_code(language: str) -> None:
    for room in ROOMS:
        for name, text in load_clauses(room, language).items():
            assert not re.search(r"`|\b[a-z]+_[a-z]+\b", text), (room, name, text)
