"""Weighing in on a page: the same steps and the same weights as at the terminal."""

from __future__ import annotations

from itertools import pairwise

import msgspec

from calibration.teach.weights import BOULDERS_WEIGHED, read_weights
from companion.workshop.bench import Plate
from companion.workshop.weigh_in import WeighInWalk, outcome

GRAMS = {"red": 4.0, "blue": 6.5}
ZERO, PER_GRAM = 8000.0, 420.0


def counted(grams: float) -> float:
    return ZERO + PER_GRAM * grams


def laid(step: tuple[str, str, int]) -> float:
    """What somebody who does as asked has on the plate."""
    what, colour, number = step
    if what == "boulder":
        return counted(GRAMS[colour] + 0.02 * number)
    return counted({"empty": 0.0, "known": 100.0, "bowl": 240.0, "staff": 12.0}[what])


def walked() -> WeighInWalk:
    walk = WeighInWalk(tuple(GRAMS), known=100.0, rate=80.0)
    while walk.step is not None:
        walk = walk.take(laid(walk.step))
    return walk


def test_whoever_follows_the_steps_ends_with_weights_the_scale_can_use() -> None:
    walk = walked()
    assert len(walk.counts) == 4 + BOULDERS_WEIGHED * len(GRAMS)
    weights = read_weights(outcome(walk).kept)
    assert weights.bowl_g == 240.0
    assert weights.staff_g == 12.0
    assert dict(weights.boulders) == {"red": 4.06, "blue": 6.56}


def test_a_step_can_be_done_again_and_a_walk_goes_on_after_a_restart() -> None:
    walk = WeighInWalk(tuple(GRAMS), known=100.0, rate=80.0).take(counted(0)).take(counted(55))
    again = msgspec.json.decode(msgspec.json.encode(walk), type=WeighInWalk).back()
    assert again.step == ("known", "", 0)
    assert again.take(counted(100)).grams(counted(30)) == 30.0


def test_weights_that_cannot_be_true_are_not_kept() -> None:
    walk = WeighInWalk(tuple(GRAMS), known=100.0, rate=80.0)
    while walk.step is not None:
        walk = walk.take(counted(0))  # nothing was ever laid down
    assert outcome(walk).kept == {}


def test_a_plate_rests_only_when_it_has_stopped_swinging() -> None:
    plate, said = Plate(), []
    for n in range(400):
        at = n / 80
        swing = 4000 * max(0.0, 1 - at / 2.5) * (-1 if n % 20 < 10 else 1)
        plate.hear(counted(50) + swing, at)
        said.append(plate.is_still)
    assert not any(said[:120])
    assert said[-1]
    assert plate.count == counted(50)
    assert sum(one != other for one, other in pairwise(said)) == 1
