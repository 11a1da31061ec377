"""What can be wired, as a form: the pins a part takes, its names, and the rest it wants to know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.config.wiring import (
    BUTTONS,
    LAMPS,
    LENGTHS,
    ONLY_ONE,
    SHAPES,
    VOICES,
    WiredPart,
    Wiring,
    read_wiring,
    reserved_pins,
)

from .parts import header, place_of

NAMES: Mapping[str, tuple[str, ...]] = {"lamp": LAMPS, "strip": LAMPS, "button": BUTTONS}
PINS: Mapping[str, tuple[str, ...]] = {
    "pin": ("",),
    "pins": ("red", "green", "blue"),
    "clock": ("clock",),
    "data": ("data",),
}
"""The fields that say where a wire goes, each with what its wires are for."""
ASKED: Mapping[str, tuple[str, ...]] = {"language": ("", *VOICES), "length": ("", *LENGTHS)}
"""What else a form asks, with what can be chosen; nothing to choose from means free text."""


class PartForm(msgspec.Struct, frozen=True):
    """One kind of part: its wires, the names it may have, and what else is asked."""

    part: str
    kind: str
    wires: tuple[tuple[str, str], ...]
    """The field of each wire, and what the wire is for."""
    names: tuple[str, ...]
    many: bool
    """Whether it has several names, such as a strip of lamps."""
    asked: Mapping[str, tuple[str, ...]]


def part_forms(wiring: Wiring) -> list[PartForm]:
    """List every kind of part that may still be added."""
    used = {(group_of(part.part), name) for part in wiring.parts for name in part.names}
    return [
        _form(sort, kind, needed, may, used)
        for sort, kinds in SHAPES.items()
        if sort not in ONLY_ONE or wiring.one(sort) is None
        for kind, (needed, may) in kinds.items()
    ]


def group_of(sort: str) -> str:
    """Return whose names a part shares: lamps of a strip and of pins do."""
    return "lamp" if sort == "strip" else sort


def _form(
    sort: str, kind: str, needed: tuple[str, ...], may: tuple[str, ...], used: set[tuple[str, str]]
) -> PartForm:
    fields = (*needed, *(name for name in may if name in ASKED))
    names = NAMES.get(sort, ()) if {"name", "names"} & {*needed} else ()
    return PartForm(
        part=sort,
        kind=kind,
        wires=tuple((name, use) for name in needed for use in PINS.get(name, ())),
        names=tuple(one for one in names if (group_of(sort), one) not in used),
        many="names" in needed,
        asked={
            name: ASKED.get(name, ())
            for name in fields
            if name not in PINS and name not in ("name", "names")
        },
    )


def pins_taken(wiring: Wiring) -> list[tuple[int, str, str, bool]]:
    """List all forty pins: place, name, what hangs there, and whether a wire may go there."""
    reserved = {place_of(gpio) for gpio in reserved_pins(wiring)}
    return [
        (pin.place, pin.name, pin.part, pin.name.startswith("GPIO") and not pin.part
         and pin.place not in reserved)
        for pin in header(wiring)
    ]  # fmt: skip


def plain_part(part: WiredPart) -> dict[str, Any]:
    """Write a part as a settings file does, without what goes without saying."""
    said: dict[str, Any] = {"part": part.part, "kind": part.kind}
    for field in msgspec.structs.fields(part):
        value = getattr(part, field.name)
        if field.required or value != field.default:
            said[field.encode_name] = _listed(value)
    return said


def _listed(value: Any) -> Any:
    """Turn tuples into the lists a settings file has."""
    if isinstance(value, Mapping):
        return {name: _listed(each) for name, each in value.items()}
    return [_listed(each) for each in value] if isinstance(value, tuple) else value


def with_part(wiring: Wiring, part: Mapping[str, Any], where: str) -> list[dict[str, Any]]:
    """Return the parts with one more; raise BadWiring if it cannot be."""
    return _checked(wiring, [*map(plain_part, wiring.parts), dict(part)], where)


def without_part(wiring: Wiring, sort: str, name: str, where: str) -> list[dict[str, Any]]:
    """Return the parts without one; a strip goes with all its lamps."""
    stays = [one for one in wiring.parts if not (one.part == sort and name in (*one.names, ""))]
    return _checked(wiring, [plain_part(one) for one in stays], where)


def _checked(wiring: Wiring, parts: list[dict[str, Any]], where: str) -> list[dict[str, Any]]:
    how = {"pins": wiring.pins, "chip": wiring.chip, "buses": list(wiring.buses)}
    read_wiring({**how, "parts": parts}, where)
    return parts
