"""The switches a household may turn: every gap of the rulebook that has two sound readings."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec

from companion.core.house import Formerly, rule


class HouseRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """The wall's house rules, each with the default ruling."""

    FORMERLY: ClassVar[tuple[Formerly, ...]] = (
        Formerly("final_tie", "fewer_turns", "final_tie", "later_seat"),
    )

    curse_of_the_pharaoh: Annotated[
        bool,
        rule(
            "WALL-60", "Play the variant Curse of the Pharaoh: six curse cards in the second pile."
        ),
    ] = False
    eyes_of_the_sphinx: Annotated[
        bool,
        rule(
            "WALL-70", "Play the variant Eyes of the Sphinx: pairs at any distance, one per line."
        ),
    ] = False
    pair_order: Annotated[
        Literal["researcher_first", "scarab_first"],
        rule("WO-5", "What comes first within one pair."),
    ] = "researcher_first"
    researcher_placement: Annotated[
        Literal["optional", "compulsory"],
        rule("WO-6", "Whether a researcher must be set at a vacant column."),
    ] = "optional"
    swap_mandatory: Annotated[
        bool,
        rule("WO-6", "Whether an exchange must take place while the reserve lasts."),
    ] = True
    researchers_per_move: Annotated[
        Literal["per_animal", "1"],
        rule("WO-7", "How many researchers one card may set: one for each animal, or one in all."),
    ] = "per_animal"
    intra_card_pairs: Annotated[
        bool,
        rule("WO-8", "Whether two equal animals on one card are a pair."),
    ] = False
    scarab_supply: Annotated[
        Literal["strict", "unlimited"],
        rule(
            "WO-11",
            "What happens when the slab is empty: the scarab is skipped, or a stand-in is laid.",
        ),
    ] = "strict"
    pending_column: Annotated[
        Literal["wait", "mover_takes"],
        rule(
            "WO-12",
            "Three scarabs at a vacant column wait for a researcher, or the mover takes at once.",
        ),
    ] = "wait"
    curse_receiver: Annotated[
        Literal["finder", "turner"],
        rule(
            "WO-17",
            "Who receives the cursed sarcophagus: the finder, or who turned the curse card.",
        ),
    ] = "finder"
    curse_pick: Annotated[
        Literal["victim", "finder"],
        rule("WO-18", "Who picks the sarcophagus to hand over."),
    ] = "victim"
    curse_timer: Annotated[
        int,
        rule("WO-18", "Seconds to search the wall in a curse round; 0 searches without a limit."),
    ] = 0
    sphinx_scope: Annotated[
        Literal["line_and_animal", "line"],
        rule("WO-19", "Eyes of the Sphinx: one pair per line and animal, or one per line."),
    ] = "line_and_animal"
    final_tie: Annotated[
        Literal["shared", "later_seat"],
        rule("WO-23", "Equal points and sarcophagi: shared victory, or later in turn order wins."),
    ] = "shared"
    sphinx_double_fills_line: Annotated[
        bool,
        rule(
            "WO-31",
            "Eyes of the Sphinx: whether two equal animals on one card use their line up.",
        ),
    ] = False
    draw_first: Annotated[
        bool,
        rule("WO-4", "Whether the card is drawn, and a curse searched, before pairs are settled."),
    ] = False
    auto_detect: Annotated[
        bool,
        rule("WO-25", "Whether the table finds all pairs, or the mover has to call them."),
    ] = True
    scarab_on_vacant: Annotated[
        bool,
        rule("WO-29", "Whether a pair of different gaze at a vacant column brings a scarab too."),
    ] = True

    def __post_init__(self) -> None:
        if self.curse_timer < 0:
            raise ValueError("curse_timer counts seconds from 0 upwards")
