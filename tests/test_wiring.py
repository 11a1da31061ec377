"""Impossible wiring is refused by name, with what to do about it."""

from __future__ import annotations

import importlib
import tomllib

import pytest

from companion.config.settings import BadSetting, read_settings
from companion.config.wiring import BUTTONS, LAMPS, SHAPES, BadWiring, Wiring, pins_of, read_wiring
from companion.core.game import ROOMS, load_room
from hardware.drivers.scales import Hx711Pins
from tests.saying import refuses

WHOLE = """
chip = ""
buses = ["i2c"]
parts = [
  { part = "lamp", name = "1", pin = 17 },
  { part = "lamp", name = "2", kind = "rgb", pins = [22, 23, 24], colour = [1, 0, 0] },
  { part = "strip", names = ["3", "4"], device = "/dev/spidev0.0", milliamps = 300 },
  { part = "button", name = "seat 1", pin = 5 },
  { part = "button", name = "referee", pin = 6 },
  { part = "scale", clock = 20, data = 21, rate = 10 },
  { part = "tilt", pin = 16 },
  { part = "mat", pin = 26 },
  { part = "buzzer", pin = 12 },
  { part = "speech", language = "de" },
]
"""


def wired(text: str) -> Wiring:
    return read_wiring(tomllib.loads(text))


def test_a_whole_table_is_read_part_by_part() -> None:
    wiring = wired(WHOLE)
    assert [str(part) for part in wiring.parts][:5] == [
        "lamp '1'",
        "lamp '2'",
        "strip",
        "button 'seat 1'",
        "button 'referee'",
    ]
    scale = wiring.one("scale")
    assert isinstance(scale, Hx711Pins)
    assert (scale.kind, scale.clock, scale.data, scale.rate) == ("hx711", 20, 21, 10.0)
    assert [pin for part in wiring.parts for pin, _ in pins_of(part)] == [
        *(17, 22, 23, 24, 5, 6, 20, 21, 16, 26, 12)
    ]


REFUSED = {
    "a pin used twice": (
        'parts = [{ part = "tilt", pin = 16 }, { part = "mat", pin = 16 }]',
        r"mat is on pin 16, but that belongs to tilt. Choose another pin",
    ),
    "a pin of the scale used twice": (
        'parts = [{ part = "scale", clock = 6, data = 5 }, '
        '{ part = "button", name = "seat 2", pin = 5 }]',
        r"button 'seat 2' is on pin 5, but that belongs to scale \(data\)",
    ),
    "the identification chip's pin": (
        'parts = [{ part = "tilt", pin = 1 }]',
        r"tilt is on pin 1, but that belongs to the identification chip of add-on boards",
    ),
    "a pin of the SPI the strip uses": (
        'parts = [{ part = "strip", names = ["1"] }, { part = "tilt", pin = 10 }]',
        r"tilt is on pin 10, but that belongs to the SPI bus",
    ),
    "a pixel two lamps share": (
        'parts = [{ part = "strip", names = { 1 = [1, 4], 2 = 4 } }]',
        r"“1” and “2” share a pixel",
    ),
    "a pixel beyond the end": (
        'parts = [{ part = "strip", names = { 1 = 61 }, backwards_from = 60 }]',
        r"“1” needs pixels from 1 to 60",
    ),
    "pixels the wrong way round": (
        'parts = [{ part = "strip", names = { stop = [5, 2] } }]',
        r"the smaller number first",
    ),
    "a strip longer than SPI sends": (
        'parts = [{ part = "strip", names = ["1"], backwards_from = 500 }]',
        r"longer than 400 pixels",
    ),
    "a pin of a bus that is used": (
        'buses = ["i2c"]\nparts = [{ part = "tilt", pin = 3 }]',
        r"tilt is on pin 3, but that belongs to the I2C bus",
    ),
    "a pin of the serial port in use": (
        'parts = [{ part = "scale", kind = "serial", device = "/dev/serial0" }, '
        '{ part = "tilt", pin = 15 }]',
        r"tilt is on pin 15, but that belongs to the UART bus",
    ),
    "a pin that is not there": (
        'parts = [{ part = "tilt", pin = 40 }]',
        r"tilt is on pin 40. The header has GPIO 2 to 27",
    ),
    "an unknown part": (
        'parts = [{ part = "lam", pin = 4 }]',
        r"no part called “lam” \(.*part 1\).*lamp\?",
    ),
    "an unknown kind": (
        'parts = [{ part = "scale", kind = "hx117", clock = 6, data = 5 }]',
        r"no scale of kind “hx117” \(.*part 1\). Did you mean hx711\?",
    ),
    "a lamp that fits nothing": (
        'parts = [{ part = "lamp", name = "tarp", pin = 4 }]',
        r"no lamp can be called “tarp”. Did you mean trap\?",
    ),
    "a button that fits nothing": (
        'parts = [{ part = "button", name = "seat1", pin = 4 }]',
        r"no button can be called “seat1”. Did you mean seat 1\?",
    ),
    "a language nobody speaks": (
        'parts = [{ part = "speech", language = "tlh" }]',
        r"nobody can speak “tlh”. Choose en, de, es, fr, it or nl",
    ),
    "a field of another kind": (
        'parts = [{ part = "tilt", pin = 4, colour = [1, 1, 1] }]',
        r"A tilt of kind ball has no colour \(.*part 1\). I know kind, part and pin",
    ),
    "a missing field": (
        'parts = [{ part = "scale", clock = 4 }]',
        r"A scale of kind hx711 needs data \(.*part 1\). Add it",
    ),
    "a field of the wrong sort": (
        'parts = [{ part = "tilt", pin = "GPIO4" }]',
        r"wrong with this tilt \(.*part 1\): I expected a whole number at pin, not a text",
    ),
    "two scales": (
        'parts = [{ part = "scale", kind = "iio" }, { part = "scale", clock = 4, data = 5 }]',
        r"scale appears twice. Take one out",
    ),
    "one lamp twice": (
        'parts = [{ part = "lamp", name = "1", pin = 4 }, { part = "strip", names = ["1"] }]',
        r"“1” is wired twice",
    ),
    "an unknown library": (
        'pins = "pigpio"',
        r'pins = "pigpio" is none I know. Did you mean rpigpio\?',
    ),
    "an unknown bus": ('buses = ["spi2"]', r"no bus called “spi2”. Did you mean spi"),
    "an unknown key": (
        "part = []",
        r"\[wiring\] has part, which I don't know. Did you mean parts\?",
    ),
    "no list": ('parts = "lamp"', r"parts is a list"),
    "too much for one pin": (
        'parts = [{ part = "lamp", name = "1", pin = 4, milliamps = 20 }]',
        r"lamp '1' draws 20 mA, but a pin gives 16",
    ),
    "too much for all pins": (
        "parts = ["
        + ", ".join(
            f'{{ part = "lamp", kind = "rgb", name = "{n}", pins = [{3 * n}, {3 * n + 1}, '
            f"{3 * n + 2}] }}"
            for n in range(1, 8)
        )
        + "]",
        r"together draw 84 mA, but the pins give 50",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_wired_is_refused_by_name(case: str) -> None:
    text, said = REFUSED[case]
    with refuses(BadWiring, match=said):
        wired(text)


def test_another_chip_has_lines_of_its_own() -> None:
    wiring = wired(
        'chip = "gpio-sim"\nparts = [{ part = "tilt", pin = 1 }, { part = "mat", pin = 63 }]'
    )
    assert (wiring.chip, len(wiring.parts)) == ("gpio-sim", 2)


def test_settings_carry_the_wiring_and_refuse_what_is_no_table() -> None:
    settings = read_settings({"wiring": tomllib.loads(WHOLE)})
    assert len(settings.wiring.parts) == 10
    with refuses(BadSetting, match=r"write \[wiring\] on a line of its own"):
        read_settings({"wiring": 5})


def test_every_key_of_every_room_can_be_wired() -> None:
    for room in ROOMS:
        keys = getattr(importlib.import_module(f"companion.games.{room}.answering"), "BUTTONS", {})
        assert set(keys) - {"mat"} <= set(BUTTONS), room


def test_every_lamp_of_the_bowl_can_be_wired_by_its_name() -> None:
    box = load_room("bowl").load_box(None)
    assert {*box.boulder_colours, "trap"} <= set(LAMPS)


def test_every_kind_of_part_can_be_written_down_with_what_it_needs() -> None:
    values = {"name": "1", "pin": 4, "pins": [4, 5, 6], "clock": 4, "data": 5, "names": ["1"]}
    for sort, kinds in SHAPES.items():
        for kind, (needed, _) in kinds.items():
            given = {field: values.get(field, "/dev/ttyACM0") for field in needed}
            if sort == "button":
                given["name"] = "referee"
            assert read_wiring({"parts": [{"part": sort, "kind": kind, **given}]}).parts


@pytest.mark.parametrize(
    ("given", "why"),
    [('length = "endless"', "Choose short, normal or full"), ("speed = 5", "80 to 450")],
)
def test_a_voice_is_wired_with_a_length_and_a_speed_it_knows(given: str, why: str) -> None:
    data = tomllib.loads(f'parts = [{{ part = "speech", {given} }}]')
    with refuses(BadWiring, match=why):
        read_wiring(data)


def test_a_strip_with_chosen_pixels_is_written_as_it_was_read() -> None:
    from companion.workshop.part_forms import plain_part, with_part

    raw = {"part": "strip", "names": {"1": [2, 3], "stop": 9}, "backwards_from": 60}
    wiring = read_wiring({"parts": [raw]})
    (strip,) = wiring.parts
    assert plain_part(strip) == {**raw, "kind": "ws2812"}
    parts = with_part(wiring, {"part": "lamp", "name": "2", "pin": 17}, "here")
    assert read_wiring({"parts": parts}).of("strip") == (strip,)
