"""What to try next with a part that does not work: a tree that is walked by what is measured.

Where one stands follows from what the part shows now; as soon as it shows something else, one
stands elsewhere. Steps of one place are tried in their order. Pure: no clock, no device.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

LATELY_SECONDS = 10.0
"""A contact that was felt so lately is alive."""
STEPS: Mapping[str, tuple[str, ...]] = {
    "closed": ("closed_pull", "closed_part", "closed_pin"),
    "open": ("open_ground", "open_pin", "open_part"),
    "dark": ("dark_turn", "dark_pin", "dark_resistor"),
    "strip": ("strip_wire", "strip_level", "strip_spi"),
    "quiet": ("quiet_turn", "quiet_pin"),
    "mute": ("mute_loudspeaker",),
    "silent": ("silent_power", "silent_swap", "silent_ground"),
    "end": ("end_wires", "end_load"),
    "frozen": ("frozen_wires",),
    "slow": ("slow_rate",),
    "lean": ("lean_turn", "open_ground"),
}
"""What to try at each place of the tree, one after the other."""
MEASURED = ("closed", "silent", "end", "frozen", "slow")
"""Places that need nobody's word: what is measured cannot be right."""


def place_of_trouble(part: str, does: str, shown: Mapping[str, Any] | None, failed: bool) -> str:
    """Where in the tree a part stands; nothing for one that works, or that is told elsewhere.

    *failed* is whether somebody said of it that it does not work.
    """
    if shown is None or shown.get("fault"):
        return ""
    place = _measured(part, does, shown)
    return place if place in MEASURED or failed else ""


def _measured(part: str, does: str, shown: Mapping[str, Any]) -> str:
    if does == "press":
        felt = shown.get("felt")
        if felt is not None and felt < LATELY_SECONDS:
            return ""
        return "closed" if shown.get("closed") else "open"
    if does == "weigh":
        return str(shown.get("trouble", ""))
    if does == "lean":
        return "" if shown.get("closed") else "lean"
    if does == "light":
        return "strip" if part == "strip" else "dark"
    return "mute" if part == "speech" else "quiet"
