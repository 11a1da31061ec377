"""The lid of a box: ideas by time, the steps of laying it out, and words for all of it."""

from __future__ import annotations

import pytest

from companion.core.game import ROOMS
from companion.core.house import read_house_rules, switches
from companion.house.lid import lid_of, steps_for, suggested
from companion.house.offers import offers
from companion.rooms import room_of
from companion.web.house.choices import grouped
from companion.words import load, load_clauses

WORDS = load(strict=True)
OFFERS = {offer.room: offer for offer in offers()}


@pytest.mark.parametrize("room", ROOMS)
def test_every_house_rule_and_every_choice_has_plain_words(room: str) -> None:
    found = [rule for group in grouped(OFFERS[room], WORDS).values() for rule in group["rules"]]
    assert sorted(rule["name"] for rule in found) == sorted(s.name for s in OFFERS[room].rules)
    for rule in found:
        start = next(k for k in WORDS.texts if k.endswith(f".{rule['name']}.say"))
        assert start.startswith("house.rules.")
        assert "_" not in rule["say"]
        for choice in rule["choices"]:
            assert "_" not in choice["say"]
            assert choice["say"][0].isupper(), f"{rule['name']}: {choice['say']} is no sentence"


@pytest.mark.parametrize("room", ROOMS)
def test_the_choice_of_the_book_comes_first(room: str) -> None:
    for group in grouped(OFFERS[room], WORDS).values():
        for rule in group["rules"]:
            assert not rule["choices"] or rule["choices"][0]["value"] == rule["default"]


@pytest.mark.parametrize("room", ROOMS)
def test_every_group_of_house_rules_has_a_heading(room: str) -> None:
    groups = grouped(OFFERS[room], WORDS)
    assert "others" not in groups
    assert all(group["heading"] for name, group in groups.items() if name != "variants")


@pytest.mark.parametrize("room", ROOMS)
def test_every_idea_can_be_played_and_has_a_name(room: str) -> None:
    lid, game = lid_of(room), room_of(room).game
    assert lid.ideas[0].rules == {}
    for idea in lid.ideas:
        read_house_rules(game.house_rules, idea.rules)
        assert f"house.idea.{room}.{idea.name}" in WORDS.texts


@pytest.mark.parametrize("room", ROOMS)
def test_every_step_of_laying_out_has_words_and_known_clauses(room: str) -> None:
    lid, clauses = lid_of(room), load_clauses(room)
    names = {switch.name for switch in switches(room_of(room).game.house_rules)}
    assert len(lid.steps) >= 4
    for step in lid.steps:
        assert f"house.setup.{room}.{step.name}" in WORDS.texts
        assert set(step.clauses) <= set(clauses)
        assert step.clauses
        assert set(step.when) <= names


@pytest.mark.parametrize(("curse", "step"), [(False, "cards"), (True, "curse_cards")])
def test_wall_60_the_curse_cards_are_laid_out_only_in_their_variant(curse: bool, step: str) -> None:
    rules = room_of("wall").game.house_rules(curse_of_the_pharaoh=curse)
    names = [one.name for one in steps_for(lid_of("wall"), rules)]
    assert {"cards", "curse_cards"} & set(names) == {step}


def test_the_longest_idea_that_fits_the_time_is_the_best_one() -> None:
    lid = lid_of("bowl")
    best = {
        minutes: next(idea.name for idea in suggested(lid, 4, minutes) if idea.best)
        for minutes in (10, 30, 35, 90)
    }
    assert best == {10: "quick", 30: "quick", 35: "book", 90: "adventurous"}
    assert not any(idea.best for idea in suggested(lid, 4, None))


def test_more_people_take_longer() -> None:
    lid = lid_of("wall")
    two, four = suggested(lid, 2, None), suggested(lid, 4, None)
    assert all(few.minutes < many.minutes for few, many in zip(two, four, strict=True))


def test_a_box_without_a_lid_is_offered_all_the_same() -> None:
    assert lid_of("moon").steps == ()
    assert suggested(lid_of("moon"), 3, 30) == ()
