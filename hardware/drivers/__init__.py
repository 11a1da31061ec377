"""Every kind of part that can be wired, by name. A new one is a file here and a line below.

Nothing is loaded that drives anything: that happens when a part is opened.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .lamps import Led, PinLamp, Rgb, Ws2812
from .part import PinHeader, WiredPart
from .scales import Hx711Pins, Iio, ScalePart, Serial
from .sounds import Buzzer, Espeak
from .switches import Ball, Contact, Push

__all__ = [
    "DRIVERS",
    "Espeak",
    "PinHeader",
    "PinLamp",
    "ScalePart",
    "WiredPart",
    "Ws2812",
    "open_device",
]


def _by_name(*kinds: type[WiredPart]) -> Mapping[str, Mapping[str, type[WiredPart]]]:
    sorts = dict.fromkeys(kind.part for kind in kinds)
    return {sort: {one.kind: one for one in kinds if one.part == sort} for sort in sorts}


DRIVERS = _by_name(
    *(Led, Rgb, Ws2812),
    Push,
    *(Hx711Pins, Iio, Serial),
    *(Ball, Contact, Buzzer, Espeak),
)
"""The kinds of every sort of part; the first is meant when none is named."""


def open_device(parts: Sequence[WiredPart], header: PinHeader) -> Any:
    """Open parts of one sort as one device; kinds that share no driver are joined."""
    rows: dict[Any, list[WiredPart]] = {}
    for part in parts:
        rows.setdefault(type(part).open.__func__, []).append(part)  # type: ignore[attr-defined]
    opened = [type(row[0]).open(row, header) for row in rows.values()]
    return opened[0] if len(opened) == 1 else type(parts[0]).join(opened)
