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


LIVED_THROUGH = {
    "a phone in the hand keeps its old table": 2,
    "a settled result is disputed by people who have gone on": 1,
    "a table asks about its last game for ever": 1,
    "the next round is announced by a slip": 1,
    "a call stays when its table is back": 1,
    "a change by hand outlives its draw": 3,
    "a copied card is not noticed": 1,
}
"""Bugs as they were on a night with people, and the first seed that finds each: script/simulate
--bugs tries all of them."""


@pytest.mark.parametrize("name", LIVED_THROUGH)
def test_a_planted_bug_is_noticed(name: str) -> None:
    with BUGS[name](), pytest.raises(Broken):
        SimulatedNight(LIVED_THROUGH[name]).run()


def test_there_are_twenty_bugs_or_more_and_none_of_them_stays() -> None:
    before = dict(fold._CHANGES)
    for plant in BUGS.values():
        with plant():
            pass
    assert len(BUGS) >= 20
    assert before == fold._CHANGES
