"""A bowl is weighed in windows that do not care about wild readings."""

from __future__ import annotations

import math
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.senses.scale.health import FAULTS, Ailment, faults
from companion.senses.scale.level import Level
from companion.senses.scale.stillness import Sample, StillnessWindow, begin, plausible, step
from companion.words import load
from hardware.simulated.bowl import Bowl, LoadCell, SimulatedHand
from tests.senses.bowls import CELL, WEIGHTS

LOAD = 270.0


def weighed(raws: list[int | None], rate: float = 80.0) -> tuple[StillnessWindow, list[Level]]:
    state, levels = begin(WEIGHTS), []
    for n, raw in enumerate(raws):
        state, level = step(state, Sample(n / rate, raw))
        if level:
            levels.append(level)
    return state, levels


def still(count: int, noise: float = 0.05, seed: int = 1) -> list[int | None]:
    rng = Random(seed)
    return [round(10_000 + (LOAD + rng.gauss(0, noise)) * 420) for _ in range(count)]


def counts(load: float) -> int:
    return round(10_000 + load * 420)


def ailments(raws: list[int | None], rate: float = 80.0) -> list[Ailment]:
    state, _ = weighed(raws, rate)
    return [fault.ailment for fault in faults(state.health, (len(raws) - 1) / rate)]


def test_a_still_bowl_is_weighed_to_hundredths_of_a_gram() -> None:
    _, levels = weighed(still(400))
    quiet = [level for level in levels if level.quiet]
    assert len(quiet) > 0.9 * len(levels)
    assert max(abs(level.grams - LOAD) for level in quiet) < 0.05
    assert all(abs(level.grams - LOAD) < 5 * level.error for level in quiet)


@pytest.mark.parametrize("seed", range(5))
def test_every_fifth_reading_may_be_wild(seed: int) -> None:
    rng = Random(seed)
    wild = [lambda c: 2 * c, lambda c: -1, lambda c: 2 ** rng.randrange(8, 24) - 1]
    raws: list[int | None] = [
        rng.choice(wild)(raw) if rng.random() < 0.2 else raw for raw in still(800) if raw
    ]
    state, levels = weighed(raws)
    quiet = [level for level in levels if level.quiet]
    assert len(quiet) > 0.8 * len(levels)
    assert max(abs(level.grams - LOAD) for level in quiet) < 0.06
    assert not faults(state.health, 799 / 80)


def test_a_bowl_without_noise_is_no_trouble() -> None:
    _, levels = weighed([counts(LOAD), counts(LOAD) + 1] * 40)
    assert levels[-1].quiet
    assert levels[-1].grams == pytest.approx(LOAD, abs=0.01)


def test_a_hand_leaves_no_window_quiet() -> None:
    bowl = Bowl(CELL, LOAD, Random(3))
    state = begin(WEIGHTS)
    for at, raw, _ in bowl.samples(2):
        state, _ = step(state, Sample(at, raw))
    bowl.hand_in(SimulatedHand(30, 0.8, 0.08))
    quiet = []
    for at, raw, _ in bowl.samples(5):
        state, level = step(state, Sample(at, raw))
        if level and at > 2.15:
            quiet.append(level.quiet)
    assert not any(quiet)


def test_a_swinging_bowl_is_calm_before_it_is_quiet_and_its_error_knows_the_swing() -> None:
    bowl = Bowl(LoadCell(noise=0.04, hertz=6.0, damping=0.06, glitches=0.0), LOAD, Random(4))
    state = begin(WEIGHTS)
    for at, raw, _ in bowl.samples(2):
        state, _ = step(state, Sample(at, raw))
    bowl.strike(5.0)
    swinging = []
    for at, raw, _ in bowl.samples(3):
        state, level = step(state, Sample(at, raw))
        if level and at > 2.5 and level.calm and not level.quiet:
            swinging.append((level.grams - LOAD, level.error))
    assert swinging
    assert all(abs(off) < 4 * error for off, error in swinging)


def test_a_hum_that_begins_is_learnt_and_does_not_deafen_the_scale() -> None:
    _, levels = weighed(still(400, 0.04) + still(1600, 0.12, seed=2))
    assert levels[80].quiet
    assert all(level.quiet for level in levels[-20:])


@pytest.mark.parametrize("raw", [None, -1, 0x7FFFFF, -0x800000, 2**17 - 1, 0])
def test_faults_of_reading_are_no_weights(raw: int | None) -> None:
    assert plausible(raw, WEIGHTS) is None


def test_a_healthy_scale_has_no_faults() -> None:
    assert ailments(still(400)) == []


def test_ten_readings_a_second_work_with_a_warning() -> None:
    state, levels = weighed(still(60), rate=10.0)
    (fault,) = faults(state.health, 5.9)
    assert fault.ailment == Ailment.SLOW
    assert not fault.blind
    assert levels[-1].quiet
    assert levels[-1].grams == pytest.approx(LOAD, abs=0.1)


@pytest.mark.parametrize(
    ("raws", "rate", "ailment"),
    [
        (still(160) + [None] * 80, 80, Ailment.SILENT),
        (still(160) + [counts(LOAD)] * 300, 80, Ailment.STUCK),
        (still(160) + [0x7FFFFF] * 80, 80, Ailment.SATURATED),
        (still(160) + [-0x800000] * 80, 80, Ailment.SATURATED),
        (still(160) + [-1, 2**20 - 1] * 40, 80, Ailment.SPIKING),
        (still(60), 3, Ailment.WRONG_RATE),
        (still(600), 200, Ailment.WRONG_RATE),
    ],
)
def test_a_scale_that_cannot_be_trusted_is_reported_by_name(
    raws: list[int | None], rate: float, ailment: Ailment
) -> None:
    assert ailments(raws, rate) == [ailment]


def test_more_than_a_third_of_wild_readings_is_a_fault() -> None:
    rng = Random(5)
    raws: list[int | None] = [-1 if rng.random() < 0.39 else raw for raw in still(4000)]
    assert ailments(raws) == [Ailment.SPIKING]


def test_every_fault_says_what_is_wrong_and_what_to_do() -> None:
    assert set(FAULTS) == set(Ailment)
    page = load("en").under("page")
    assert all(page[f"fault_{each}"].endswith(".") and page[f"remedy_{each}"] for each in Ailment)


def test_a_scale_that_recovers_is_healthy_again() -> None:
    assert ailments(still(80) + [None] * 80 + still(160)) == []


@given(
    st.lists(
        st.tuples(
            st.floats(-10, 1000, allow_nan=False),
            st.one_of(st.none(), st.integers(-0x800000, 0x7FFFFF)),
        ),
        max_size=80,
    )
)
def test_no_reading_at_any_moment_upsets_the_scale(samples: list[tuple[float, int | None]]) -> None:
    state = begin(WEIGHTS)
    for at, raw in samples:
        state, level = step(state, Sample(at, raw))
        faults(state.health, at)
        assert level is None or math.isfinite(level.grams + level.error)
