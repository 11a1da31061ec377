"""The bench of the workshop: it holds parts while somebody looks, and never against a game."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest

from companion.app.parts import OpenParts, open_parts
from companion.config.wiring import Wiring, read_wiring
from companion.workshop.bench import ASIDE_SECONDS, Workbench

WIRED = read_wiring(
    {
        "pins": "mock",
        "parts": [
            {"part": "lamp", "name": "1", "pin": 17},
            {"part": "button", "name": "seat 1", "pin": 5},
            {"part": "scale", "clock": 20, "data": 21},
            {"part": "buzzer", "pin": 27},
        ],
    }
)


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


class Counted:
    """Opens parts and remembers them."""

    def __init__(self) -> None:
        self.opened: list[OpenParts] = []

    def __call__(self, wiring: Wiring) -> OpenParts:
        self.opened.append(open_parts(wiring))
        return self.opened[-1]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def opening() -> Counted:
    return Counted()


@pytest.fixture
def bench(clock: Clock, opening: Counted) -> Iterator[Workbench]:
    bench = Workbench(lambda: WIRED, opening, clock)
    yield bench
    bench.close()


def in_time(so: Callable[[], bool]) -> bool:
    """Whether something becomes so; a busy machine is given its time."""
    for _ in range(400):
        if so():
            return True
        time.sleep(0.05)
    return False


def test_a_lamp_is_lit_a_press_is_felt_and_the_plate_is_weighed(
    bench: Workbench, opening: Counted
) -> None:
    shown = bench.look()
    assert {part: each["fault"] for part, each in shown.items()} == dict.fromkeys(shown, "")
    assert shown["button seat 1"]["felt"] is None
    (parts,) = opening.opened
    parts.pins.pin(5).drive_low()
    assert bench.look()["button seat 1"]["felt"] == 0.0
    assert bench.act("lamp 1")
    assert parts.pins.pin(17).state == 1
    assert not bench.act("lamp 9")
    assert in_time(lambda: bench.look()["scale"]["count"] is not None)


def test_a_game_that_begins_gets_every_part_and_the_page_keeps_off(
    bench: Workbench, clock: Clock, opening: Counted
) -> None:
    bench.look()
    bench.step_aside()
    games = open_parts(WIRED)  # would fail on real pins if the bench still held them
    games.close()
    assert bench.look() == {}, "the game is just beginning"
    assert len(opening.opened) == 1
    clock.now += ASIDE_SECONDS
    assert bench.look()
    assert len(opening.opened) == 2


def test_parts_are_let_go_when_nobody_looks_any_more(bench: Workbench, clock: Clock) -> None:
    bench.look()
    clock.now += 60
    assert in_time(lambda: not bench.act("lamp 1"))


def test_a_part_that_cannot_be_opened_says_why(clock: Clock) -> None:
    def broken(wiring: Wiring) -> OpenParts:
        parts = open_parts(wiring)
        parts.lamps, parts.faults["lamps"] = None, "pin 17 is taken"
        return parts

    bench = Workbench(lambda: WIRED, broken, clock)
    assert bench.look()["lamp 1"] == {"fault": "pin 17 is taken"}
    assert not bench.act("lamp 1")
    bench.close()
