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

from companion.core.decode import convert, misfit
from companion.core.languages import LANGUAGES
from hardware.drivers import DRIVERS, Espeak, PinLamp, ScalePart, WiredPart, Ws2812

from ..core.errors import TableError, nearest, said
from ..rooms import every_room


class BadWiring(TableError, ValueError):
    """An impossible wiring table."""


def fields_of(record: type[WiredPart]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the fields a kind of part needs, and those it may have."""
    fields = msgspec.structs.fields(record)
    needed = tuple(one.encode_name for one in fields if one.required)
    return needed, tuple(one.encode_name for one in fields if not one.required)


class Wiring(msgspec.Struct, frozen=True):
    """All parts, how the pins are reached and on which chip."""

    pins: str = "lgpio"
    """The library: lgpio, rpigpio on older boards, mock for pins that are not there."""
    chip: str = ""
    """The label of a GPIO chip other than a Raspberry Pi's header, or how it begins."""
    buses: tuple[str, ...] = ()
    """Buses of the header that something else uses: their pins are taken."""
    parts: tuple[WiredPart, ...] = ()

    def of(self, part: str) -> tuple[WiredPart, ...]:
        """Return the parts of one sort, in their order."""
        return tuple(each for each in self.parts if each.part == part)

    def one(self, part: str) -> WiredPart | None:
        """Return the only part of a sort, if there is one."""
        return next(iter(self.of(part)), None)

    @property
    def language(self) -> str:
        """The language a voice speaks."""
        return next((one.language for one in self._voices() if one.language), VOICES[0])

    @property
    def length(self) -> str:
        """How much a voice says."""
        return next((one.length for one in self._voices() if one.length), LENGTHS[1])

    @property
    def samples_a_second(self) -> float | None:
        """How often the scale is read; None without one."""
        scales = (part for part in self.parts if isinstance(part, ScalePart))
        return next((one.samples_a_second for one in scales), None)

    def _voices(self) -> Iterator[Espeak]:
        return (part for part in self.parts if isinstance(part, Espeak))


LIBRARIES = ("lgpio", "rpigpio", "mock")
SHAPES: Mapping[str, Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    sort: {kind: fields_of(record) for kind, record in kinds.items()}
    for sort, kinds in DRIVERS.items()
}
"""The fields each kind of part needs, and those it may have."""
ONLY_ONE = ("strip", "scale", "tilt", "mat", "buzzer", "speech")

SEATS = tuple(f"seat {number}" for number in range(1, 7))
KEYS = tuple(key for room in every_room() for key in room.buttons)
"""The keys some room knows."""
COLOURS = ("red", "green", "blue", "yellow", "purple", "orange", "black", "white")
BUTTONS = (*SEATS, "referee", "scores", *KEYS, *(f"colour-{colour}" for colour in COLOURS))
POSITIONS = tuple(str(number) for number in range(1, 13))
LAMPS = (*POSITIONS, *COLOURS, *(lamp for room in every_room() for lamp in room.lamp_names))
"""A place counted from the left, or the name some room gives a lamp."""

VOICES = LANGUAGES
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
MOST_PIXELS = 400
"""What fits into the 4096 bytes the kernel takes from a program for SPI at once."""
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


def _read_part(raw: Mapping[str, Any], where: dict[str, Any]) -> WiredPart:
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
        own = {name: value for name, value in raw.items() if name not in ("part", "kind")}
        return convert(own, DRIVERS[sort][kind])
    except msgspec.ValidationError as error:
        raise BadWiring(
            "fault.wiring.part_misshapen", where=where, sort=sort, why=misfit(error)
        ) from error


def pins_of(part: WiredPart) -> tuple[tuple[int, str], ...]:
    """Return the pins of a part, each with its purpose."""
    return part.pins_used


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


def _check_names(part: WiredPart, where: str) -> None:
    if isinstance(part, Espeak):
        _check_voice(part, where)
    if isinstance(part, Ws2812):
        _check_pixels(part, where)
    known = {"lamp": LAMPS, "strip": LAMPS, "button": BUTTONS}.get(part.part)
    if known is None:
        return
    for name in part.names or ("",):
        if name not in known:
            raise BadWiring(
                "fault.wiring.no_name",
                where=where,
                part=part.part,
                name=name,
                hint=nearest(name, known),
            )


def _check_pixels(strip: Ws2812, where: str) -> None:
    """Each lamp has pixels of its own, on a strip short enough for SPI."""
    most = min(strip.backwards_from or MOST_PIXELS, MOST_PIXELS)
    if strip.backwards_from > MOST_PIXELS:
        raise BadWiring("fault.wiring.strip_long", where=where, most=MOST_PIXELS)
    taken: dict[int, str] = {}
    for name, (first, last) in strip.runs.items():
        if not 1 <= first <= last <= most:
            raise BadWiring("fault.wiring.pixel_outside", where=where, name=name, most=most)
        for pixel in range(first, last + 1):
            if pixel in taken:
                lamps = {"name": name, "other": taken[pixel]}
                raise BadWiring("fault.wiring.pixel_twice", where=where, **lamps)
            taken[pixel] = name


def _check_voice(part: Espeak, where: str) -> None:
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


def _check_once(wiring: Wiring, where: str) -> None:
    for sort in ONLY_ONE:
        if len(wiring.of(sort)) > 1:
            raise BadWiring("fault.wiring.two", where=where, sort=sort)
    for sorts in (("lamp", "strip"), ("button",)):
        names = [name for sort in sorts for part in wiring.of(sort) for name in part.names]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise BadWiring("fault.wiring.twice", where=where, name=twice)


def _check_pins(wiring: Wiring, where: str) -> None:
    taken = reserved_pins(wiring)
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


def reserved_pins(wiring: Wiring) -> dict[int, Any]:
    """Return the pins no part may use; only the header has any."""
    if wiring.chip:
        return {}
    taken = dict.fromkeys(EEPROM, said("fault.wiring.eeprom"))
    used = {*wiring.buses, *(part.bus for part in wiring.parts if part.bus)}
    for bus in sorted(used):
        taken |= dict.fromkeys(BUSES[bus], said("fault.wiring.bus", bus=bus.upper()))
    return taken


def _check_current(wiring: Wiring, where: str) -> None:
    together = 0.0
    for lamp in (part for part in wiring.parts if isinstance(part, PinLamp)):
        each = lamp.milliamps_a_pin
        if not 0 < each <= MOST_PER_PIN:
            raise BadWiring(
                "fault.wiring.lamp_current",
                where=where,
                lamp=str(lamp),
                each=each,
                most=MOST_PER_PIN,
            )
        together += each * len(lamp.pins_used)
    if together > MOST_TOGETHER:
        raise BadWiring(
            "fault.wiring.all_current", where=where, together=together, most=MOST_TOGETHER
        )
