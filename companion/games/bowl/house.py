"""The switches a household may turn: every gap of the leaflet that has two sound readings."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from companion.core.house import rule


class HouseRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The bowl's house rules, each with the default ruling."""

    variant: Annotated[Literal["base", "adventurous", "quick"], rule("BOWL-O-40")] = "base"
    choose_scope: Annotated[Literal["ahead", "any_open"], rule("BOWL-C-05")] = "ahead"
    curse_on_backward: Annotated[bool, rule("BOWL-C-09")] = False
    move_optional: Annotated[bool, rule("BOWL-O-09")] = True
    chamber_entry: Annotated[Literal["last_field", "any_pyramid_field"], rule("BOWL-O-17")] = (
        "last_field"
    )
    wrong_boulder: Annotated[Literal["landslide", "put_back"], rule("BOWL-O-24")] = "landslide"
    foul: Annotated[Literal["vote", "warning"], rule("BOWL-O-25")] = "vote"
    v1_floor: Annotated[Literal["none", "front"], rule("BOWL-O-36")] = "none"
    v1_in_chamber: Annotated[bool, rule("BOWL-O-38")] = True
    front_is: Annotated[Literal["outside", "safe"], rule("BOWL-O-16")] = "outside"
    give_up_costs: Annotated[Literal["nothing", "scarab"], rule("BOWL-O-34")] = "nothing"
    bounce_costs: Annotated[Literal["once", "each_step"], rule("BOWL-O-11")] = "once"

    @property
    def adventurous(self) -> bool:
        return self.variant == "adventurous"

    @property
    def quick(self) -> bool:
        return self.variant == "quick"
