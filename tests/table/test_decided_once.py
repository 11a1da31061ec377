"""A move is decided once, and evolved once to judge it and once to keep it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from functools import reduce
from pathlib import Path
from typing import Any

import pytest

from companion.core.observation import Weighed
from companion.core.verdict import Event
from companion.games.wall import GAME
from companion.games.wall import moves as m
from tests.table.evening import Evening, card_at, play_by


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path).begin()


class Counting:
    """A rule that counts how often it is asked, and is otherwise what it was."""

    def __init__(self, name: str, asked: Counter[str]) -> None:
        self._rule, self._name, self._asked = getattr(GAME, name), name, asked

    def __call__(self, state: Any, about: Any) -> Any:
        self._asked[self._name] += 1
        return self._rule(state, about)

    def after(self, state: Any, events: Iterable[Event]) -> Any:
        return reduce(self, events, state)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rule, name)


def counted(evening: Evening) -> Counter[str]:
    """Count from here on how often the rules are asked."""
    asked: Counter[str] = Counter()
    rules: dict[str, Any] = {name: Counting(name, asked) for name in ("decide", "evolve")}
    play_by(evening.table, replace(GAME, **rules))
    return asked


def test_a_card_that_was_seen_is_decided_once_and_evolved_twice(evening: Evening) -> None:
    asked = counted(evening)
    answer = evening.see(card_at("H01", 3))
    assert answer.kind == "accepted"
    assert answer.made is not None
    assert asked == {"decide": 1, "evolve": 2 * len(answer.made.events)}


def test_a_card_that_was_said_is_decided_once_and_evolved_twice(evening: Evening) -> None:
    asked = counted(evening)
    answer = evening.insert(3, "H01")
    assert answer.made is not None
    assert asked == {"decide": 1, "evolve": 2 * len(answer.made.events)}


def test_a_refused_card_is_decided_once_and_never_evolved(evening: Evening) -> None:
    asked = counted(evening)
    assert evening.insert(9, "H01").kind == "refused"
    assert asked == {"decide": 1}


def test_a_picture_that_shows_nothing_new_decides_nothing(evening: Evening) -> None:
    asked = counted(evening)
    assert evening.see().kind == "unchanged"
    assert asked == {}


def test_what_an_instrument_says_in_vain_decides_nothing(evening: Evening) -> None:
    asked = counted(evening)
    weighed = Weighed(finding="clean", at=evening.seconds, colour="red", final=True)
    assert evening.table.submit(weighed).kind == "unchanged"
    assert asked == {}


def test_a_tap_finds_its_question_without_a_snapshot(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any) -> None:
        raise AssertionError("a snapshot was rendered")

    monkeypatch.setattr("companion.table.view.for_role", refuse)
    assert evening.table.question("no such question") is None
    assert evening.say(m.InsertCard(3, "H01")).kind == "accepted"
