"""The switches a household may turn: the simplified rules one by one, and the open points."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from companion.core.house import rule


class HouseRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The sphinx's house rules, each with the default ruling."""

    two_dice: Annotated[
        bool, rule("SPHINX-45", "Simplified: the snake die is left out; two actions, no swaps.")
    ] = False
    doors_optional: Annotated[
        bool, rule("SPHINX-46", "Simplified: a secret door is used only if the player wants.")
    ] = False
    keep_cards: Annotated[
        bool, rule("SPHINX-47", "Simplified: an owned card is not given back on its square.")
    ] = False
    any_order: Annotated[
        bool, rule("SPHINX-48", "Simplified: the order of the colours does not matter in a claim.")
    ] = False
    start_is_shared: Annotated[
        bool, rule("SPHINX-O-01", "Whether an action may end on the start beside another pawn.")
    ] = True
    must_use_die: Annotated[
        bool, rule("SPHINX-O-03", "Whether a number that can be moved must be moved.")
    ] = True
    forfeit: Annotated[
        Literal["free", "only_if_stuck"],
        rule(
            "SPHINX-O-02",
            "Whether a number that is stuck may be given up at once, "
            "or only if no order of the dice frees it.",
        ),
    ] = "free"
    claim_from: Annotated[
        Literal["guard", "beside"],
        rule(
            "SPHINX-O-19",
            "How far a number must reach for a claim: to the first guard, or beside it.",
        ),
    ] = "guard"
    hands_public: Annotated[
        bool,
        rule("SPHINX-O-17", "Whether everybody sees all cards, or of others only how many."),
    ] = True
    turn_ends_on_wrong_claim: Annotated[
        bool, rule("SPHINX-O-22", "Whether a wrong claim ends the turn; unused dice are lost.")
    ] = True
