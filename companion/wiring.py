"""The wiring table: which part is on which pin. Impossible wiring is refused by name.

[wiring]
parts = [
  { part = "lamp", name = "1", pin = 17 },
  { part = "button", name = "seat 1", pin = 5 },
  { part = "scale", kind = "hx711", clock = 20, data = 21 },
]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from companion.core.shapes import convert, misfit

from .core.errors import TableError, nearest, said
from .rooms import every_room


class BadWiring(TableError, ValueError):
    """An impossible wiring table."""


class Part(msgspec.Struct, frozen=True):
    """One part and its pins; which fields count depends on its kind."""

    part: str
    kind: str = ""
    name: str = ""
    pin: int | None = None
    pins: tuple[int, int, int] | None = None
    clock: int | None = None
    data: int | None = None
    gain: int = 128
    rate: float = 80.0
    longest_high_us: float = 60.0
    device: str = ""
    baud: int = 115_200
    names: tuple[str, ...] = ()
    colour: tuple[float, float, float] | None = None
    milliamps: float | None = None
    language: str = ""
    length: str = ""
    """How much a voice says: short, normal or full."""
    speed: int = 0
    """Words a minute; 0 leaves it to the program that speaks."""

    def __str__(self) -> str:
        return f"{self.part} {self.name!r}" if self.name else self.part


class Wiring(msgspec.Struct, frozen=True):
    """All parts, how the pins are reached and on which chip."""

    pins: str = "lgpio"
    """The library: lgpio, rpigpio on older boards, mock for pins that are not there."""
    chip: str = ""
    """The label of a GPIO chip other than a Raspberry Pi's header, or how it begins."""
    buses: tuple[str, ...] = ()
    """Buses of the header that something else uses: their pins are taken."""
    parts: tuple[Part, ...] = ()

    def of(self, part: str) -> tuple[Part, ...]:
        """The parts of one sort, in their order."""
        return tuple(each for each in self.parts if each.part == part)

    def one(self, part: str) -> Part | None:
        """The only part of a sort, if there is one."""
        return next(iter(self.of(part)), None)

    @property
    def language(self) -> str:
        """The language a voice speaks."""
        speech = self.one("speech")
        return (speech and speech.language) or VOICES[0]

    @property
    def length(self) -> str:
        """How much a voice says."""
        speech = self.one("speech")
        return (speech and speech.length) or LENGTHS[1]


LIBRARIES = ("lgpio", "rpigpio", "mock")
SHAPES: Mapping[str, Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "lamp": {
        "led": (("name", "pin"), ("milliamps",)),
        "rgb": (("name", "pins"), ("colour", "milliamps")),
    },
    "strip": {"ws2812": (("names",), ("device", "colour", "milliamps"))},
    "button": {"push": (("name", "pin"), ())},
    "scale": {
        "hx711": (("clock", "data"), ("gain", "rate", "longest_high_us")),
        "iio": ((), ("name",)),
        "serial": (("device",), ("baud",)),
    },
    "tilt": {"ball": (("pin",), ())},
    "mat": {"contact": (("pin",), ())},
    "buzzer": {"active": (("pin",), ())},
    "speech": {"espeak": ((), ("language", "length", "speed"))},
}
"""Every part with its kinds; the first is meant when none is named: the fields each kind
needs, and those it may have."""
ONLY_ONE = ("strip", "scale", "tilt", "mat", "buzzer", "speech")

SEATS = tuple(f"seat {number}" for number in range(1, 7))
KEYS = tuple(key for room in every_room() for key in room.buttons)
"""The keys some room knows."""
COLOURS = ("red", "green", "blue", "yellow", "purple", "orange", "black", "white")
BUTTONS = (*SEATS, "referee", "scores", *KEYS, *(f"colour-{colour}" for colour in COLOURS))
POSITIONS = tuple(str(number) for number in range(1, 13))
LAMPS = (*POSITIONS, *COLOURS, *(lamp for room in every_room() for lamp in room.lamp_names))
"""A place counted from the left, or the name some room gives a lamp."""

VOICES = ("en", "de", "es", "fr", "it", "nl")
"""The languages in which the table can be heard."""

LENGTHS = ("short", "normal", "full")
"""A ruling's first sentence; all of it, whose turn it is and what is asked; the answers too."""
SPEEDS = range(80, 451)
"""What espeak understands, in words a minute."""

HEADER_PINS = range(28)
EEPROM = (0, 1)
BUSES: Mapping[str, tuple[int, ...]] = {
    "i2c": (2, 3),
    "spi": (7, 8, 9, 10, 11),
    "spi1": (16, 17, 18, 19, 20, 21),
    "uart": (14, 15),
}
HEADER_SERIALS = ("/dev/serial0", "/dev/ttyAMA0", "/dev/ttyS0")
LED_MILLIAMPS = 4.0
"""A red lamp with 330 ohm at 3.3 V."""
MOST_PER_PIN, MOST_TOGETHER = 16.0, 50.0
"""What one pin, and all pins together, of a Raspberry Pi may give."""


def read_wiring(data: Mapping[str, Any], where: str = "companion.toml") -> Wiring:
    """Make a wiring of plain data; BadWiring names what is wrong and what to do."""
    for name in data:
        if name not in (known := msgspec.structs.asdict(Wiring()).keys()):
            raise BadWiring(
                "fault.wiring.unknown", where=where, name=name, hint=nearest(name, known)
            )
    raw = data.get("parts", [])
    if not isinstance(raw, list) or not all(isinstance(each, Mapping) for each in raw):
        raise BadWiring("fault.wiring.parts_list", where=where)
    parts = tuple(
        _read_part(each, said("fault.wiring.part", where=where, number=n))
        for n, each in enumerate(raw, 1)
    )
    try:
        rest = {name: value for name, value in data.items() if name != "parts"}
        wiring = msgspec.structs.replace(convert(rest, Wiring), parts=parts)
    except msgspec.ValidationError as error:
        raise BadWiring("fault.wiring.misshapen", where=where, why=misfit(error)) from error
    _check(wiring, where)
    return wiring


def _read_part(raw: Mapping[str, Any], where: dict[str, Any]) -> Part:
    sort = raw.get("part", "")
    if sort not in SHAPES:
        raise BadWiring(
            "fault.wiring.no_part", where=where, sort=sort, hint=nearest(str(sort), SHAPES)
        )
    kind = raw.get("kind", next(iter(SHAPES[sort])))
    if kind not in SHAPES[sort]:
        raise BadWiring(
            "fault.wiring.no_kind",
            where=where,
            sort=sort,
            kind=kind,
            hint=nearest(str(kind), SHAPES[sort]),
        )
    needed, may = SHAPES[sort][kind]
    for name in raw:
        if name not in (known := ("part", "kind", *needed, *may)):
            raise BadWiring(
                "fault.wiring.no_field",
                where=where,
                sort=sort,
                kind=kind,
                name=name,
                hint=nearest(name, known),
            )
    for name in needed:
        if name not in raw:
            raise BadWiring("fault.wiring.lacks", where=where, sort=sort, kind=kind, name=name)
    try:
        return convert({**raw, "kind": kind}, Part)
    except msgspec.ValidationError as error:
        raise BadWiring(
            "fault.wiring.part_misshapen", where=where, sort=sort, why=misfit(error)
        ) from error


def pins_of(part: Part) -> Iterator[tuple[int, str]]:
    """The pins of a part, each with what it is for."""
    yield from ((pin, "") for pin in (part.pin,) if pin is not None)
    yield from zip(part.pins or (), ("red", "green", "blue"), strict=False)
    if part.kind == "hx711" and part.clock is not None and part.data is not None:
        yield from ((part.clock, "clock"), (part.data, "data"))


def _check(wiring: Wiring, where: str) -> None:
    if wiring.pins not in LIBRARIES:
        raise BadWiring(
            "fault.wiring.no_library",
            where=where,
            pins=wiring.pins,
            hint=nearest(wiring.pins, LIBRARIES),
        )
    for bus in wiring.buses:
        if bus not in BUSES:
            raise BadWiring("fault.wiring.no_bus", where=where, bus=bus, hint=nearest(bus, BUSES))
    for part in wiring.parts:
        _check_names(part, where)
    _check_once(wiring, where)
    _check_pins(wiring, where)
    _check_current(wiring, where)


def _check_names(part: Part, where: str) -> None:
    if part.language and part.language not in VOICES:
        raise BadWiring(
            "fault.wiring.no_voice", where=where, language=part.language, known=list(VOICES)
        )
    if part.length and part.length not in LENGTHS:
        raise BadWiring(
            "fault.wiring.no_length", where=where, length=part.length, known=list(LENGTHS)
        )
    if part.speed and part.speed not in SPEEDS:
        raise BadWiring(
            "fault.wiring.no_speed", where=where, speed=part.speed, least=SPEEDS[0], most=SPEEDS[-1]
        )
    known = {"lamp": LAMPS, "strip": LAMPS, "button": BUTTONS}.get(part.part)
    if known is None:
        return
    for name in part.names if part.part == "strip" else (part.name,):
        if name not in known:
            raise BadWiring(
                "fault.wiring.no_name",
                where=where,
                part=part.part,
                name=name,
                hint=nearest(name, known),
            )


def _check_once(wiring: Wiring, where: str) -> None:
    for sort in ONLY_ONE:
        if len(wiring.of(sort)) > 1:
            raise BadWiring("fault.wiring.two", where=where, sort=sort)
    lamps = [*(lamp.name for lamp in wiring.of("lamp"))]
    for strip in wiring.of("strip"):
        lamps += strip.names
    for names in (lamps, [button.name for button in wiring.of("button")]):
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise BadWiring("fault.wiring.twice", where=where, name=twice)


def _check_pins(wiring: Wiring, where: str) -> None:
    taken = _reserved(wiring)
    for part in wiring.parts:
        for pin, use in pins_of(part):
            name = f"{part} ({use})" if use else str(part)
            if pin < 0 or not wiring.chip and pin not in HEADER_PINS:
                raise BadWiring("fault.wiring.no_pin", where=where, name=name, pin=pin)
            if pin in taken:
                raise BadWiring(
                    "fault.wiring.pin_taken", where=where, name=name, pin=pin, taken=taken[pin]
                )
            taken[pin] = name


def _reserved(wiring: Wiring) -> dict[int, Any]:
    """The pins no part may use; on a chip other than the header there are none."""
    if wiring.chip:
        return {}
    taken = dict.fromkeys(EEPROM, said("fault.wiring.eeprom"))
    used = set(wiring.buses)
    for strip in wiring.of("strip"):
        used.add("spi1" if "spidev1" in strip.device else "spi")
    for scale in wiring.of("scale"):
        if scale.kind == "serial" and scale.device in HEADER_SERIALS:
            used.add("uart")
    for bus in sorted(used):
        taken |= dict.fromkeys(BUSES[bus], said("fault.wiring.bus", bus=bus.upper()))
    return taken


def _check_current(wiring: Wiring, where: str) -> None:
    together = 0.0
    for lamp in wiring.of("lamp"):
        each = LED_MILLIAMPS if lamp.milliamps is None else lamp.milliamps
        if not 0 < each <= MOST_PER_PIN:
            raise BadWiring(
                "fault.wiring.lamp_current",
                where=where,
                lamp=str(lamp),
                each=each,
                most=MOST_PER_PIN,
            )
        together += each * (3 if lamp.kind == "rgb" else 1)
    if together > MOST_TOGETHER:
        raise BadWiring(
            "fault.wiring.all_current", where=where, together=together, most=MOST_TOGETHER
        )
