"""A wiring that cannot be is refused by name, with what to do about it."""

from __future__ import annotations

import importlib
import tomllib

import pytest

from companion.core.game import ROOMS, load_room
from companion.settings import BadSetting, read_settings
from companion.wiring import BUTTONS, LAMPS, SHAPES, BadWiring, Wiring, pins_of, read_wiring

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
    assert scale is not None
    assert (scale.kind, scale.clock, scale.data, scale.rate) == ("hx711", 20, 21, 10.0)
    assert [pin for part in wiring.parts for pin, _ in pins_of(part)] == [
        *(17, 22, 23, 24, 5, 6, 20, 21, 16, 26, 12)
    ]


REFUSED = {
    "a pin used twice": (
        'parts = [{ part = "tilt", pin = 16 }, { part = "mat", pin = 16 }]',
        r"puts mat on pin 16, which tilt has; choose another pin",
    ),
    "a pin of the scale used twice": (
        'parts = [{ part = "scale", clock = 6, data = 5 }, '
        '{ part = "button", name = "seat 2", pin = 5 }]',
        r"button 'seat 2' on pin 5, which scale \(data\) has",
    ),
    "the identification chip's pin": (
        'parts = [{ part = "tilt", pin = 1 }]',
        r"tilt on pin 1, which the identification chip of add-on boards has",
    ),
    "a pin of the SPI the strip uses": (
        'parts = [{ part = "strip", names = ["1"] }, { part = "tilt", pin = 10 }]',
        r"tilt on pin 10, which the SPI bus has",
    ),
    "a pin of a bus that is used": (
        'buses = ["i2c"]\nparts = [{ part = "tilt", pin = 3 }]',
        r"tilt on pin 3, which the I2C bus has",
    ),
    "a pin of the serial port in use": (
        'parts = [{ part = "scale", kind = "serial", device = "/dev/serial0" }, '
        '{ part = "tilt", pin = 15 }]',
        r"tilt on pin 15, which the UART bus has",
    ),
    "a pin that is not there": (
        'parts = [{ part = "tilt", pin = 40 }]',
        r"tilt on pin 40; the header has GPIO 2 to 27",
    ),
    "an unknown part": ('parts = [{ part = "lam", pin = 4 }]', r"part 1 is called 'lam'.*lamp\?"),
    "an unknown kind": (
        'parts = [{ part = "scale", kind = "hx117", clock = 6, data = 5 }]',
        r"part 1 is a scale of kind 'hx117'; did you mean hx711\?",
    ),
    "a lamp that fits nothing": (
        'parts = [{ part = "lamp", name = "tarp", pin = 4 }]',
        r"a lamp called 'tarp'; did you mean trap\?",
    ),
    "a button that fits nothing": (
        'parts = [{ part = "button", name = "seat1", pin = 4 }]',
        r"a button called 'seat1'; did you mean seat 1\?",
    ),
    "a language nobody speaks": (
        'parts = [{ part = "speech", language = "tlh" }]',
        r"a speech in 'tlh'; choose one of en, de, es, fr, it, nl",
    ),
    "a field of another kind": (
        'parts = [{ part = "tilt", pin = 4, colour = [1, 1, 1] }]',
        r"part 1, a tilt of kind ball, has colour; the known ones are kind, part, pin",
    ),
    "a missing field": (
        'parts = [{ part = "scale", clock = 4 }]',
        r"part 1, a scale of kind hx711, lacks data; add it",
    ),
    "a field of the wrong sort": (
        'parts = [{ part = "tilt", pin = "GPIO4" }]',
        r"part 1, a tilt: Expected `int \| null`, got `str`",
    ),
    "two scales": (
        'parts = [{ part = "scale", kind = "iio" }, { part = "scale", clock = 4, data = 5 }]',
        r"two of scale; take one out",
    ),
    "one lamp twice": (
        'parts = [{ part = "lamp", name = "1", pin = 4 }, { part = "strip", names = ["1"] }]',
        r"wires '1' twice",
    ),
    "an unknown library": ('pins = "pigpio"', r"pins = 'pigpio'; did you mean rpigpio\?"),
    "an unknown bus": ('buses = ["spi2"]', r"the bus 'spi2'; did you mean spi"),
    "an unknown key": ("part = []", r"\[wiring\] part; did you mean parts\?"),
    "no list": ('parts = "lamp"', r"parts is a list such as"),
    "too much for one pin": (
        'parts = [{ part = "lamp", name = "1", pin = 4, milliamps = 20 }]',
        r"lamp '1' draw 20 mA; a pin gives 16",
    ),
    "too much for all pins": (
        "parts = ["
        + ", ".join(
            f'{{ part = "lamp", kind = "rgb", name = "{n}", pins = [{3 * n}, {3 * n + 1}, '
            f"{3 * n + 2}] }}"
            for n in range(1, 8)
        )
        + "]",
        r"together draw 84 mA, the pins give 50",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_wired_is_refused_by_name(case: str) -> None:
    text, said = REFUSED[case]
    with pytest.raises(BadWiring, match=said):
        wired(text)


def test_another_chip_has_lines_of_its_own() -> None:
    wiring = wired(
        'chip = "gpio-sim"\nparts = [{ part = "tilt", pin = 1 }, { part = "mat", pin = 63 }]'
    )
    assert (wiring.chip, len(wiring.parts)) == ("gpio-sim", 2)


def test_settings_carry_the_wiring_and_refuse_what_is_no_table() -> None:
    settings = read_settings({"wiring": tomllib.loads(WHOLE)})
    assert len(settings.wiring.parts) == 10
    with pytest.raises(BadSetting, match=r"write \[wiring\] on a line of its own"):
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
    [('length = "endless"', "choose one of short, normal, full"), ("speed = 5", "80 to 450")],
)
def test_a_voice_is_wired_with_a_length_and_a_speed_it_knows(given: str, why: str) -> None:
    data = tomllib.loads(f'parts = [{{ part = "speech", {given} }}]')
    with pytest.raises(BadWiring, match=why):
        read_wiring(data)
