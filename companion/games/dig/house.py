"""The switches a household may turn at the dig, each with the clause it bends."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec

from companion.core.house import Formerly, rule


class HouseRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The dig's house rules, each with the default ruling."""

    FORMERLY: ClassVar[tuple[Formerly, ...]] = (
        Formerly("mask_last_free_skip", True, "mask_last", "free_skip"),
        Formerly("mask_last_free_skip", False, "mask_last", "pay"),
    )

    agree_to_stop: Annotated[
        bool,
        rule("DIG-C-01", "Whether the game also ends, without a fee, when all agree to stop."),
    ] = False
    mask_last: Annotated[
        Literal["pay", "free_skip", "ends"],
        rule(
            "DIG-O-18",
            "With only the mask left covered, a skip costs the fee or is free, or the game ends.",
        ),
    ] = "pay"
    forced_skip_counts: Annotated[
        bool,
        rule("DIG-O-06", "Whether a skip for want of a cell to dig counts towards all skipping."),
    ] = False
    never_obliged: Annotated[
        bool,
        rule(
            "DIG-O-05",
            "Whether who has less than the fee may skip all the same, for what is there.",
        ),
    ] = False
    assist: Annotated[
        bool,
        rule("DIG-46", "Whether the table shows a tally of the cards that have been dug."),
    ] = False
