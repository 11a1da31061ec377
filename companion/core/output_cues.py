"""Cues: what should glow or sound, as data. The lamps themselves live elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from .verdict import Event


class Cues(msgspec.Struct, frozen=True):
    """``glow`` maps a lamp's name to ``on``, ``blink`` or ``pulse``; what is not named is off."""

    glow: Mapping[str, str] = {}
    sounds: tuple[str, ...] = ()


DARK = Cues()


def sounds(events: Iterable[Event], known: Mapping[type[Event], str]) -> tuple[str, ...]:
    """Return the sounds of these events, each once."""
    return tuple(dict.fromkeys(known[type(event)] for event in events if type(event) in known))
