"""Stillness is counted in seconds, whatever the camera's rate."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.senses.steady import Stillness, asked, sighted, watched

SETTLE = 0.4


def run(moments: list[tuple[float, bool, bool]], start: Stillness | None = None) -> list[float]:
    """Play (time, moving, changed) and return when sightings were made."""
    stillness = start or sighted(Stillness())
    due = []
    for at, moving, changed in moments:
        stillness = watched(stillness, at, {"a"} if moving else (), {"a"} if changed else ())
        if stillness.settled(SETTLE):
            due.append(at)
            stillness = sighted(stillness)
    return due


def test_a_quiet_table_is_sighted_once_at_the_start() -> None:
    frames = [(i / 10, False, False) for i in range(30)]
    assert run(frames, Stillness()) == [0.4]


def test_an_unchanged_table_is_not_sighted_again() -> None:
    assert run([(i / 10, False, False) for i in range(30)]) == []


def test_a_change_is_sighted_once_it_has_settled() -> None:
    frames = [(0.0, False, False), (0.1, True, True), (0.2, True, True)]
    frames += [(0.2 + i / 10, False, True) for i in range(1, 10)]
    assert len(run(frames[:7])) == 1


def test_a_hand_that_comes_and_goes_without_a_change_is_not_sighted() -> None:
    frames = [(i / 10, True, True) for i in range(5)]
    stillness = sighted(Stillness())
    for at, _, _ in frames:
        stillness = watched(stillness, at, {"a"}, {"a"})
    assert not stillness.settled(SETTLE)


def test_asking_again_owes_a_sighting() -> None:
    assert run([(0.0, False, False), (0.5, False, False)], asked(sighted(Stillness()))) == [0.5]


def test_a_long_gap_between_pictures_starts_the_wait_anew() -> None:
    stillness = watched(Stillness(), 0.0, (), {"a"})
    stillness = watched(stillness, 10.0, (), {"a"})
    assert not stillness.settled(SETTLE)


def test_a_picture_from_the_past_is_passed_over() -> None:
    stillness = watched(Stillness(), 5.0, (), ())
    assert watched(stillness, 4.0, {"a"}, {"a"}) == stillness


@given(rate=st.integers(3, 120), moved_for=st.floats(0.05, 3.0))
def test_one_sighting_per_change_at_any_frame_rate(rate: int, moved_for: float) -> None:
    step = 1 / rate
    count = int((moved_for + 2.0) / step) + 1
    moments: list[float] = []
    stillness = sighted(watched(Stillness(), 0.0, (), ()))
    for i in range(1, count + 1):
        at = i * step
        moving = at <= moved_for
        changed = not moments
        stillness = watched(stillness, at, {"a"} if moving else (), {"a"} if changed else ())
        if stillness.settled(SETTLE):
            moments.append(at)
            stillness = sighted(stillness)
    assert len(moments) == 1
    assert moments[0] >= SETTLE + moved_for - step - 1e-6


@given(st.lists(st.tuples(st.floats(0, 0.3), st.booleans(), st.booleans()), max_size=60))
def test_nothing_is_ever_sighted_while_something_moves(
    steps: list[tuple[float, bool, bool]],
) -> None:
    stillness, at, quiet_since = Stillness(), 0.0, None
    for pause, moving, changed in steps:
        at += pause
        stillness = watched(stillness, at, {"a"} if moving else (), {"a"} if changed else ())
        quiet_since = at if moving or quiet_since is None else quiet_since
        if stillness.settled(SETTLE):
            assert at - quiet_since >= SETTLE - 1e-6
            stillness = sighted(stillness)
