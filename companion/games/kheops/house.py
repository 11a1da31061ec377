"""The switches a household may turn at Kheops, each with the clause it bends."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from companion.core.house import rule


class HouseRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The house rules of Kheops, each with the default ruling."""

    rotation_target: Annotated[
        Literal["any_of_kind", "self"],
        rule("KO-2", "Which tile a turning power turns: any of its kind, or the one it is on."),
    ] = "any_of_kind"
    edge_match: Annotated[
        bool,
        rule("KO-4", "Whether a new tile must meet openings with openings and walls with walls."),
    ] = False
    path_tie: Annotated[
        Literal["none", "both", "half"],
        rule("KO-5", "Equal strength in a path: nobody scores, both do, or each half of it."),
    ] = "none"
    longest_pool: Annotated[
        Literal["all", "uncursed"],
        rule("KO-7", "Whether a cursed path can be the longest and keep the bonus from others."),
    ] = "all"
    isolated_ankh: Annotated[
        bool,
        rule("KO-9", "Whether an ankh on a tile that is joined to no other counts."),
    ] = True
    ground_is_outside: Annotated[
        bool,
        rule("KO-10", "Whether an opening in the ground leads outside, so that a path is open."),
    ] = True
    pharaoh_needs_mummy: Annotated[
        bool,
        rule("KO-13", "Whether the pharaoh, like the priest, needs the mummy to be in play."),
    ] = False
    priest_condition: Annotated[
        Literal["own_now", "own_ever", "any_now"],
        rule("KO-14", "Which mummy a priest needs: the own one now, at any time, or any one now."),
    ] = "own_now"
    replaced_pawn: Annotated[
        Literal["reserve", "out"],
        rule(
            "KO-15",
            "Where a replaced pawn goes, which is both removed from the game and handed back to "
            "its owner: to the owner's reserve, or out for good.",
        ),
    ] = "reserve"
    idle_turn: Annotated[
        Literal["allowed", "only_if_no_other"],
        rule(
            "KO-3",
            "Whether a power that must be used may turn a tile that looks the same afterwards "
            "while another could be changed.",
        ),
    ] = "allowed"
    power_optional: Annotated[
        bool,
        rule("KO-18", "Whether a power may be left unused."),
    ] = False
    final_tie: Annotated[
        Literal["draw", "blue", "ankhs"],
        rule("KO-22", "Equal totals: a draw, blue wins, or whoever holds more ankhs that count."),
    ] = "draw"
    needs_support: Annotated[
        bool,
        rule("KO-23", "Whether a new tile must rest on others, as if stones could fall."),
    ] = False
    base_value: Annotated[
        Literal["rooms", "tiles"],
        rule("KO-29", "What a path is worth before its bonuses: its rooms, or all its tiles."),
    ] = "rooms"
