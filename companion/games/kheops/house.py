"""The switches a household may turn at Kheops, each with the clause it bends."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from companion.core.house import rule


class HouseRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The house rules of Kheops, each with the default ruling."""

    rotation_target: Annotated[Literal["any_of_kind", "self"], rule("KO-2")] = "any_of_kind"
    edge_match: Annotated[bool, rule("KO-4")] = False
    path_tie: Annotated[Literal["none", "both", "half"], rule("KO-5")] = "none"
    longest_pool: Annotated[Literal["all", "uncursed"], rule("KO-7")] = "all"
    isolated_ankh: Annotated[bool, rule("KO-9")] = True
    ground_is_outside: Annotated[bool, rule("KO-10")] = True
    pharaoh_needs_mummy: Annotated[bool, rule("KO-13")] = False
    priest_condition: Annotated[Literal["own_now", "own_ever", "any_now"], rule("KO-14")] = (
        "own_now"
    )
    replaced_pawn: Annotated[Literal["reserve", "out"], rule("KO-15")] = "reserve"
    idle_turn: Annotated[Literal["allowed", "only_if_no_other"], rule("KO-3")] = "allowed"
    power_optional: Annotated[bool, rule("KO-18")] = False
    final_tie: Annotated[Literal["draw", "blue", "ankhs"], rule("KO-22")] = "draw"
    needs_support: Annotated[bool, rule("KO-23")] = False
    base_value: Annotated[Literal["rooms", "tiles"], rule("KO-29")] = "rooms"
