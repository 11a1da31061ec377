"""The switches a household may turn: the simplified rules one by one, and the open points."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from companion.core.house import rule


class HouseRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The sphinx's house rules, each with the default ruling."""

    two_dice: Annotated[bool, rule("SPHINX-45")] = False
    doors_optional: Annotated[bool, rule("SPHINX-46")] = False
    keep_cards: Annotated[bool, rule("SPHINX-47")] = False
    any_order: Annotated[bool, rule("SPHINX-48")] = False
    start_is_shared: Annotated[bool, rule("SPHINX-O-01")] = True
    must_use_die: Annotated[bool, rule("SPHINX-O-03")] = True
    forfeit: Annotated[Literal["free", "only_if_stuck"], rule("SPHINX-O-02")] = "free"
    claim_from: Annotated[Literal["guard", "beside"], rule("SPHINX-O-19")] = "guard"
    hands_public: Annotated[bool, rule("SPHINX-O-17")] = True
    turn_ends_on_wrong_claim: Annotated[bool, rule("SPHINX-O-22")] = True
