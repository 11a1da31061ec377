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

    agree_to_stop: Annotated[bool, rule("DIG-C-01")] = False
    mask_last: Annotated[Literal["pay", "free_skip", "ends"], rule("DIG-O-18")] = "pay"
    forced_skip_counts: Annotated[bool, rule("DIG-O-06")] = False
    never_obliged: Annotated[bool, rule("DIG-O-05")] = False
    assist: Annotated[bool, rule("DIG-46")] = False
