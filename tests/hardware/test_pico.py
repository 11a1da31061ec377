"""The Pico's program reads a simulated chip; what it prints is what the table takes."""

from __future__ import annotations

import itertools
import runpy
import sys
import types
from pathlib import Path
from typing import Any

import pytest

from tests.hardware.hx711_chip import Hx711Chip

PROGRAM = Path(__file__).parents[2] / "docs" / "pico" / "main.py"


class Enough(Exception):
    """The test has heard enough."""


def on_a_pico(chip: Hx711Chip) -> types.ModuleType:
    """The few names of MicroPython's machine module, on the wires of a simulated chip."""

    class Pin:
        OUT, IN, PULL_UP = 0, 1, 2

        def __init__(self, number: int, way: int, pull: int = 0, value: int = 0) -> None:
            self._number = number

        def value(self, level: int | None = None) -> int:
            if level is None:
                assert self._number == 14
                return chip.data()
            assert self._number == 15
            chip.clock(level)
            return level

    machine = types.ModuleType("machine")
    machine.__dict__.update(Pin=Pin, disable_irq=lambda: 7, enable_irq=lambda held: None)
    return machine


def test_a_pico_prints_every_conversion_once(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = itertools.count(-30_000, 7001)
    chip = Hx711Chip(lambda at, gain: next(numbers))
    monkeypatch.setitem(sys.modules, "machine", on_a_pico(chip))
    program: dict[str, Any] = runpy.run_path(str(PROGRAM))
    printed: list[int] = []

    def told(count: int) -> None:
        printed.append(count)
        if len(printed) == 20:
            raise Enough

    program["run"].__globals__["print"] = told
    with pytest.raises(Enough):
        program["run"]()
    made = [conversion.count for conversion in chip.log]
    assert printed == made[made.index(printed[0]) :][:20]
    assert all(conversion.gain == 128 for conversion in chip.log)
