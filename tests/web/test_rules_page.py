"""The page of the rules: before a game and during one, in every language, with what is in force."""

from __future__ import annotations

import re
from typing import Any

import pytest

from companion.core.game import ROOMS, load_room
from companion.core.house import switches
from companion.words import LANGUAGES, load_clauses
from tests.web.test_house import Here, here

__all__ = ["here"]


def guide(here: Here, room: str, language: str = "en", more: str = "") -> dict[str, Any]:
    answer = here.phone().get(f"/rules/{room}/guide.json?lang={language}{more}")
    assert answer.status_code == 200
    found: dict[str, Any] = answer.get_json()
    return found


def clauses_of(found: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {one["id"]: one for topic in found["rules"]["topics"] for one in topic["clauses"]}


@pytest.mark.parametrize("room", ROOMS)
def test_the_rules_are_there_before_a_game_in_every_language(here: Here, room: str) -> None:
    for language in LANGUAGES:
        assert here.phone().get(f"/rules/{room}?lang={language}").status_code == 200
        found = guide(here, room, language)
        shown = clauses_of(found)
        assert set(shown) == set(load_clauses(room, language))
        assert not found["rules"]["open"]
        pictures = found["pictures"]
        assert len(pictures["turn"]) == len(found["rules"]["turn"])
        assert all(one["said"] and one["sheet"]["view"] for one in pictures["examples"].values())


@pytest.mark.parametrize("room", ROOMS)
def test_whoever_listens_gets_every_picture_in_words(here: Here, room: str) -> None:
    found = guide(here, room, more="&view=words")["pictures"]
    every = [found["goal"], *found["turn"], *found["examples"].values()]
    assert all(one["plain"]["board"] and "sheet" not in one for one in every)


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_house_rule_stands_at_its_clause_as_it_is_in_force(
    here: Here, room: str, language: str
) -> None:
    shown = clauses_of(guide(here, room, language))
    own = [switch.clause for switch in switches(load_room(room).house_rules)]
    held = {name for name, one in shown.items() if one["house"]}
    assert held == set(own) & set(shown)
    assert sum(len(one["house"]) for one in shown.values()) == len(own)
    for name in held:
        assert not any(house["changed"] for house in shown[name]["house"])
        for house in shown[name]["house"]:
            named = re.search(rf"[“„«]\s?{re.escape(house['say'])}", shown[name]["say"])
            assert named is None, "what is in force is said below, once"


def test_the_game_on_the_table_says_which_house_rules_are_in_force(here: Here) -> None:
    plan = {
        "room": "wall",
        "people": [{"name": "Anna"}, {"name": "Ben"}],
        "rules": {"intra_card_pairs": True, "curse_of_the_pharaoh": True},
    }
    assert here.phone().post("/house/begin", plan).status_code == 200
    found = guide(here, "wall")
    (rule,) = clauses_of(found)["WO-8"]["house"]
    assert rule == {
        "say": "Two equal animals on one card",
        "is": "They make a pair",
        "changed": True,
    }
    played = {topic["heading"]: not topic["off"] for topic in found["rules"]["topics"]}
    assert played["The curse of the pharaoh"]
    assert not played["The eyes of the sphinx"]
    assert not guide(here, "bowl")["rules"]["open"], "another box is read by the book"


def test_there_are_no_rules_of_a_room_that_does_not_exist(here: Here) -> None:
    for path in ("/rules/chess", "/rules/chess/guide.json"):
        assert here.phone().get(path).status_code == 404
