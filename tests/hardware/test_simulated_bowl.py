"""The simulated bowl swings, drifts and misreads as a real one does, and always the same way."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from statistics import fmean, pstdev

import pytest

from hardware.simulated.bowl import COLOURS, Bowl, LoadCell, SimulatedHand, box, enrolled
from hardware.simulated.bowl_stories import STORIES, play

STILL = LoadCell(noise=0.05, drift=0.0, wander=0.0, creep=0.0, glitches=0.0)


def grams(bowl: Bowl, seconds: float) -> list[float]:
    cell = bowl.cell
    return [(raw - cell.zero_counts) / cell.counts_per_gram for _, raw, _ in bowl.samples(seconds)]


def test_a_seed_tells_the_same_story_twice() -> None:
    assert play(7, harsh=True) == play(7, harsh=True)
    assert play(7) != play(8)


def test_an_untouched_bowl_weighs_what_lies_on_it() -> None:
    weighed = grams(Bowl(STILL, 250.0, Random(1)), 5.0)
    assert fmean(weighed) == pytest.approx(250.0, abs=0.02)
    assert pstdev(weighed) == pytest.approx(0.05, rel=0.2)


def test_a_boulder_taken_is_missing_after_the_swing() -> None:
    bowl = Bowl(STILL, 250.0, Random(2))
    bowl.put(-3.0)
    assert fmean(grams(bowl, 5.0)[-80:]) == pytest.approx(247.0, abs=0.03)


def test_a_hand_weighs_more_than_any_boulder_while_it_rummages() -> None:
    bowl = Bowl(STILL, 250.0, Random(3))
    bowl.hand_in(SimulatedHand(40.0, 0.8, 0.1))
    assert pstdev(grams(bowl, 5.0)) > 2.0
    bowl.hand_out()
    assert fmean(grams(bowl, 5.0)[-80:]) == pytest.approx(250.0, abs=0.03)


def test_a_strike_swings_as_far_as_it_says_and_leaves_nothing() -> None:
    bowl = Bowl(replace(STILL, damping=0.05), 250.0, Random(4))
    bowl.strike(10.0)
    weighed = grams(bowl, 6.0)
    assert 7.0 < max(weighed) - 250.0 < 11.0
    assert fmean(weighed[-80:]) == pytest.approx(250.0, abs=0.03)


def test_a_cell_drifts_as_fast_as_it_was_told() -> None:
    weighed = grams(Bowl(replace(STILL, drift=0.1), 250.0, Random(5)), 10.0)
    assert fmean(weighed[-40:]) - fmean(weighed[:40]) == pytest.approx(0.95, abs=0.05)


def test_misreadings_come_as_often_as_they_were_ordered() -> None:
    weighed = grams(Bowl(replace(STILL, glitches=0.2), 250.0, Random(6)), 20.0)
    assert sum(abs(each - 250.0) > 1.0 for each in weighed) / len(weighed) == pytest.approx(
        0.2, abs=0.03
    )


def test_a_box_has_five_boulders_of_every_colour_and_is_enrolled_by_their_means() -> None:
    contents = box(Random(7), spread=0.03)
    assert {colour: len(each) for colour, each in contents.boulders.items()} == dict.fromkeys(
        COLOURS, 5
    )
    stored = enrolled(contents, STILL, Random(8))
    masses = stored["boulder_g"]
    assert isinstance(masses, dict)
    assert masses == pytest.approx({c: fmean(e) for c, e in contents.boulders.items()}, abs=0.05)


@pytest.mark.parametrize("kind", STORIES)
def test_every_story_knows_its_truth(kind: str) -> None:
    story = play(11, kind=kind)
    assert story.about["kind"] == kind
    assert story.about["truth"]["verdict"]
    assert bool(story.about["told"]) == (kind != "between_turns")
    assert all(a[0] < b[0] for a, b in zip(story.samples, story.samples[1:], strict=False))
