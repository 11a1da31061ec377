"""A trap that was built again is whole, or lacks something that can be named."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.senses.scale.trap_weight import Rebuilt, Trap, rebuilt
from tests.senses.bowls import WEIGHTS

FULL = 294.0
WHOLE = replace(WEIGHTS, full_g=FULL)


@pytest.mark.parametrize(
    ("grams", "expected"),
    [
        (FULL, Rebuilt(Trap.COMPLETE)),
        (FULL - 8.0, Rebuilt(Trap.MISSING, "red")),
        (FULL - 14.0, Rebuilt(Trap.MISSING, "staff")),
        (FULL - 30.0, Rebuilt(Trap.UNCLEAR)),
        (FULL + 3.0, Rebuilt(Trap.UNCLEAR)),
    ],
)
def test_a_rebuilt_trap_is_compared_with_the_whole_one(grams: float, expected: Rebuilt) -> None:
    found = rebuilt(WHOLE, grams, 0.02)
    assert (found.trap, found.item) == (expected.trap, expected.item)


def test_a_trap_never_weighed_whole_is_counted_by_people() -> None:
    assert rebuilt(WEIGHTS, FULL, 0.02).trap == Trap.UNCLEAR
