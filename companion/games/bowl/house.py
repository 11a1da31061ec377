"""The switches a household may turn: every gap of the leaflet that has two sound readings."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from companion.core.house import rule


class HouseRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The bowl's house rules, each with the default ruling."""

    variant: Annotated[
        Literal["base", "adventurous", "quick"],
        rule(
            "BOWL-O-40",
            "Which game is played: the basic one, Adventurous landslide (BOWL-61) "
            "or, from five years on, Quick into the chamber (BOWL-68); never two variants at once.",
        ),
    ] = "base"
    choose_scope: Annotated[
        Literal["ahead", "any_open"],
        rule(
            "BOWL-C-05",
            "Which open tiles give a colour that may be named: those ahead of the figure, or any.",
        ),
    ] = "ahead"
    curse_on_backward: Annotated[
        bool,
        rule("BOWL-C-09", "Whether ending on the mummy's field costs a scarab going backward too."),
    ] = True
    move_optional: Annotated[
        bool,
        rule("BOWL-O-09", "Whether the figure may stay although it could move."),
    ] = True
    chamber_entry: Annotated[
        Literal["last_field", "any_pyramid_field"],
        rule(
            "BOWL-O-17",
            "Where the chamber is entered from: the field before it, or any in the pyramid.",
        ),
    ] = "last_field"
    wrong_boulder: Annotated[
        Literal["landslide", "put_back"],
        rule(
            "BOWL-O-24",
            "What a boulder of the wrong colour means: a landslide, or it goes back into the bowl.",
        ),
    ] = "landslide"
    foul: Annotated[
        Literal["vote", "warning"],
        rule(
            "BOWL-O-25",
            "What follows a second foul at the trap: the table votes, or one more warning.",
        ),
    ] = "vote"
    v1_floor: Annotated[
        Literal["front", "none"],
        rule(
            "BOWL-O-36",
            "Adventurous landslide: a figure in the pyramid slides to the front field at most, "
            "or on into the desert.",
        ),
    ] = "front"
    v1_in_chamber: Annotated[
        bool,
        rule(
            "BOWL-O-38",
            "Adventurous landslide: whether it counts in the chamber too, "
            "or the figure goes to the front field.",
        ),
    ] = True
    front_is: Annotated[
        Literal["outside", "safe"],
        rule(
            "BOWL-O-16",
            "A landslide of the basic game with the figure on the front field: "
            "back to the start, or it stays.",
        ),
    ] = "outside"
    give_up_costs: Annotated[
        Literal["nothing", "scarab"],
        rule("BOWL-O-34", "What giving up costs: nothing, or a scarab from who has one."),
    ] = "nothing"
    bounce_costs: Annotated[
        Literal["each_step", "once"],
        rule(
            "BOWL-O-11",
            "What a figure pays that the mummy crosses twice in one walk: each time, or once.",
        ),
    ] = "each_step"

    @property
    def adventurous(self) -> bool:
        return self.variant == "adventurous"

    @property
    def quick(self) -> bool:
        return self.variant == "quick"
