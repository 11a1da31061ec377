"""Phase 1 at the bowl: a tile is flipped or a colour named, and that colour is wanted."""

from __future__ import annotations

import pytest

from companion.core.roles import seat
from companion.games.bowl import GAME
from companion.games.bowl import events as e
from companion.games.bowl import moves as m
from companion.games.bowl.state import Phase
from tests.rooms.bowl.laid import DESERT, ME, OWN, RIVAL, begun, laid
from tests.rooms.position import known

ALL_OPEN = f"{DESERT} | r b y g r b y g r b y g r b"


def test_a_turn_is_exploring_then_moving_bowl_14() -> None:
    table = begun()
    assert table.refused(m.MoveFigure("D1")).clause == "BOWL-21"
    table = table.flip("r")
    assert table.state.phase == Phase.DRAW
    assert table.refused(m.MoveFigure("D1")).clause == "BOWL-21"
    table = table.clean()
    assert table.state.phase == Phase.MOVE
    assert table.refused(m.TakeBoulder("red")).clause == "BOWL-14"
    assert table.to("D1").state.turn == RIVAL


def test_one_either_flips_or_names_never_both_bowl_15() -> None:
    flipped = laid("r").flip("b")
    assert flipped.refused(m.NameColour("red")).clause == "BOWL-15"
    named = laid("r").name("r")
    assert named.refused(m.FlipTile("D2", "blue")).clause == "BOWL-15"


def test_a_flipped_tile_makes_its_colour_wanted_bowl_16() -> None:
    table = begun().flip("g")
    assert table.state.wanted == "green"
    assert table.clauses_of(e.TileFlipped) == ("BOWL-16",)
    assert table.clauses_of(e.ColourWanted) == ("BOWL-16",)


@pytest.mark.parametrize("field", ["D3", "D7", "P1", "P14"])
def test_only_the_next_face_down_tile_is_flipped_bowl_16_bowl_c_15(field: str) -> None:
    """BOWL-C-15: not any desert tile, and not simply the next tile."""
    refusal = laid("r", figures={ME: "D1"}).refused(m.FlipTile(field, "blue"))
    assert refusal.clause == "BOWL-16"
    assert refusal.say.values["expected"] == "D2"


def test_the_next_tile_is_the_first_face_down_one_even_far_from_the_figure_bowl_c_15() -> None:
    table = laid("r b y", figures={ME: "START"}).flip("g")
    assert GAME.visible(table.state)["D4"] == "green"


def test_after_the_desert_the_pyramid_is_flipped_over_the_front_field_bowl_16() -> None:
    assert laid(DESERT, figures={ME: "D7"}).flip("r").state.tiles[9] is not None


def test_an_open_tile_is_not_flipped_again_bowl_16() -> None:
    assert laid("r").refused(m.FlipTile("D1", "red")).say.key == "bowl.already_open"


@pytest.mark.parametrize("field", ["START", "FRONT", "CHAMBER", "nowhere"])
def test_a_field_without_a_tile_cannot_be_flipped_bowl_16(field: str) -> None:
    assert laid("r").refused(m.FlipTile(field, "red")).say.key == "bowl.no_such_field"


def test_a_face_all_of_whose_tiles_lie_open_cannot_turn_up_bowl_03() -> None:
    table = laid("r b y g r", box=known(OWN))
    assert table.refused(m.FlipTile("D6", "red")).clause == "BOWL-03"
    assert m.FlipTile("D6", "blue") in list(GAME.legal_moves(table.state))
    assert m.FlipTile("D6", "red") not in list(GAME.legal_moves(table.state))


def test_an_open_colour_ahead_may_be_named_bowl_17() -> None:
    table = laid("r b").name("b")
    assert table.state.wanted == "blue"
    assert table.clauses_of(e.ColourWanted) == ("BOWL-17",)


def test_a_colour_behind_the_figure_may_not_be_named_bowl_17_bowl_c_05() -> None:
    table = laid("r b y", figures={ME: "D2"})
    assert table.refused(m.NameColour("red")).clause == "BOWL-17"
    assert table.refused(m.NameColour("blue")).say.values["expected"] == ["yellow"]


def test_whoever_flipped_a_tile_all_may_name_it_bowl_c_05() -> None:
    """BOWL-C-05: not only the tiles one flipped oneself."""
    table = begun().flip("r").clean().to("D1")
    assert table.state.turn == RIVAL
    assert table.name("r").state.wanted == "red"


def test_with_any_open_every_open_colour_may_be_named_bowl_c_05() -> None:
    table = laid("r b y", figures={ME: "D2"}, choose_scope="any_open")
    assert {o for o in table.options if o.startswith("name")} == {
        "name:red",
        "name:blue",
        "name:yellow",
    }


def test_a_colour_nobody_has_seen_cannot_be_named_bowl_17() -> None:
    assert laid("r").refused(m.NameColour("green")).clause == "BOWL-17"


def test_the_wanted_colour_need_not_be_that_of_the_next_field_bowl_c_28() -> None:
    table = laid("r b y").name("y").clean()
    assert table.to("D3").field(ME) == "D3"


def test_the_next_player_may_name_or_flip_ex_bowl_02() -> None:
    table = begun(box=OWN).flip("r").clean().to("D1")
    assert table.question.to == seat(RIVAL)
    assert table.question.because == ("BOWL-15", "BOWL-16", "BOWL-17")
    assert {o.partition(":")[0] for o in table.options} == {"name", "flip"}
    assert table.name("r").clean().to("D1").field(RIVAL) == "D1"
    assert table.flip("b").clean().to("D2").field(RIVAL) == "D2"


def test_with_nothing_open_ahead_a_tile_must_be_flipped_bowl_o_06() -> None:
    table = laid("r b", figures={ME: "D2"})
    assert {o.partition(":")[0] for o in table.options} == {"flip"}
    assert table.refused(m.NameColour("red")).clause == "BOWL-O-06"


def test_with_nothing_left_to_flip_any_open_colour_may_be_named_bowl_o_06() -> None:
    table = laid(ALL_OPEN, figures={ME: "P14"})
    assert set(table.options) == {"name:red", "name:blue", "name:yellow", "name:green"}
    moved = table.name("g").clean()
    assert moved.options == ("backward", "stay")
    assert moved.answer("backward").field(ME) == "P12"


def test_that_way_out_is_closed_while_something_lies_ahead_bowl_o_06() -> None:
    table = laid(ALL_OPEN, figures={ME: "P13"})
    assert table.options == ("name:blue",)


def test_a_flipped_tile_lies_ahead_of_every_figure_bowl_o_07() -> None:
    table = laid(f"{DESERT} | r b", figures={ME: "P2", RIVAL: "D3"}).flip("g").clean()
    assert table.options[0] == "forward"


def test_without_a_field_ahead_one_goes_back_and_without_any_one_stays_bowl_o_07() -> None:
    table = laid("r b y", figures={ME: "D3"}, choose_scope="any_open")
    assert table.name("r").clean().options == ("backward", "stay")
    nowhere = table.name("y").clean()
    (stayed,) = nowhere.happened(e.FigureStayed)
    assert (stayed.why, stayed.because) == ("nowhere", ("BOWL-O-07",))
    assert nowhere.state.turn == RIVAL


def test_the_mummy_does_not_block_a_face_down_tile_bowl_49_bowl_c_01() -> None:
    """BOWL-C-01: it may be flipped although the mummy stands on it."""
    table = laid(f"{DESERT} | r b", figures={ME: "P2"}, mummy="P3 entrance").flip("g")
    assert GAME.visible(table.state)["P3"] == "green"


def test_a_tile_flipped_under_the_mummy_does_not_move_it_bowl_o_13() -> None:
    table = laid(f"{DESERT} | r b", figures={ME: "P2"}, mummy="P3 entrance").flip("g3")
    assert table.mummy == "P3 entrance"
    assert table.slide().mummy == "P3 entrance"


def test_the_variant_wants_the_colour_said_aloud_bowl_63() -> None:
    table = laid("r b", variant="adventurous").name("r")
    assert table.clauses_of(e.ColourWanted) == ("BOWL-17", "BOWL-63")


def test_a_flipped_colour_is_said_after_the_flip_bowl_o_39() -> None:
    table = laid("r", variant="adventurous").flip("b")
    assert [type(event) for event in table.events] == [e.TileFlipped, e.ColourWanted]
    assert table.clauses_of(e.ColourWanted) == ("BOWL-16", "BOWL-O-39")
    assert table.state.phase == Phase.DRAW


def test_the_camera_goes_on_looking_while_somebody_explores() -> None:
    assert laid("r").question.by_sight
    assert not laid("r").name("r").question.by_sight
