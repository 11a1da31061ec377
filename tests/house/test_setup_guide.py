"""The lid of a box: ideas by time, the steps of laying it out, and words for all of it."""

from __future__ import annotations

import pytest

from companion.core.game import ROOMS, load_room
from companion.core.house import read_house_rules, switches
from companion.core.observation import Reading, Seen
from companion.core.seats import Seat
from companion.house.offers import offers
from companion.house.setup_guide import (
    ASKED,
    EMPTY,
    SeenSoFar,
    seen_so_far,
    setup_guide_of,
    steps_for,
    suggested,
)
from companion.rooms import room_of
from companion.web.house.lobby_options import grouped
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
    lid, game = setup_guide_of(room), room_of(room).game
    assert lid.ideas[0].rules == {}
    for idea in lid.ideas:
        read_house_rules(game.house_rules, idea.rules)
        assert f"house.idea.{room}.{idea.name}" in WORDS.texts


@pytest.mark.parametrize("room", ROOMS)
def test_every_step_of_laying_out_has_words_and_known_clauses(room: str) -> None:
    lid, clauses = setup_guide_of(room), load_clauses(room)
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
    names = [one.name for one in steps_for(setup_guide_of("wall"), rules)]
    assert {"cards", "curse_cards"} & set(names) == {step}


def test_the_longest_idea_that_fits_the_time_is_the_best_one() -> None:
    lid = setup_guide_of("bowl")
    best = {
        minutes: next(idea.name for idea in suggested(lid, 4, minutes) if idea.best)
        for minutes in (10, 30, 35, 90)
    }
    assert best == {10: "quick", 30: "quick", 35: "book", 90: "adventurous"}
    assert not any(idea.best for idea in suggested(lid, 4, None))


def test_more_people_take_longer() -> None:
    lid = setup_guide_of("wall")
    two, four = suggested(lid, 2, None), suggested(lid, 4, None)
    assert all(few.minutes < many.minutes for few, many in zip(two, four, strict=True))


def test_a_box_without_a_lid_is_offered_all_the_same() -> None:
    assert setup_guide_of("moon").steps == ()
    assert suggested(setup_guide_of("moon"), 3, 30) == ()


@pytest.mark.parametrize(
    ("room", "step"), [("wall", "wall"), ("bowl", "tiles"), ("sphinx", "board"), ("kheops", "base")]
)
def test_the_camera_ticks_off_what_it_sees_of_a_step(room: str, step: str) -> None:
    game = load_room(room)
    box = game.load_box(None)
    worn = zip("AB", room_of(room).worn(box), strict=False)
    state = game.opening(box, [Seat(*one) for one in worn], game.house_rules())
    plan = next(one for one in setup_guide_of(room).steps if one.name == step)
    asked = [cell for one in game.questions(state) for cell in one.cells]
    lying = [cell for cell, label in game.visible(state).items() if label == plan.sees]
    cells = asked if plan.sees == ASKED else lying
    yes, no = ("tile", EMPTY) if plan.sees == ASKED else (plan.sees, "hand")

    def seen(right: int) -> Seen:
        labels = [yes if n < right else no for n in range(len(cells))]
        looked = zip(cells, labels, strict=True)
        return Seen(readings={cell: Reading({label: 1.0}) for cell, label in looked}, at=0.0)

    assert seen_so_far(game, state, None, plan) is None
    assert seen_so_far(game, state, seen(3), plan) == SeenSoFar(3, len(cells))
    assert seen_so_far(game, state, seen(len(cells)), plan) == SeenSoFar(len(cells), len(cells))
    blind = next(one for one in setup_guide_of(room).steps if not one.sees)
    assert seen_so_far(game, state, seen(3), blind) is None
