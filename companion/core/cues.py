"""Cues: what should glow or sound, as data. The lamps themselves live elsewhere."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class Cues(msgspec.Struct, frozen=True):
    """``glow`` maps a lamp's name to ``on``, ``blink`` or ``pulse``; what is not named is off."""

    glow: Mapping[str, str] = {}
    sounds: tuple[str, ...] = ()


DARK = Cues()
