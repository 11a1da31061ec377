"""What is planned in the lobby: everything that cannot be played is refused with the way on."""

from __future__ import annotations

import msgspec
import pytest

from companion.core.game import ROOMS
from companion.house import BadName, BadPlan, GamePlan, PlannedPerson, Rehearsal
from companion.house.offers import offers
from companion.house.plan import prepared
from companion.words import load

WORDS = load(strict=True)


def people(*names: str) -> tuple[PlannedPerson, ...]:
    return tuple(PlannedPerson(name) for name in names)


@pytest.mark.parametrize("room", ROOMS)
def test_every_box_can_be_played_by_as_few_and_as_many_as_it_says(room: str) -> None:
    offer = next(offer for offer in offers() if offer.room == room)
    for count in (offer.least, offer.most):
        plan = GamePlan(room, people(*(f"Person {n}" for n in range(count))))
        assert len(prepared(plan).seats) == count


def test_colours_that_nobody_chose_are_given_out() -> None:
    ready = prepared(
        GamePlan(
            "wall", (PlannedPerson("Anna"), PlannedPerson("Ben", "red"), PlannedPerson("Carla"))
        )
    )
    assert [seat.colour for seat in ready.seats] == ["blue", "red", "green"]
    assert [person.colour for person in ready.plan.people] == ["blue", "red", "green"]


@pytest.mark.clause("KHEOPS-06")
def test_kheops_06_whoever_is_named_first_plays_white_and_begins() -> None:
    ready = prepared(
        GamePlan("kheops", (PlannedPerson("Anna", "blue"), PlannedPerson("Ben", "white")))
    )
    assert [(seat.name, seat.colour) for seat in ready.seats] == [
        ("Anna", "white"),
        ("Ben", "blue"),
    ]


@pytest.mark.parametrize(
    ("plan", "key"),
    [
        (GamePlan("moon", people("Anna", "Ben")), "no_room"),
        (GamePlan("wall", people("Anna")), "too_few"),
        (GamePlan("wall", ()), "too_few"),
        (GamePlan("wall", people(*"ABCDE")), "too_many"),
        (GamePlan("wall", people("Anna", "anna ")), "same_name"),
        (GamePlan("wall", (PlannedPerson("Anna", "pink"), PlannedPerson("Ben"))), "no_colour"),
        (
            GamePlan("wall", (PlannedPerson("Anna", "red"), PlannedPerson("Ben", "red"))),
            "same_colour",
        ),
        (GamePlan("wall", people("Anna", "Ben"), {"curse": True}), "cannot_play"),
        (GamePlan("wall", people("Anna", "Ben"), {"pair_order": 7}), "cannot_play"),
        (GamePlan("wall", people("Anna", "Ben"), manner="anarchy"), "cannot_play"),
        (GamePlan("wall", people("Anna", "Ben"), rehearsal=Rehearsal(speed=0)), "bad_speed"),
        (
            GamePlan("wall", people("Anna", "Ben"), rehearsal=Rehearsal(by_hand=(2,))),
            "no_such_seat",
        ),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused_with_a_sentence(plan: GamePlan, key: str) -> None:
    with pytest.raises(BadPlan) as refused:
        prepared(plan)
    assert refused.value.say.key == f"house.{key}"
    assert WORDS.say(refused.value.say)


def test_a_name_nobody_can_read_is_refused_with_a_sentence() -> None:
    with pytest.raises(BadName) as refused:
        prepared(GamePlan("wall", people("Anna", " \u200b")))
    assert WORDS.say(refused.value.say)


def test_a_plan_survives_being_written_down() -> None:
    plan = GamePlan(
        "dig", people("Anna", "Ben"), {"never_obliged": True}, rehearsal=Rehearsal(seed=3)
    )
    assert msgspec.convert(msgspec.to_builtins(plan), GamePlan) == plan
