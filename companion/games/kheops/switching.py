"""What a count would be under every other setting of the switches that bear on it."""

from __future__ import annotations

import msgspec

from companion.core.house import switches

from .box import Box
from .house import HouseRules
from .settling import Settlement, settle
from .state import Pyramid

BEAR_ON_THE_COUNT: dict[str, tuple[str | bool, ...]] = {
    "path_tie": ("none", "both", "half"),
    "longest_pool": ("all", "uncursed"),
    "isolated_ankh": (True, False),
    "ground_is_outside": (True, False),
    "base_value": ("rooms", "tiles"),
    "final_tie": ("draw", "blue", "ankhs"),
}


class Otherwise(msgspec.Struct, frozen=True):
    """One switch set to something else, and the count under it."""

    switch: str
    setting: str | bool
    clause: str
    totals: tuple[int, ...]
    winners: tuple[str, ...]
    differs: bool


def otherwise(
    box: Box, rules: HouseRules, pyramid: Pyramid, now: Settlement
) -> tuple[Otherwise, ...]:
    """Return the count under each single switch turned; *now* is the count as it is."""
    clauses = {switch.name: switch.clause for switch in switches(HouseRules)}
    return tuple(
        _turned(box, rules, pyramid, now, name, setting, clauses[name])
        for name, settings in BEAR_ON_THE_COUNT.items()
        for setting in settings
        if setting != getattr(rules, name)
    )


def _turned(
    box: Box, rules: HouseRules, pyramid: Pyramid, now: Settlement, name: str,
    setting: str | bool, clause: str,
) -> Otherwise:  # fmt: skip
    then = settle(box, msgspec.structs.replace(rules, **{name: setting}), pyramid)
    differs = (then.totals, then.winners) != (now.totals, now.winners)
    return Otherwise(name, setting, clause, then.totals, then.winners, differs)
