"""The two variants, each the basic game except for a few clauses; and players who leave."""

from __future__ import annotations

import pytest

from companion.core.roles import TABLE
from companion.core.verdict import Move
from companion.games.bowl import GAME
from companion.games.bowl import events as e
from companion.games.bowl import moves as m
from companion.games.bowl.state import Phase
from tests.rooms.bowl.laid import DESERT, ME, RIVAL, THIRD, Position, begun, laid, opening

SCRIPT: tuple[Move, ...] = (
    m.FlipTile("D1", "red"),
    m.TakeBoulder("red"),
    m.MoveFigure("D1"),
    m.FlipTile("D2", "blue"),
    m.TakeBoulder("blue"),
    m.MoveFigure("D2"),
    m.NameColour("blue"),
    m.TakeBoulder("blue"),
    m.StayPut(),
)


def played(variant: str) -> Position:
    table = begun(variant=variant)
    for move in SCRIPT:
        table = table.do(move)
    return table


@pytest.mark.parametrize("variant", ["adventurous", "quick"])
def test_elsewhere_the_basic_rules_hold_bowl_61_bowl_68(variant: str) -> None:
    basic, other = played("base").state, played(variant).state
    assert (basic.figures, basic.tiles, basic.bowl) == (other.figures, other.tiles, other.bowl)
    assert (basic.turn, basic.phase) == (other.turn, other.phase)


def test_without_mummy_and_scarabs_symbols_and_scarab_fields_mean_nothing_bowl_69() -> None:
    table = laid("r b y3", variant="quick").name("y").clean().to("D3")
    assert table.state.mummy is None
    assert (table.state.scarabs, table.state.supply) == ((0, 0), 24)
    assert [type(event) for event in table.events] == [e.FigureMoved, e.TurnPassed]


def test_it_is_not_left_to_the_players_bowl_c_24() -> None:
    """BOWL-C-24: in this variant there is neither, and no switch brings them back."""
    state = opening(variant="quick").state
    assert state.mummy is None
    shown = GAME.view(state, TABLE)
    assert shown["mummy"] is None
    assert not any(field["scarab"] for field in shown["track"])
    assert [seat["cap"] for seat in shown["seats"]] == [0, 0]


def test_a_landslide_still_sends_back_bowl_70() -> None:
    inside = laid(f"{DESERT} | r b", figures={ME: "P1"}, variant="quick").name("b")
    assert inside.slide().field(ME) == "FRONT"
    outside = laid("r b", figures={ME: "D1"}, variant="quick").name("b")
    assert outside.slide().field(ME) == "START"


def test_on_the_last_field_of_the_quick_variant_one_enters_bowl_71() -> None:
    """Naming a colour to go back is no use where nobody goes back."""
    way = f"{DESERT} | r b y g r b y g r b y g r b"
    assert laid(way, figures={ME: "P14"}, variant="quick").options[0] == "enter"
    assert not any(
        o.startswith("name") for o in laid(way, figures={ME: "P14"}, variant="quick").options
    )


# Leaving


def three() -> Position:
    return laid("r b y", players=3, figures={ME: "D1", RIVAL: "D2"}, scarabs={ME: 1, RIVAL: 3})


def test_who_leaves_takes_the_figure_and_gives_the_scarabs_back_bowl_o_41() -> None:
    table = three().do(m.LeaveGame(RIVAL))
    assert table.field(RIVAL) is None
    assert (table.state.scarabs, table.state.supply) == ((1, 0, 0), 23)
    assert (table.state.turn, table.state.phase) == (ME, Phase.EXPLORE)


def test_an_empty_seat_is_passed_over_bowl_o_41() -> None:
    table = three().do(m.LeaveGame(RIVAL)).name("b").do(m.GiveUp())
    assert table.state.turn == THIRD
    assert table.name("r").do(m.GiveUp()).state.turn == ME


@pytest.mark.parametrize("reached", ["explore", "draw", "move", "vote", "chamber"])
def test_when_the_player_on_turn_leaves_the_next_one_plays_bowl_o_41(reached: str) -> None:
    table = three()
    if reached == "chamber":
        way = f"{DESERT} | r b y g r b y g r b y g r b"
        table = laid(way, players=3, figures={ME: "P14"}, scarabs={ME: 2}).do(m.EnterChamber())
    elif reached != "explore":
        table = table.name("b")
        table = table.clean() if reached == "move" else table
        table = table.do(m.CallFoul()).do(m.CallFoul()) if reached == "vote" else table
    table = table.do(m.LeaveGame(ME))
    assert (table.state.turn, table.state.phase) == (RIVAL, Phase.EXPLORE)
    assert (table.state.wanted, table.state.visit, table.state.voting) == (None, None, False)


def test_a_broken_trap_is_rebuilt_all_the_same_bowl_o_41() -> None:
    table = three().name("b").slide().do(m.LeaveGame(ME))
    assert table.options == ("rebuilt",)
    assert table.rebuild().state.turn == RIVAL


def test_a_bowl_short_of_a_colour_too_bowl_o_41() -> None:
    table = laid("r b", players=3, bowl={"blue": 1}).name("b").clean().do(m.LeaveGame(ME))
    assert table.state.phase == Phase.REBUILD
    table = table.rebuild()
    assert (table.state.turn, table.state.bowl) == (RIVAL, (5, 5, 5, 5))


def test_the_last_one_left_wins_bowl_o_41() -> None:
    table = three().do(m.LeaveGame(RIVAL)).do(m.LeaveGame(ME))
    outcome = GAME.is_over(table.state)
    assert outcome is not None
    assert (outcome.winners, outcome.say.key) == ((THIRD,), "bowl.won.alone")


def test_nobody_leaves_twice_or_before_the_game_bowl_o_41() -> None:
    assert three().do(m.LeaveGame(RIVAL)).refused(m.LeaveGame(RIVAL)).clause == "BOWL-O-41"
    assert three().refused(m.LeaveGame(7)).say.key == "bowl.no_such_seat"
    assert opening().refused(m.LeaveGame(ME)).say.key == "bowl.nothing_to_leave"
