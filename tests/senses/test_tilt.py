"""A ball switch chatters; a leaning bowl is one event."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from companion.senses.scale.tilt import Tilted, Tilting, step


def felt(readings: Iterable[bool], rate: float = 80.0) -> tuple[Tilting, list[Tilted]]:
    state, events = Tilting(), []
    for n, closed in enumerate(readings):
        state, event = step(state, n / rate, closed)
        if event:
            events.append(event)
    return state, events


def test_a_bowl_that_stands_tells_nothing() -> None:
    state, events = felt([False] * 400)
    assert not events
    assert not state.tilted


def test_a_bowl_that_leans_is_reported_within_a_tenth_of_a_second() -> None:
    state, events = felt([False] * 80 + [True] * 40)
    assert [1.0 <= event.at <= 1.1 for event in events] == [True]
    assert state.tilted


def test_one_bounce_is_not_a_tilt() -> None:
    assert felt([False] * 20 + [True] + [False] * 20)[1] == []


def test_a_chattering_switch_that_is_mostly_open_is_not_a_tilt() -> None:
    rng = Random(1)
    assert felt(rng.random() < 0.1 for _ in range(4000))[1] == []


def test_a_leaning_bowl_whose_switch_chatters_is_one_event() -> None:
    rng = Random(2)
    _, events = felt(rng.random() < 0.9 for _ in range(800))
    assert len(events) == 1


def test_a_thousand_bounces_a_second_are_at_most_two_events_a_second() -> None:
    _, events = felt((n % 2 == 0 for n in range(3000)), rate=1000.0)
    _, waves = felt(((n // 80) % 2 == 0 for n in range(3000)), rate=1000.0)
    assert len(events) <= 1
    assert 1 <= len(waves) <= 7


def test_a_bowl_that_was_set_upright_may_lean_again() -> None:
    state, events = felt([True] * 40 + [False] * 80 + [True] * 40)
    assert len(events) == 2
    assert state.tilted
