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

    curse_of_the_pharaoh: Annotated[bool, rule("WALL-60")] = False
    eyes_of_the_sphinx: Annotated[bool, rule("WALL-70")] = False
    pair_order: Annotated[Literal["researcher_first", "scarab_first"], rule("WO-5")] = (
        "researcher_first"
    )
    researcher_placement: Annotated[Literal["optional", "compulsory"], rule("WO-6")] = "optional"
    swap_mandatory: Annotated[bool, rule("WO-6")] = True
    researchers_per_move: Annotated[Literal["per_animal", "1"], rule("WO-7")] = "per_animal"
    intra_card_pairs: Annotated[bool, rule("WO-8")] = False
    scarab_supply: Annotated[Literal["strict", "unlimited"], rule("WO-11")] = "strict"
    pending_column: Annotated[Literal["wait", "mover_takes"], rule("WO-12")] = "wait"
    curse_receiver: Annotated[Literal["finder", "turner"], rule("WO-17")] = "finder"
    curse_pick: Annotated[Literal["victim", "finder"], rule("WO-18")] = "victim"
    curse_timer: Annotated[int, rule("WO-18")] = 0
    sphinx_scope: Annotated[Literal["line_and_animal", "line"], rule("WO-19")] = "line_and_animal"
    final_tie: Annotated[Literal["shared", "later_seat"], rule("WO-23")] = "shared"
    sphinx_double_fills_line: Annotated[bool, rule("WO-31")] = False
    draw_first: Annotated[bool, rule("WO-4")] = False
    auto_detect: Annotated[bool, rule("WO-25")] = True
    scarab_on_vacant: Annotated[bool, rule("WO-29")] = True

    def __post_init__(self) -> None:
        if self.curse_timer < 0:
            raise ValueError("curse_timer < 0")
