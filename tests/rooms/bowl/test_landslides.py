"""After a landslide: how far back the figure goes, in the basic game and along the colours."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.observation import Reply
from companion.games.bowl import GAME
from companion.games.bowl import events as e
from companion.games.bowl import moves as m
from companion.games.bowl.state import Phase
from tests.rooms.bowl.laid import DESERT, ME, RIVAL, Position, laid

PYRAMID = "r b y g r b"


def slid(place: str, *fell: str, wanted: str = "g", way: str = "", **rules: Any) -> Position:
    """The figure stands there, the trap collapses."""
    table = laid(
        way or f"{DESERT} | {PYRAMID}",
        figures={ME: place},
        choose_scope="any_open",
        **rules,
    )
    return table.name(wanted).slide(*fell)


@pytest.mark.parametrize("place", ["START", "D1", "D7"])
def test_outside_the_pyramid_one_goes_back_to_the_start_bowl_37(place: str) -> None:
    assert slid(place).field(ME) == "START"


@pytest.mark.parametrize("place", ["P1", "P6"])
def test_inside_the_pyramid_one_goes_back_to_the_front_field_bowl_38(place: str) -> None:
    table = slid(place)
    assert table.field(ME) == "FRONT"
    assert "BOWL-38" in table.clauses_of(e.FigureSentBack)


def test_a_landslide_on_the_front_field_leads_to_the_start_bowl_t5_bowl_c_07() -> None:
    """BOWL-C-07: the front field is one field, outside, before the entrance."""
    table = slid("FRONT")
    assert table.field(ME) == "START"
    assert [f.kind for f in table.state.box.track].count("front") == 1


def test_a_household_may_make_the_front_field_safe_bowl_o_16() -> None:
    assert slid("FRONT", front_is="safe").field(ME) == "FRONT"
    assert slid("D7", front_is="safe").field(ME) == "START"
    assert not slid("FRONT", front_is="safe").happened(e.FigureSentBack)


@pytest.mark.parametrize("front_is", ["safe", "outside"])
def test_in_the_variant_the_front_field_slides_by_colour_like_any_bowl_o_43_bowl_65(
    front_is: str,
) -> None:
    """A safe front field belongs to the basic landslide, which the variant replaces (BOWL-66)."""
    table = slid("FRONT", "green", front_is=front_is, variant="adventurous")
    face = table.state.tiles[table.state.figures[ME] or 0]
    assert face is not None
    assert face.colour == "green"
    assert {"BOWL-65", "BOWL-O-43"} <= set(table.clauses_of(e.FigureSentBack))


def test_there_is_no_second_phase_after_a_landslide_bowl_39() -> None:
    table = slid("P3")
    assert not table.happened(e.FigureMoved)
    assert table.options == ("rebuilt",)
    assert "BOWL-39" in table.clauses_of(e.LandslideHappened)


def test_who_caused_it_rebuilds_bowl_40() -> None:
    table = slid("P3")
    assert table.question.to.seat == ME
    assert "BOWL-40" in table.clauses_of(e.RebuildDue)
    assert table.refused(m.FlipTile("P7", "red")).clause == "BOWL-15"


def test_then_the_next_player_has_the_turn_bowl_41() -> None:
    table = slid("P3").rebuild()
    assert (table.state.turn, table.state.phase) == (RIVAL, Phase.EXPLORE)
    assert "BOWL-41" in table.clauses_of(e.TurnPassed)


def test_being_sent_back_is_not_landing_bowl_o_15_bowl_67_bowl_c_22() -> None:
    """BOWL-C-22: the field does nothing, whatever it shows: scarab, mummies, the mummy itself."""
    way = f"{DESERT} | r b2 y g r b"
    table = laid(way, figures={ME: "P4"}, mummy="P2 entrance", variant="adventurous",
                 choose_scope="any_open").name("y")  # fmt: skip
    back = table.slide("blue")
    assert back.field(ME) == "P2"
    assert (back.state.scarabs[ME], back.mummy) == (0, "P2 entrance")
    assert "BOWL-67" in back.clauses_of(e.FigureSentBack)
    assert "BOWL-O-15" in back.clauses_of(e.FigureSentBack)


# Adventurous landslide


def adventurous(place: str, *fell: str, wanted: str = "g", **rules: Any) -> Position:
    return slid(place, *fell, wanted=wanted, variant="adventurous", **rules)


def test_a_fallen_staff_sends_back_to_the_wanted_colour_bowl_64() -> None:
    table = adventurous("P6", "staff", wanted="y")
    assert table.field(ME) == "P3"
    assert "BOWL-64" in table.clauses_of(e.FigureSentBack)


def test_a_fallen_boulder_sends_back_to_its_own_colour_bowl_65() -> None:
    table = adventurous("P6", "blue", wanted="y")
    assert table.field(ME) == "P2"
    assert "BOWL-65" in table.clauses_of(e.FigureSentBack)


def test_they_replace_the_ways_back_of_the_basic_game_bowl_66() -> None:
    assert adventurous("P6", "red").field(ME) == "P5"
    assert adventurous("D7", "blue").field(ME) == "D6"
    assert slid("P6", "red").field(ME) == "FRONT"
    assert slid("D7", "blue").field(ME) == "START"


def test_one_goes_to_the_nearest_such_field_behind_bowl_c_21() -> None:
    assert adventurous("D7", "red").field(ME) == "D5"
    assert adventurous("D5", "red").field(ME) == "D1"
    assert adventurous("P5", "red").field(ME) == "P1"


def test_without_such_a_field_behind_front_or_start_bowl_o_35() -> None:
    assert adventurous("D3", "green", wanted="r").field(ME) == "START"
    assert adventurous("FRONT", "green", way="r b y r b y r", wanted="r").field(ME) == "START"
    nowhere = adventurous("P2", "green", way="r b y r b y r | b r", wanted="r")
    assert nowhere.field(ME) == "FRONT"
    assert "BOWL-O-35" in nowhere.clauses_of(e.FigureSentBack)


def test_on_the_front_field_the_desert_lies_behind_bowl_64() -> None:
    assert adventurous("FRONT", "staff", wanted="g").field(ME) == "D4"


def test_a_figure_inside_slides_on_into_the_desert_bowl_o_36() -> None:
    assert adventurous("P3", "green").field(ME) == "D4"


def test_a_household_may_stop_it_at_the_front_field_bowl_o_36() -> None:
    table = adventurous("P3", "green", v1_floor="front")
    assert table.field(ME) == "FRONT"
    assert "BOWL-O-36" in table.clauses_of(e.FigureSentBack)


def test_of_several_things_the_farthest_back_counts_bowl_o_37() -> None:
    table = adventurous("P6", "red", "staff", "blue", wanted="y")
    assert table.field(ME) == "P2"
    assert "BOWL-O-37" in table.clauses_of(e.FigureSentBack)


def test_several_fallen_things_may_be_ticked_on_the_page_bowl_o_37() -> None:
    table = laid(f"{DESERT} | {PYRAMID}", figures={ME: "P6"}, variant="adventurous",
                 choose_scope="any_open").name("y")  # fmt: skip
    reply = Reply(option="landslide", fields={"red": 1, "blue": "yes", "green": 0})
    assert GAME.answer(table.state, table.question, reply, 0.0) == m.Landslide(("red", "blue"))


def test_what_fell_must_be_said_where_it_matters_bowl_65() -> None:
    table = laid("r b", variant="adventurous").name("r")
    assert table.refused(m.Landslide()).clause == "BOWL-65"
    fell = [o for o in table.options if o.startswith("fell")]
    assert fell == ["fell:staff", "fell:red", "fell:blue", "fell:yellow", "fell:green"]


def test_what_fell_is_not_asked_where_it_does_not_matter_bowl_37() -> None:
    assert [o for o in laid("r b").name("r").options if "fell" in o or o == "landslide"] == [
        "landslide"
    ]
