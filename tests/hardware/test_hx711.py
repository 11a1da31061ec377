"""Whatever a busy computer does to the clock: a reading of the HX711 is right, or there is none."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from hardware.errors import BadGain, Closed
from hardware.real.hx711 import BOTTOM, TOP, Hx711, is_pattern, signed
from tests.hardware.hx711_chip import Conversion, Hx711Chip, Overrun
from tests.saying import refuses

COUNTS = st.one_of(
    st.integers(BOTTOM, TOP), st.sampled_from([BOTTOM, -1, 0, 1, 0xFFFF, 0x10000, TOP])
)
DELAYS = st.one_of(
    st.floats(1e-6, 5e-6),
    st.floats(5e-6, 29e-6),
    st.floats(29e-6, 70e-6),
    st.floats(70e-6, 0.002),
    st.floats(0.002, 0.5),
)


def opened(chip: Hx711Chip, gain: int = 128) -> Hx711:
    return Hx711(chip, gain, now=chip.now, sleep=chip.sleep)


def weighing(*counts: int) -> Hx711Chip:
    """A chip that converts these counts, one after the other, again and again."""
    endless = itertools.cycle(counts)
    return Hx711Chip(lambda at, gain: next(endless))


def readings(scale: Hx711, tries: int) -> Iterator[tuple[int, float]]:
    for _ in range(tries):
        reading = scale.read()
        if reading is not None:
            yield int(reading[0]), reading[1]


def newest(log: list[Conversion], at: float) -> Conversion:
    return [made for made in log if made.at <= at][-1]


@settings(max_examples=150, deadline=None)
@given(
    counts=st.lists(COUNTS, min_size=1, max_size=8),
    delays=st.lists(DELAYS, min_size=1, max_size=60),
    quiet=st.integers(0, 400),
    gain=st.sampled_from([128, 64, 32]),
    rate=st.sampled_from([20.0, 80.0, 93.0]),
    overrun=st.sampled_from(list(Overrun)),
)
@example([0], [*[5e-6] * 4, *[1e-6] * 7, 0.25], 197, 128, 93.0, Overrun.RESTART)
@example([0, -1], [1e-6, 0.25, 1.5e-6], 375, 32, 93.0, Overrun.TORN)
@example([0x7FFFFE], [70e-6], 100, 128, 80.0, Overrun.TORN)
def test_under_any_jitter_a_reading_is_the_newest_conversion_or_none(
    counts: list[int], delays: list[float], quiet: int, gain: int, rate: float, overrun: Overrun
) -> None:
    weights = itertools.cycle(counts)
    jitter = itertools.cycle([*delays, *[2e-6] * quiet])
    chip = Hx711Chip(
        lambda at, measured: signed((next(weights) ^ (0x5A5A00 + measured)) & 0xFFFFFF),
        rate,
        jitter,
        overrun,
    )
    scale = opened(chip, gain)
    for count, at in readings(scale, 5):
        made = newest(chip.log, at)
        assert (count, gain) == (made.count, made.gain)


@pytest.mark.parametrize("gain", [128, 64, 32])
def test_on_a_prompt_computer_no_conversion_is_missed(gain: int) -> None:
    numbers = itertools.count(1_000_000, 7)
    chip = Hx711Chip(lambda at, measured: next(numbers))
    scale = opened(chip, gain)
    heard = [count for count, _ in readings(scale, 200)]
    assert heard == list(range(heard[0], heard[0] + 7 * 200, 7))
    assert scale.statistics.bad == (0 if gain == 128 else 1)


@given(count=COUNTS)
def test_every_count_arrives_as_it_was_converted(count: int) -> None:
    scale = opened(weighing(count))
    reading = scale.read()
    assert reading is None if is_pattern(count) else reading is not None and reading[0] == count


@pytest.mark.parametrize("pulse", range(25))
def test_a_clock_held_too_long_at_any_bit_costs_that_reading_alone(pulse: int) -> None:
    chip = weighing(0x2AAAAA, 0x155555, 0x2AAAAB)
    scale = opened(chip)
    assert scale.read() is not None
    touched = iter([*[2e-6] * 5000])
    chip._delays = stalled_at(chip, len(chip.log) + 1, pulse, touched)
    heard = [count for count, _ in readings(scale, 6)]
    assert scale.statistics.late_pulse == 1
    assert set(heard) <= {0x2AAAAA, 0x155555, 0x2AAAAB}
    assert len(heard) == 6


def stalled_at(
    chip: Hx711Chip, conversion: int, pulse: int, quick: Iterator[float]
) -> Iterator[float]:
    """Quick touches of a wire, except for one while the clock is high at this pulse."""
    done = False
    for delay in quick:
        due = len(chip.log) == conversion and chip._shifted == pulse + 1 and chip._clock
        yield 90e-6 if due and not done else delay
        done = done or bool(due)


def test_a_chip_that_was_not_looked_at_gives_no_stale_reading() -> None:
    numbers = itertools.count(1000, 5)
    chip = Hx711Chip(lambda at, gain: next(numbers))
    scale = opened(chip)
    scale.read()
    chip.sleep(1.0)
    reading = scale.read()
    assert reading is not None
    assert reading[0] == chip.log[-1].count
    assert reading[1] - chip.log[-1].at < 0.002
    assert (scale.statistics.stale, scale.statistics.unsure) == (1, 2)


def test_an_overloaded_cell_is_reported_as_the_end_of_the_range() -> None:
    for end in (TOP, BOTTOM):
        scale = opened(weighing(end))
        reading = scale.read()
        assert reading is not None
        assert reading[0] == end
        assert scale.statistics.saturated == 1


def test_an_unconnected_chip_is_silent_and_is_switched_off_and_on() -> None:
    chip = weighing(123_456)
    chip.plugged = False
    scale = opened(chip)
    assert [scale.read() for _ in range(8)] == [None] * 8
    assert scale.statistics.silent >= 2
    chip.plugged = True
    assert next(readings(scale, 5))[0] == 123_456


def test_a_slow_chip_is_not_switched_off_while_it_thinks() -> None:
    chip = Hx711Chip(lambda at, gain: 5000, rate=10.0)
    scale = opened(chip)
    heard = list(readings(scale, 30))
    assert len(heard) >= 27
    assert scale.statistics.power_cycles == 1


def test_a_data_wire_short_to_ground_is_never_a_weight() -> None:
    chip = weighing(123_456)
    chip._level = lambda: 0  # type: ignore[method-assign]
    scale = opened(chip)
    assert [scale.read() for _ in range(3)] == [None] * 3


def test_after_a_late_pulse_the_gain_is_chosen_again_before_anything_is_believed() -> None:
    chip = Hx711Chip(lambda at, gain: gain * 1000)
    scale = opened(chip, 64)
    assert [count for count, _ in readings(scale, 3)] == [64_000] * 3
    chip._delays = stalled_at(chip, len(chip.log) + 1, 20, itertools.repeat(2e-6))
    assert [count for count, _ in readings(scale, 3)] == [64_000] * 3
    assert (scale.statistics.late_pulse, scale.statistics.unsure) == (1, 2)


def test_an_unknown_gain_and_a_closed_scale_say_so() -> None:
    with refuses(BadGain, match="gain of 100"):
        opened(weighing(5), 100)
    scale = opened(weighing(5))
    scale.close()
    scale.close()
    with refuses(Closed, match="open it again"):
        scale.read()
