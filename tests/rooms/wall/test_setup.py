"""Setting up the wall: what stands where before the first card, and what nobody may see."""

from __future__ import annotations

import msgspec
import pytest

from companion.core.errors import BadBox, BadSeats
from companion.core.roles import HALL, REFEREE, TABLE, seat
from companion.core.seats import Seat
from companion.games.wall import GAME
from companion.games.wall import events as e
from companion.games.wall import moves as m
from companion.games.wall.house import HouseRules
from companion.games.wall.state import Phase
from tests.rooms.position import known
from tests.rooms.wall.laid import ANIMALS, ME, SEATS, Position, box_data, laid, revealing
from tests.saying import refuses

BOX = GAME.load_box(None)


def opening(players: int = 2, **rules: object) -> Position:
    return Position(GAME.opening(BOX, SEATS[:players], HouseRules(**rules)))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "clause",
    ["WALL-01", "WALL-02", "WALL-03", "WALL-05", "WALL-06", "WALL-07", "WALL-08", "WALL-10",
     "WALL-11", "WALL-12", "WALL-13"],
)  # fmt: skip
def test_what_hands_must_prepare_is_asked_before_the_game_begins(clause: str) -> None:
    question = opening().question
    assert clause in question.because
    assert question.style == "step"
    assert opening().options == ("begin",)


def test_no_card_goes_in_before_everything_stands_wall_02() -> None:
    assert opening().refused(m.InsertCard(0, "H00")).clause == "WALL-13"
    assert opening().answer("begin").do(m.InsertCard(0, "H00")).state.slots[0] == ("H00",)


def test_everybody_is_shown_the_same_front_of_the_wall_wall_03() -> None:
    table = opening().answer("begin").do(m.InsertCard(2, "H01"))
    fronts = [GAME.view(table.state, role)["wall"] for role in (TABLE, HALL, seat(0), seat(1))]
    assert all(front == fronts[0] for front in fronts)
    assert fronts[0]["cells"]["4,0"] == "camel_L"
    assert fronts[0]["cells"]["5,0"] == "mule_L"


def test_the_columns_stand_in_any_order_the_players_like_wall_04() -> None:
    order = ("cat", "camel", "baboon", "mule", "snake", "crocodile", "ibis")
    table = opening().do(m.ArrangeColumns(order))
    assert tuple(column.animal for column in table.state.chamber.columns) == order
    assert [column["animal"] for column in GAME.view(table.state, TABLE)["columns"]] == list(order)


@pytest.mark.parametrize(
    "order", [ANIMALS[:6], (*ANIMALS, "camel"), (*ANIMALS[:6], "camel"), (*ANIMALS[:6], "dog")]
)
def test_columns_must_be_named_each_once_wall_04(order: tuple[str, ...]) -> None:
    assert opening().refused(m.ArrangeColumns(order)).clause == "WALL-04"


def test_columns_are_not_moved_once_the_game_has_begun_wall_04() -> None:
    begun = opening().answer("begin")
    assert begun.refused(m.ArrangeColumns(ANIMALS[::-1])).clause == "WALL-04"


def test_there_are_seven_sarcophagi_of_each_number_of_eyes_wall_05() -> None:
    eyes = [eye for column in opening().state.chamber.columns for eye in column.stack]
    assert {eye: eyes.count(eye) for eye in eyes} == {1: 7, 2: 7, 3: 7}


def test_each_stack_is_taken_from_one_eye_to_three_wall_06() -> None:
    assert [column.stack for column in opening().state.chamber.columns] == [(1, 2, 3)] * 7


def test_no_mummy_value_is_known_or_shown_after_the_setup_wall_07() -> None:
    table = opening().answer("begin")
    for role in (TABLE, HALL, REFEREE, seat(0), seat(1)):
        shown = GAME.view(table.state, role)
        assert [line["parts"][0]["high"] for line in shown["score"]] == [0, 0]
        assert all(player["revealed"] is None for player in shown["seats"])


@pytest.mark.parametrize(("players", "left"), [(2, 43), (3, 40), (4, 37)])
def test_three_cards_each_are_dealt_and_the_rest_is_the_pile_wall_08(
    players: int, left: int
) -> None:
    state = opening(players).state
    assert state.hands == (3,) * players
    assert state.piles == (left, 0)
    assert len(BOX.cards) == 49


def test_hands_are_known_by_number_only_wall_08() -> None:
    assert [s["hand"] for s in GAME.view(opening(4).state, REFEREE)["seats"]] == [3] * 4


def test_the_curse_cards_stay_out_of_the_base_game_wall_09() -> None:
    table = opening().answer("begin")
    assert table.state.curses_left == ()
    assert table.refused(m.TurnCurse("C0")).clause == "WALL-09"


def test_all_sixteen_scarabs_begin_on_the_slab_wall_10() -> None:
    assert opening().slab == 16
    assert all(column.scarabs == 0 for column in opening().state.chamber.columns)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_player_begins_with_five_researchers_wall_11(players: int) -> None:
    state = opening(players).state
    assert [state.reserve(s) for s in range(players)] == [5] * players


def test_a_pharaoh_card_is_noted_for_its_owner_alone_wall_12() -> None:
    noted = opening().do(m.NotePharaoh(ME, "snake"))
    assert GAME.view(noted.state, seat(0))["notes"]["pharaoh"] == "snake"
    for role in (TABLE, HALL, REFEREE, seat(1)):
        without = GAME.view(opening().state, role)
        assert msgspec.json.encode(GAME.view(noted.state, role)) == msgspec.json.encode(without)


def test_a_pharaoh_card_nobody_can_have_is_refused_wall_12() -> None:
    assert opening().refused(m.NotePharaoh(ME, "dog")).clause == "WALL-12"
    assert opening().refused(m.NotePharaoh(7, "camel")).clause == "WALL-12"


def test_two_players_cannot_turn_over_the_same_pharaoh_card_wall_12_wo_2() -> None:
    state = revealing({}).state
    reveal = Position(state.but(box=known(state.box))).do(m.TurnOver(0, "camel", ()))
    assert reveal.refused(m.TurnOver(1, "camel", ())).clause == "WALL-12"
    assert reveal.do(m.TurnOver(1, "mule", ())).state.phase == Phase.OVER


def test_a_box_with_two_pharaoh_cards_of_an_animal_lets_two_players_show_it_wo_2() -> None:
    """WO-2 is data: the box says which pharaoh cards there are."""
    reveal = revealing({})
    box = msgspec.structs.replace(reveal.state.box, pharaohs=("camel", "camel", "mule"))
    reveal = Position(reveal.state.but(box=box)).do(m.TurnOver(0, "camel", ()))
    assert reveal.do(m.TurnOver(1, "camel", ())).state.phase == Phase.OVER


def test_the_box_has_one_pharaoh_card_for_each_animal_wo_2() -> None:
    assert sorted(BOX.pharaohs) == sorted(BOX.animals)
    assert len(BOX.animals) == 7


def test_a_mummy_is_worth_what_its_eyes_say_wo_3() -> None:
    """WO-3: how many of each value is unknown, so only the possible values are checked."""
    assert [BOX.worth(eyes) for eyes in (1, 2, 3)] == [(3, 4), (5, 6), (7, 8, 10)]
    lowest, highest = (sum(7 * pick(BOX.worth(eyes)) for eyes in (1, 2, 3)) for pick in (min, max))
    assert (lowest, highest) == (105, 140)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_to_four_people_can_play_wo_1(players: int) -> None:
    assert len(opening(players).state.seats) == players


@pytest.mark.parametrize("people", [(), SEATS[:1], (*SEATS, Seat("Eve", "red"))])
def test_fewer_than_two_or_more_than_four_people_are_refused_wo_1(people: tuple[Seat, ...]) -> None:
    with refuses(BadSeats, match="2 to 4"):
        GAME.opening(BOX, people, HouseRules())


def test_the_first_seat_is_the_youngest_and_begins_wall_13() -> None:
    begun = opening(3).answer("begin")
    assert begun.happened(e.Begun)[0].because == ("WALL-13",)
    assert begun.state.turn == 0
    assert begun.do(m.InsertCard(0, "H00")).state.turn == 1


def test_the_game_begins_once_wall_13() -> None:
    assert opening().answer("begin").refused(m.Begin()).clause == "WALL-13"


def test_the_facts_nobody_confirmed_are_flagged_wo_9() -> None:
    """WO-9: geometry and faces are data, and marked as assumed until the real set is enrolled."""
    assert (BOX.wall.slots, BOX.wall.capacity, BOX.wall.block) == (7, 7, (2, 1))
    assert "wall" in BOX.assumed
    assert "cards:49" in BOX.assumed


def test_the_default_deck_is_the_one_the_ruling_describes_wo_9() -> None:
    """WO-9: every ordered couple of animals once; each animal fourteen times, seven each way."""
    order = ("camel", "mule", "snake", "ibis", "crocodile", "cat", "baboon")
    for card in BOX.cards:
        (left, right), i, j = card.cells[0], int(card.id[1]), int(card.id[2])
        q = (j - i) % 7
        assert left == f"{order[i]}_{'L' if q <= 3 else 'R'}"
        assert right == f"{order[j]}_{'L' if q in (1, 3, 5) else 'R'}"
    faces = [face for card in BOX.cards for face in card.cells[0]]
    assert {faces.count(f"{animal}_{gaze}") for animal in order for gaze in "LR"} == {7}


def test_the_curse_cards_are_the_ones_the_ruling_describes_wo_9() -> None:
    expected = [{ANIMALS[i % 7], ANIMALS[(i + 1) % 7], ANIMALS[(i + 3) % 7]} for i in range(6)]
    assert [set(card.animals) for card in BOX.curse_cards] == expected


def test_a_hand_that_the_pile_cannot_deal_is_refused() -> None:
    data = box_data()
    data["pieces"]["hand"] = 6
    box = GAME.load_box(None)
    small = msgspec.structs.replace(box, hand=6)
    with refuses(BadBox, match="deal 24 cards to 4 players"):
        GAME.opening(small, SEATS, HouseRules(curse_of_the_pharaoh=True))


def test_a_card_in_the_wall_before_the_beginning_is_named_wall_08() -> None:
    refusal = GAME.misfit(opening().state, {"0,0": "camel_L", "1,0": "mule_L"})
    assert refusal.clause == "WALL-08"
    assert refusal.cells == ("0,0", "1,0")


def test_counting_the_slab_confirms_or_names_the_difference_wall_48() -> None:
    table = laid()
    assert table.do(m.CountSlab(16)).because == {"WALL-48"}
    refusal = table.refused(m.CountSlab(15))
    assert refusal.clause == "WALL-48"
    assert refusal.say.values["found"] == 15
    assert refusal.say.values["expected"] == 16
