"""Chances sum to one, and doubt goes to "something else"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from calibration.geometry.board import SOMETHING_ELSE
from calibration.read.chances import Evidence, believable, named, weights_of

GOOD = Evidence(
    fit=0.6, level=0.5, gain=0.95, gain_cost=0.2, explained=0.9, burnt=0.0, drawn=True, parted=False
)
BARE = replace(GOOD, drawn=False, explained=0.0)


def chances_of(
    names: list[str], cost: np.ndarray[Any, Any], known: float = 1.0, chosen: float = 0.0
) -> dict[str, float]:
    """Turn the costs of one cell into chances."""
    return named(names, weights_of(cost[None], np.array([known]), np.array([chosen]))[0])


costs = st.lists(st.floats(0, 500), min_size=1, max_size=20)


@given(costs, st.floats(0, 1), st.booleans())
def test_chances_sum_to_one(cost: list[float], known: float, parted: bool) -> None:
    names = [f"face{i}" for i in range(len(cost))]
    chances = chances_of(names, np.array(cost), known, parted)
    assert abs(sum(chances.values()) - 1) < 1e-6
    assert all(0 <= chance <= 1 for chance in chances.values())


@given(costs)
def test_the_cheapest_label_is_the_likeliest(cost: list[float]) -> None:
    names = [f"face{i}" for i in range(len(cost))]
    chances = chances_of(names, np.array(cost))
    assert chances[names[int(np.argmin(cost))]] == max(chances.values())


@given(costs)
def test_what_was_never_taught_is_something_else(cost: list[float]) -> None:
    chances = chances_of([f"face{i}" for i in range(len(cost))], np.array(cost), 0.0)
    assert chances[SOMETHING_ELSE] == 1.0


@given(costs)
def test_a_part_of_a_cell_never_makes_surer_than_the_whole(cost: list[float]) -> None:
    names = [f"face{i}" for i in range(len(cost))]
    whole, part = (chances_of(names, np.array(cost), 1.0, parted) for parted in (False, True))
    assert max(part.values()) <= max(whole.values()) + 1e-9


def test_a_face_that_explains_everything_is_believed() -> None:
    assert believable(GOOD) > 0.99
    assert believable(BARE) > 0.99


def test_each_reason_to_doubt_is_enough() -> None:
    for worse in (
        replace(GOOD, fit=4.0),
        replace(GOOD, level=15.0),
        replace(GOOD, gain_cost=12.0),
        replace(GOOD, gain=0.45),
        replace(GOOD, explained=0.1),
        replace(BARE, level=12.0),
        replace(BARE, burnt=0.3),
        replace(GOOD, parted=True, level=8.0),
        replace(GOOD, fit=1.9, level=4.9, explained=0.58),
        replace(GOOD, between=0.41),
    ):
        assert believable(worse) < 0.05


@given(st.floats(0, 10), st.floats(0, 10))
def test_a_worse_fit_is_never_believed_more(one: float, other: float) -> None:
    low, high = sorted((one, other))
    assert believable(replace(GOOD, fit=high)) <= believable(replace(GOOD, fit=low))


def test_many_cells_are_judged_like_each_of_them() -> None:
    cells = [GOOD, BARE, replace(GOOD, fit=2.6), replace(BARE, burnt=0.06)]
    each = [float(believable(cell)) for cell in cells]
    names = [name for name in Evidence.__dataclass_fields__ if name != "doubted_level"]
    columns: Any = {name: np.array([getattr(c, name) for c in cells]) for name in names}
    together = Evidence(**columns)
    assert np.allclose(believable(together), each)


def test_a_strange_colour_is_doubted_sooner_where_colour_is_all() -> None:
    strange = replace(GOOD, level=4.2)
    assert believable(strange) > 0.95
    assert believable(replace(strange, doubted_level=4.0)) < 0.05
