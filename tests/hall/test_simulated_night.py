"""A few simulated nights; thousands of them are played by script/simulate."""

from __future__ import annotations

import pytest

from companion.hall.night import fold
from tests.simulation.invariants import Broken
from tests.simulation.night import SimulatedNight
from tests.simulation.planted import BUGS


def test_a_night_from_a_seed_holds_and_is_the_same_again() -> None:
    one, two = (SimulatedNight(1, tables=3).run() for _ in range(2))
    assert one.heads() == two.heads()
    assert one.steps == two.steps
    assert one.night.over


def test_a_planted_bug_is_noticed() -> None:
    with BUGS["a result is counted twice"](), pytest.raises((Broken, AssertionError)):
        SimulatedNight(1, tables=3).run()


def test_there_are_twenty_bugs_or_more_and_none_of_them_stays() -> None:
    before = dict(fold._CHANGES)
    for plant in BUGS.values():
        with plant():
            pass
    assert len(BUGS) >= 20
    assert before == fold._CHANGES
