"""What the weighing wizard stores, what cannot be true of it, and which things weigh the same."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from calibration.teach.weights import (
    TELLS_APART_G,
    BadWeights,
    Weights,
    counts_per_gram,
    problems,
    read_weights,
    stored,
    twins,
    weigh_in,
)
from companion.words import load
from tests.saying import refuses

ESTIMATES = Weights(
    boulders=(("red", 5.73), ("blue", 2.93), ("green", 2.14), ("yellow", 1.24)),
    boulder_spread=0.02,
    staff_g=4.2,
    bowl_g=200.0,
    counts_per_gram=420.0,
    zero_counts=1000.0,
)


def test_weights_come_back_as_they_were_stored() -> None:
    assert read_weights(stored(ESTIMATES)) == ESTIMATES
    whole = replace(ESTIMATES, full_g=264.4)
    assert read_weights(stored(whole)) == whole


def test_counts_become_grams() -> None:
    assert ESTIMATES.in_grams(1000 + 420 * 5) == pytest.approx(5.0)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"boulder_g": {"red": 250.0, "blue": 3.0}}, "heavier than the bowl"),
        ({"boulder_g": {"red": 5.0, "blue": 0.1}}, "can't weigh only"),
        ({"boulder_g": {"red": 5.0}}, "fewer than two colours"),
        ({"boulder_g": None}, "name no boulders"),
        ({"boulder_g": {"red": "heavy", "blue": 3.0}}, "not a number"),
        ({"staff_g": 300.0}, "staff is heavier than the bowl"),
        ({"staff_g": 0.0}, "must weigh something"),
        ({"boulder_spread": 0.4}, "differ by 40 %"),
        ({"boulder_spread": -0.1}, "differ by -10 %"),
        ({"counts_per_gram": 0.0}, "too coarse"),
        ({"zero_counts": float("nan")}, "not a number"),
        ({"samples_per_second": 0.0}, "no samples"),
        ({"bowl_g": True}, "not a number"),
    ],
)
def test_weights_that_cannot_be_true_are_refused_with_a_remedy(
    change: dict[str, Any], complaint: str
) -> None:
    with refuses(BadWeights, match=complaint):
        read_weights(stored(ESTIMATES) | change)


@pytest.mark.parametrize("nothing", [None, {}])
def test_missing_weights_are_told_from_wrong_ones(nothing: dict[str, Any] | None) -> None:
    with refuses(BadWeights, match="Nobody has weighed the pieces"):
        read_weights(nothing)


def test_all_that_is_wrong_is_reported_at_once() -> None:
    wrong = replace(ESTIMATES, staff_g=-1.0, boulder_spread=0.5, samples_per_second=0.0)
    assert len(problems(wrong)) == 3


def test_the_wizard_finds_means_and_the_spread_of_the_wood() -> None:
    grams = {"red": [5.5, 5.6, 5.7, 5.8, 5.9], "blue": [3.0, 3.0, 3.0, 3.0, 3.0]}
    counts = {colour: [100 + 400 * g for g in each] for colour, each in grams.items()}
    found = weigh_in(100, 400, 100 + 400 * 180, 100 + 400 * 4.5, counts)
    assert dict(found.boulders) == pytest.approx({"red": 5.7, "blue": 3.0})
    assert found.boulder_spread == pytest.approx(0.0196, abs=0.0005)
    assert (found.staff_g, found.bowl_g) == pytest.approx((4.5, 180.0))
    assert problems(found) == []


def test_a_cell_is_calibrated_with_a_known_weight() -> None:
    assert counts_per_gram(1000, 1000 + 420 * 7.5, 7.5) == pytest.approx(420)


def test_a_known_weight_that_changes_nothing_is_refused() -> None:
    with refuses(BadWeights, match="four wires"):
        counts_per_gram(1000, 1002, 7.5)


def test_the_twins_of_the_estimated_masses_are_found() -> None:
    pairs = {frozenset((twin.one, twin.other)) for twin in twins(ESTIMATES)}
    assert frozenset({("staff",), ("blue", "yellow")}) in pairs
    assert frozenset({("staff",), ("green", "green")}) in pairs
    assert frozenset({("red",), ("blue", "blue")}) in pairs
    assert frozenset({("red",), ("staff", "yellow")}) in pairs


def test_things_far_apart_are_no_twins() -> None:
    apart = replace(ESTIMATES, boulders=(("red", 20.0), ("blue", 6.0)), staff_g=47.0)
    assert twins(apart) == ()


def test_uneven_wood_makes_more_twins() -> None:
    assert len(twins(replace(ESTIMATES, boulder_spread=0.08))) > len(twins(ESTIMATES))
    assert all(twin.grams_apart < TELLS_APART_G + 1 for twin in twins(ESTIMATES))


def test_a_twin_is_explained_in_words() -> None:
    close = replace(ESTIMATES, boulders=(("red", 5.7), ("blue", 2.9)), staff_g=5.8)
    words = [load().put(twin.say().key, twin.say().values) for twin in twins(close)]
    assert any("(0.1 g): 1 × red or 1 × staff" in line for line in words)
    assert any("1 × staff or 2 × blue" in line for line in words)
