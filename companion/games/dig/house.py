"""The switches a household may turn at the dig, each with the clause it bends."""

from __future__ import annotations

from typing import Annotated

import msgspec

from companion.core.house import rule


class HouseRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The dig's house rules, each with the default ruling."""

    agree_to_stop: Annotated[
        bool,
        rule("DIG-C-01", "Whether the game also ends, without a fee, when all agree to stop."),
    ] = False
    mask_last_free_skip: Annotated[
        bool,
        rule("DIG-O-18", "Whether skipping is free once only the mask is left covered."),
    ] = False
    assist: Annotated[
        bool,
        rule("DIG-46", "Whether the table shows a tally of the cards that have been dug."),
    ] = False
