"""Contacts that bounce, rattle and chatter: one closing is one event, with the right moment."""

from __future__ import annotations

import itertools

import pytest
from gpiozero.pins.mock import MockFactory

from hardware.errors import Closed, PinsMissing, UnknownButton
from hardware.real.switches import LEANING_DEGREES, PinButtons, PinSwitches, PinTilt, moment
from tests.hardware.mock_parts import SimulatedSwitches
from tests.saying import refuses


def heard_by(switches: PinSwitches) -> list[tuple[str, float]]:
    heard: list[tuple[str, float]] = []
    switches.on_press(lambda name, at: heard.append((name, at)))
    return heard


def stamped(switches: PinSwitches, name: str, edges: list[tuple[float, int]]) -> None:
    """Let edges arrive as the kernel stamps them."""
    for at, level in edges:
        switches._changed(name, at, level)


def test_one_tipping_is_one_event_however_the_ball_rattles() -> None:
    switches = SimulatedSwitches(["tilt"])
    heard = heard_by(switches)
    switches.rattle("tilt", 200)
    assert len(heard) == 1
    switches.close()


def test_a_kilohertz_of_chatter_for_ten_seconds_is_one_event() -> None:
    switches = SimulatedSwitches(["mat"], clock=lambda: 5000.0)
    heard = heard_by(switches)
    stamped(switches, "mat", [(100 + n / 2000, n % 2) for n in range(20_000)])
    assert len(heard) == 1


def test_after_half_a_second_of_rest_a_second_tipping_counts() -> None:
    switches = SimulatedSwitches(["tilt"], clock=lambda: 5000.0)
    heard = heard_by(switches)
    stamped(switches, "tilt", [(100.0, 0), (100.2, 1), (100.65, 0), (100.9, 1), (101.5, 0)])
    assert len(heard) == 2


def test_a_button_held_long_and_let_go_with_a_bounce_is_one_press() -> None:
    buttons = PinButtons({"north": 5}, MockFactory(), clock=lambda: 5000.0)
    heard = heard_by(buttons)
    bounce = [(0.0, 0), (0.004, 1), (0.006, 0), (2.0, 1), (2.003, 0), (2.005, 1)]
    stamped(buttons, "north", bounce)
    assert len(heard) == 1
    stamped(buttons, "north", [(2.05, 0)])
    assert len(heard) == 2
    buttons.close()


def test_drumming_on_a_button_counts_three_times_a_second_at_most() -> None:
    buttons = PinButtons({"north": 5, "south": 6}, MockFactory(), clock=lambda: 5000.0)
    heard = heard_by(buttons)
    stamped(buttons, "north", [(n / 20, n % 2) for n in range(40)])
    assert len(heard) <= 6
    stamped(buttons, "south", [(1.9, 0)])
    assert heard[-1][0] == "south"
    buttons.close()


def test_two_presses_are_timed_by_the_kernels_stamps_not_by_when_we_heard() -> None:
    clock = itertools.count(1000.5, 0.0)
    buttons = PinButtons({"north": 5, "south": 6}, MockFactory(), clock=lambda: next(clock))
    heard = heard_by(buttons)
    stamped(buttons, "south", [(1000.0402, 0)])
    stamped(buttons, "north", [(1000.0400, 0)])
    assert sorted(heard, key=lambda press: press[1]) == [("north", 1000.04), ("south", 1000.0402)]
    buttons.close()


def test_a_stamp_of_the_wall_clock_becomes_the_same_moment_of_ours() -> None:
    assert moment(99.75, 100.0) == 99.75
    assert moment(1_700_000_000.0, 100.0, lambda: 1_700_000_000.25) == pytest.approx(99.75)
    assert moment(5.0, 100.0, lambda: 1_700_000_000.0) == 100.0
    assert moment(100.2, 100.0, lambda: 1_700_000_000.0) == 100.0


def test_a_tilt_switch_is_an_angle_one_can_read_at_any_time() -> None:
    switches = SimulatedSwitches(["tilt"])
    tilt = PinTilt(switches, "tilt", clock=lambda: 7.0)
    assert tilt.read() == (0.0, 7.0)
    switches.put("tilt", True)
    assert tilt.read() == (LEANING_DEGREES, 7.0)
    tilt.close()
    tilt.close()


def test_wrong_pins_and_closed_contacts_say_so() -> None:
    with refuses(PinsMissing, match="switch mat on pin 99.*Choose another pin"):
        PinSwitches({"mat": 99}, MockFactory(), 0.5)
    switches = SimulatedSwitches(["mat"])
    with refuses(UnknownButton, match="'rug'; they are mat"):
        switches.put("rug", True)
    switches.close()
    with pytest.raises(Closed):
        switches.on_press(lambda name, at: None)
