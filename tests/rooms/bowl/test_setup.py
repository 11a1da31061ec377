"""Setting up the bowl: what lies where before the first tile, and what nobody may know."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.core.errors import BadBox, BadHouseRule, BadSeats, UnknownHouseRule
from companion.core.house import read_house_rules, switches
from companion.core.roles import TABLE
from companion.core.seats import Seat
from companion.games.bowl import GAME
from companion.games.bowl import moves as m
from companion.games.bowl.box import Face
from companion.games.bowl.boxfile import read_box
from companion.games.bowl.house import HouseRules
from companion.games.bowl.limits import CAP
from companion.games.bowl.state import Phase
from companion.words import load
from companion.words.house_rules import choices
from tests.rooms.bowl.laid import DESERT, OWN, SEATS, begun, box_data, opening
from tests.rooms.position import known
from tests.saying import refuses


@pytest.mark.parametrize("players", range(2, 7))
def test_two_to_six_play_with_one_figure_each_bowl_01(players: int) -> None:
    state = opening(players).state
    assert len(state.figures) == players
    assert state.playing() == tuple(range(players))


@pytest.mark.parametrize("players", [0, 1, 7])
def test_fewer_than_two_or_more_than_six_cannot_play_bowl_01(players: int) -> None:
    seats = (*SEATS, Seat("Gus", "red"))[:players]
    with refuses(BadSeats, match="2 to 6"):
        GAME.opening(OWN, seats, HouseRules())


def test_two_players_cannot_share_a_figure_bowl_01() -> None:
    with refuses(BadSeats, match="have the same colour"):
        GAME.opening(OWN, (Seat("Ana", "red"), Seat("Ben", "red")), HouseRules())


def test_the_way_runs_from_the_start_through_desert_and_pyramid_bowl_02() -> None:
    kinds = [field.kind for field in OWN.track]
    assert kinds == ["start", *["desert"] * 7, "front", *["pyramid"] * 14, "chamber"]
    assert [field["id"] for field in GAME.view(opening().state, TABLE)["track"]] == [
        field.id for field in OWN.track
    ]


@pytest.mark.parametrize(
    "clause",
    ["BOWL-01", "BOWL-02", "BOWL-03", "BOWL-04", "BOWL-05", "BOWL-06", "BOWL-07", "BOWL-08",
     "BOWL-09", "BOWL-10", "BOWL-11", "BOWL-12"],
)  # fmt: skip
def test_what_hands_must_prepare_is_asked_before_the_game_begins(clause: str) -> None:
    assert clause in opening().question.because
    assert opening().question.style == "step"
    assert opening().options == ("begin",)


def test_there_are_eight_desert_sixteen_pyramid_and_eight_chamber_tiles_bowl_03() -> None:
    counts = {kind: len(faces) for kind, faces in OWN.tiles}
    assert counts == {"desert": 8, "pyramid": 16, "chamber": 8}


def test_tiles_are_sorted_by_their_backs_so_no_face_is_known_bowl_03_bowl_c_25() -> None:
    """BOWL-C-25: sorting by faces would show them."""
    state = opening().state
    assert set(state.tiles) | set(state.chamber) == {None}


def test_a_desert_field_never_shows_a_pyramid_tile_bowl_03() -> None:
    assert begun(box=known(OWN)).refused(m.FlipTile("D1", "red", 3)).clause == "BOWL-03"


def test_every_field_gets_one_tile_face_down_bowl_04() -> None:
    shown = GAME.visible(opening().state)
    tiles = [field.id for field in OWN.track if field.has_tile]
    assert shown == dict.fromkeys([*tiles, "C1", "C2"], "down")


def test_any_tile_of_a_kind_may_lie_on_any_field_of_it_bowl_04_bowl_c_26() -> None:
    """BOWL-C-26: laid at random, so each face of the box may turn up first."""
    faces = {
        (move.colour, move.symbols)
        for move in GAME.legal_moves(begun(box=OWN).state)
        if isinstance(move, m.FlipTile)
    }
    assert faces == {(colour, 0) for colour in ("red", "blue", "yellow", "green")}


def test_left_over_tiles_stay_unseen_so_one_more_face_stays_possible_bowl_05() -> None:
    """Seven of eight desert tiles lie open: the eighth is known only as "not on the board"."""
    table = begun(box=OWN)
    for letters in DESERT.split():
        table = table.flip(letters).slide().rebuild()
    assert table.state.unseen("desert") == [Face("green")]
    assert set(list(GAME.visible(table.state).values())[7:]) == {"down"}


def test_the_mummy_stands_before_the_chamber_and_faces_the_entrance_bowl_06() -> None:
    assert opening().mummy == "P14 entrance"


def test_every_figure_begins_on_the_start_field_bowl_07() -> None:
    assert {opening(6).field(seat) for seat in range(6)} == {"START"}
    assert opening(3).state.figures == (0, 0, 0)


def test_all_scarabs_are_in_the_supply_and_nobody_owns_one_bowl_08() -> None:
    state = opening(4).state
    assert (state.supply, state.scarabs) == (24, (0, 0, 0, 0))


def test_the_first_seat_begins_and_turns_go_clockwise_bowl_09_bowl_25() -> None:
    table = begun(3)
    turns = []
    for _ in range(6):
        turns.append(table.state.turn)
        table = table.flip("r").do(m.GiveUp())
    assert turns == [0, 1, 2, 0, 1, 2]


def test_the_bowl_stands_on_its_own_field_of_the_board_bowl_10() -> None:
    width, height = OWN.board.size_mm
    x, y = OWN.trap.at_mm
    assert 0 < x < width
    assert 0 < y < height
    radius = 40
    reach = radius + OWN.board.tile_mm[0] / 2
    for field in OWN.track:
        fx, fy = field.at_mm
        assert (fx - x) ** 2 + (fy - y) ** 2 > reach**2, field.id


def test_all_twenty_boulders_are_in_the_bowl_bowl_11() -> None:
    state = opening().state
    assert sum(state.bowl) == 20
    assert sum(state.bag) == 0


def test_nothing_happens_before_everything_stands_bowl_12() -> None:
    table = opening()
    assert table.refused(m.FlipTile("D1", "red")).clause == "BOWL-04"
    assert table.refused(m.NameColour("red")).say.key == "bowl.no_exploring_now"
    assert table.refused(m.TakeBoulder("red")).clause == "BOWL-14"
    assert table.do(m.Begin()).state.phase == Phase.EXPLORE


def test_a_game_begins_only_once_bowl_09() -> None:
    assert begun().refused(m.Begin()).clause == "BOWL-09"


def test_scarabs_for_everybody_up_to_the_cap_are_in_the_box_bowl_o_01() -> None:
    assert OWN.players[1] * CAP <= OWN.scarabs
    data = box_data()
    data["pieces"]["scarabs"] = 23
    with refuses(BadBox, match="23 scarabs for 6 players"):
        read_box(data)


def test_a_supply_that_ran_out_is_noticed_bowl_o_01() -> None:
    state = opening(2).state.but(supply=-1, scarabs=(4, 21))
    assert "bowl.broken.scarabs" in [say.key for say in GAME.broken(state)]


# The box file


def test_what_the_leaflet_does_not_say_is_marked_as_assumed() -> None:
    assert len(OWN.assumed) == 7
    assert any("tiles" in fact for fact in OWN.assumed)
    assert not any("red" in fact or fact == "scarabs" for fact in OWN.assumed)


def _change(*path: str | int) -> Callable[[dict[str, Any], Any], None]:
    def change(data: Any, value: Any) -> None:
        for step in path[:-1]:
            data = data[step]
        data[path[-1]] = value

    return change


@pytest.mark.parametrize(
    ("change", "value", "complaint"),
    [
        (_change("track", 3, "kind"), "pyramid", "fields of the way have to come in this order"),
        (_change("track", 3, "id"), "D1", "field “D1” is listed twice"),
        (_change("track", 0, "scarab"), True, "START shows a scarab"),
        (_change("track", 23, "tiles"), ["C1"], "the chamber needs 2 tiles"),
        (_change("track"), [], "found nothing"),
        (_change("boulders", 0, "count"), 0, "0 red boulders"),
        (_change("boulders", 0, "colour"), "pink", "boulders of every colour"),
        (
            _change("colours", "names"),
            ["red", "red", "blue", "yellow"],
            "colour “red” is listed twice",
        ),
        (_change("tiles", 0, "colour"), "pink", "a tile shows “pink”"),
        (_change("tiles", 0, "symbols"), [4, 0], "with 4 mummies"),
        (_change("tiles", 0, "symbols"), [], "6 desert tiles for 7 places"),
        (_change("tiles", 0, "kind"), "swamp", "kind “swamp”"),
        (_change("players"), [2, 7], r"players = \[2, 7\].*pieces for 6"),
        (_change("trap", "staff_grams"), 0.0, "staff and bowl have to weigh"),
        (_change("board", "tile_mm"), [0.0, 3.0], "size in millimetres has to be more than 0"),
        (_change("name"), 7, "compare it with"),
    ],
)
def test_a_contradictory_box_is_refused_by_saying_what_is_wrong(
    change: Callable[[Any, Any], None], value: Any, complaint: str
) -> None:
    data = box_data()
    change(data, value)
    with refuses(BadBox, match=complaint):
        read_box(data)


def test_a_box_file_that_is_not_there_or_not_toml_is_refused(tmp_path: Path) -> None:
    with refuses(BadBox, match="can't read the box file"):
        GAME.load_box(tmp_path / "none.toml")
    (tmp_path / "bad.toml").write_text("name = ")
    with refuses(BadBox, match="isn't TOML"):
        GAME.load_box(tmp_path / "bad.toml")


def test_an_owner_may_lay_another_way_from_data_alone() -> None:
    data = box_data()
    del data["track"][20:22]  # two pyramid fields fewer
    del data["track"][1]
    box = read_box(data)
    assert (box.front, box.chamber) == (7, 20)
    assert opening(box=box).mummy == "P14 entrance"


# The house rules


def test_every_switch_has_a_default_and_a_clause() -> None:
    found = {switch.name: (switch.default, switch.clause) for switch in switches(HouseRules)}
    assert found == {
        "variant": ("base", "BOWL-O-40"),
        "choose_scope": ("ahead", "BOWL-C-05"),
        "curse_on_backward": (False, "BOWL-C-09"),
        "move_optional": (True, "BOWL-O-09"),
        "chamber_entry": ("last_field", "BOWL-O-17"),
        "wrong_boulder": ("landslide", "BOWL-O-24"),
        "foul": ("vote", "BOWL-O-25"),
        "v1_floor": ("none", "BOWL-O-36"),
        "v1_in_chamber": (True, "BOWL-O-38"),
        "front_is": ("outside", "BOWL-O-16"),
        "give_up_costs": ("nothing", "BOWL-O-34"),
        "bounce_costs": ("once", "BOWL-O-11"),
    }


def test_the_two_variants_are_never_played_together_bowl_o_40() -> None:
    with refuses(BadHouseRule, match="base | adventurous | quick"):
        read_house_rules(HouseRules, {"variant": "adventurous+quick"})


def test_an_unknown_house_rule_is_refused_by_naming_the_nearest() -> None:
    with refuses(UnknownHouseRule, match="did you mean front_is"):
        read_house_rules(HouseRules, {"front_iz": "safe"})


def test_the_quick_variant_is_offered_from_five_years_on_bowl_c_23() -> None:
    variant = next(switch for switch in switches(HouseRules) if switch.name == "variant")
    quick = next(one for one in choices("bowl", variant, load()) if one.value == "quick")
    assert "from age five" in quick.say
