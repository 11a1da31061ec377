"""The trap: what counts as a landslide, what does not, and what may not be done with fingers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.core.observation import Pressed, Ticked
from companion.core.verdict import Accepted, Move
from companion.games.bowl import GAME
from companion.games.bowl import events as e
from companion.games.bowl import moves as m
from companion.games.bowl.state import Phase
from companion.games.bowl.trap import FOULS, PLACES
from companion.senses.scale.verdicts import LOCK_SECONDS
from tests.rooms.bowl.laid import DESERT, ME, RIVAL, Position, begun, laid


def drawing(**rules: Any) -> Position:
    """Red is wanted and the hand goes into the bowl; the figure stands on D2."""
    return laid("r b r b", figures={ME: "D2"}, **rules).name("r")


def test_one_boulder_of_the_wanted_colour_is_taken_bowl_18() -> None:
    table = drawing()
    assert table.refused(m.TakeBoulder("blue")).clause == "BOWL-18"
    taken = table.clean()
    assert "BOWL-18" in taken.clauses_of(e.BoulderTaken)
    assert taken.refused(m.TakeBoulder("red")).clause == "BOWL-14"


def test_a_clean_boulder_goes_into_the_bag_until_the_rebuild_bowl_19() -> None:
    table = drawing().clean()
    assert (table.state.bowl, table.state.bag) == ((4, 5, 5, 5), (1, 0, 0, 0))
    table = table.stay().flip("b")
    assert table.state.bag == (1, 0, 0, 0)
    table = table.slide().rebuild()
    assert (table.state.bowl, table.state.bag) == ((5, 5, 5, 5), (0, 0, 0, 0))


def _flipped() -> Position:
    return laid("r").flip("b")


def _named() -> Position:
    return laid("r").name("r")


def _in_chamber() -> Position:
    way = f"{DESERT} | r b y g r b y g r b y g r b"
    return laid(way, figures={ME: "P14"}, scarabs={ME: 2}).do(m.EnterChamber()).flip("r")


@pytest.mark.parametrize("exploring", [_flipped, _named, _in_chamber])
def test_the_trap_binds_every_exploration_bowl_20(exploring: Callable[[], Position]) -> None:
    table = exploring()
    assert table.slide().state.phase == Phase.REBUILD
    assert table.do(m.CallFoul("two_hands")).happened(e.FoulWarned)


def test_only_one_hand_bowl_27_bowl_c_14() -> None:
    """BOWL-C-14: one hand, and dropping the wanted boulder outside is a landslide."""
    assert "BOWL-27" in drawing().do(m.CallFoul("two_hands")).clauses_of(e.FoulWarned)
    assert drawing().do(m.SeeFall("red", "board")).happened(e.LandslideHappened)
    assert drawing().do(m.SeeFall("staff", "board")).happened(e.LandslideHappened)


def test_rummaging_and_touching_are_no_fouls_bowl_28_bowl_30_bowl_c_11_bowl_c_12() -> None:
    """BOWL-C-11, BOWL-C-12: pushing on purpose and moving by touch are allowed."""
    assert set(FOULS) == {"two_hands", "boulder_gripped", "staff_held"}
    for kind in ("boulder_touched", "boulder_pushed", "staff_touched", "staff_leaning"):
        assert drawing().refused(m.CallFoul(kind)).say.key == "bowl.no_such_foul"


def test_gripping_another_boulder_is_a_foul_bowl_29() -> None:
    assert "BOWL-29" in drawing().do(m.CallFoul("boulder_gripped")).clauses_of(e.FoulWarned)


def test_holding_the_staff_is_a_foul_bowl_31() -> None:
    assert "BOWL-31" in drawing().do(m.CallFoul("staff_held")).clauses_of(e.FoulWarned)


def test_a_staff_that_moves_and_leans_on_the_rim_is_legal_bowl_30() -> None:
    table = drawing().do(m.SeeFall("staff", "rim"))
    assert "BOWL-30" in table.clauses_of(e.FallForgiven)
    assert table.state == drawing().state


@pytest.mark.parametrize(
    ("item", "where", "clause"),
    [
        ("staff", "board", "BOWL-32"),
        ("staff", "table", "BOWL-32"),
        ("blue", "board", "BOWL-32"),
        ("blue", "table", "BOWL-32"),
        ("red", "board", "BOWL-32"),
        ("red", "caught", "BOWL-O-27"),
        ("blue", "caught", "BOWL-O-27"),
        ("staff", "half_out", "BOWL-O-29"),
    ],
)
def test_what_left_the_bowl_is_a_landslide(item: str, where: str, clause: str) -> None:
    table = drawing().do(m.SeeFall(item, where))
    assert clause in table.clauses_of(e.LandslideHappened)
    assert table.field(ME) == "START"


@pytest.mark.parametrize(
    ("item", "where", "clause"),
    [
        ("staff", "bowl", "BOWL-33"),
        ("staff", "rim", "BOWL-33"),
        ("blue", "bowl", "BOWL-33"),
        ("red", "bowl", "BOWL-O-26"),
        ("red", "rim", "BOWL-O-28"),
        ("blue", "staff", "BOWL-O-28"),
        ("staff", "hand", "BOWL-O-30"),
        ("staff", "figure", "BOWL-O-30"),
        ("staff", "bag", "BOWL-O-30"),
    ],
)
def test_what_the_bowl_still_carries_is_none(item: str, where: str, clause: str) -> None:
    table = drawing().do(m.SeeFall(item, where))
    assert clause in table.clauses_of(e.FallForgiven)
    assert table.state == drawing().state
    assert table.clean().state.phase == Phase.MOVE


def test_nothing_beside_staff_and_boulder_is_a_landslide_and_one_is_enough_bowl_c_13() -> None:
    """BOWL-C-13, BOWL-32: only when the staff touches board or table, or a boulder is out."""
    assert drawing().refused(m.SeeFall("figure", "board")).clause == "BOWL-32"
    assert drawing().refused(m.Landslide(("figure",))).clause == "BOWL-32"
    assert drawing().slide("blue").happened(e.LandslideHappened)
    judged = {
        (item, where): GAME.decide(drawing().state, m.SeeFall(item, where))
        for item in ("staff", "blue")
        for where in PLACES
    }
    slid = {
        key
        for key, ruling in judged.items()
        if isinstance(ruling, Accepted)
        and any(isinstance(event, e.LandslideHappened) for event in ruling.events)
    }
    assert slid == {
        ("staff", "board"),
        ("staff", "table"),
        ("staff", "half_out"),
        ("blue", "board"),
        ("blue", "table"),
        ("blue", "figure"),
        ("blue", "bag"),
        ("blue", "caught"),
    }


def between_turns() -> list[Position]:
    """Every moment at which nobody is exploring."""
    drawn = drawing().clean()
    return [begun(), laid("r"), drawn, drawn.stay(), drawing().slide()]


@pytest.mark.parametrize("moment", range(5))
def test_a_staff_that_falls_between_turns_is_put_back_bowl_34_bowl_c_02(moment: int) -> None:
    """BOWL-C-02: between turns, whether it fell out or lies in the bowl."""
    table = between_turns()[moment]
    assert table.refused(m.Landslide(("staff",))).clause == "BOWL-34"
    for where in ("board", "bowl"):
        seen = table.do(m.SeeFall("staff", where))
        assert "BOWL-34" in seen.clauses_of(e.FallForgiven)
        assert seen.state == table.state


def test_a_staff_that_falls_while_somebody_draws_is_no_excuse_bowl_c_02() -> None:
    """BOWL-C-02: the Spanish text would forgive every staff that nobody touched."""
    assert drawing().do(m.SeeFall("staff", "board")).happened(e.LandslideHappened)


@pytest.mark.parametrize("moment", range(5))
def test_a_boulder_that_falls_outside_the_exploring_is_put_back_bowl_o_32(moment: int) -> None:
    table = between_turns()[moment]
    assert table.refused(m.Landslide(("blue",))).clause == "BOWL-O-32"
    assert table.do(m.SeeFall("blue", "board")).state == table.state


def test_exploring_ends_when_the_boulder_is_taken_bowl_o_31() -> None:
    """BOWL-O-31: what falls afterwards, in phase 2, falls between turns."""
    assert LOCK_SECONDS == 2.0
    assert drawing().slide("staff").happened(e.LandslideHappened)
    taken = drawing().clean()
    assert taken.refused(m.Landslide(("staff",))).clause == "BOWL-34"
    assert taken.do(m.SeeFall("staff", "table")).state == taken.state


def test_the_rules_know_no_clock_bowl_o_31() -> None:
    assert GAME.hears(drawing().state, Ticked(at=1e9)) is None


def test_an_impossible_place_is_refused() -> None:
    assert drawing().refused(m.SeeFall("staff", "moon")).say.key == "bowl.no_such_place"


# Trouble at the trap


def test_a_missing_colour_means_the_bowl_was_built_short_bowl_o_23() -> None:
    table = drawing().do(m.FindNone())
    assert table.clauses_of(e.TrapFoundShort) == ("BOWL-O-23",)
    assert table.field(ME) == "D2"
    again = table.rebuild()
    assert (again.state.phase, again.state.wanted) == (Phase.DRAW, "red")
    assert again.state.turn == ME


def test_the_wanted_colour_is_always_in_the_bowl_bowl_o_23() -> None:
    state = drawing().state.but(bowl=(0, 5, 5, 5), bag=(5, 0, 0, 0))
    assert [say.key for say in GAME.broken(state)] == ["bowl.broken.bowl"]


def test_the_wrong_colour_is_a_landslide_bowl_o_24() -> None:
    table = drawing().do(m.WrongColour())
    assert table.field(ME) == "START"
    assert table.state.phase == Phase.REBUILD
    assert "BOWL-O-24" in table.clauses_of(e.LandslideHappened)


def test_in_the_variant_the_wrong_boulder_counts_as_fallen_bowl_o_24() -> None:
    table = laid("b r y r b", figures={ME: "D4"}, variant="adventurous").name("b")
    assert table.refused(m.WrongColour()).clause == "BOWL-65"
    assert table.do(m.WrongColour("yellow")).field(ME) == "D3"
    assert table.do(m.WrongColour("red")).field(ME) == "D2"


def test_a_household_may_put_the_wrong_boulder_back_bowl_o_24() -> None:
    table = drawing(wrong_boulder="put_back").do(m.WrongColour("blue"))
    assert table.state == drawing(wrong_boulder="put_back").state
    assert table.clean().state.phase == Phase.MOVE


@pytest.mark.parametrize("colour", ["red", "staff", "pink"])
def test_the_wanted_colour_is_not_wrong_bowl_o_24(colour: str) -> None:
    assert drawing().refused(m.WrongColour(colour)).say.key in {
        "bowl.not_wrong",
        "bowl.not_in_the_trap",
    }


def test_a_first_foul_is_warned_and_a_second_voted_on_bowl_o_25() -> None:
    table = drawing().do(m.CallFoul("two_hands"))
    assert (table.state.warned, table.state.phase) == ((True, False), Phase.DRAW)
    table = table.do(m.CallFoul())
    assert table.options == ("guilty", "innocent")
    assert table.refused(m.TakeBoulder("red")).clause == "BOWL-O-25"
    assert table.refused(m.Landslide()).clause == "BOWL-O-25"
    assert table.refused(m.SeeFall("blue", "board")).clause == "BOWL-O-25"
    assert table.answer("innocent").clean().state.phase == Phase.MOVE
    guilty = table.answer("guilty")
    assert (guilty.field(ME), guilty.state.phase) == ("START", Phase.REBUILD)


def test_a_foul_in_the_variant_sends_back_by_the_wanted_colour_bowl_o_25() -> None:
    table = laid("b r y r b", figures={ME: "D4"}, variant="adventurous").name("b")
    table = table.do(m.CallFoul()).do(m.CallFoul()).answer("guilty")
    assert table.field(ME) == "D1"


def test_everybody_is_warned_once_for_themselves_bowl_o_25() -> None:
    table = drawing().do(m.CallFoul()).clean().stay().name("r")
    assert table.state.turn == RIVAL
    assert table.do(m.CallFoul()).happened(e.FoulWarned)


def test_a_household_may_only_warn_bowl_o_25() -> None:
    table = drawing(foul="warning").do(m.CallFoul()).do(m.CallFoul())
    assert table.happened(e.FoulWarned)
    assert not table.state.voting


def test_nobody_votes_without_a_foul_bowl_o_25() -> None:
    assert drawing().refused(m.Vote(True)).clause == "BOWL-O-25"


def test_the_wanted_boulder_dropped_bowl_o_26() -> None:
    assert drawing().do(m.SeeFall("red", "bowl")).state.phase == Phase.DRAW
    assert drawing().do(m.SeeFall("red", "board")).state.phase == Phase.REBUILD


def test_a_bump_by_somebody_else_repeats_the_exploration_bowl_o_33() -> None:
    table = drawing().do(m.Bump())
    assert table.field(ME) == "D2"
    assert table.options == ("rebuilt",)
    table = table.rebuild()
    assert (table.state.turn, table.state.wanted, table.state.phase) == (ME, "red", Phase.DRAW)


def test_who_gives_up_stays_and_the_turn_ends_bowl_o_34() -> None:
    table = drawing().do(m.GiveUp())
    assert table.field(ME) == "D2"
    assert table.state.bowl == (5, 5, 5, 5)
    assert (table.state.turn, table.state.phase) == (RIVAL, Phase.EXPLORE)


def test_a_household_may_let_giving_up_cost_a_scarab_bowl_o_34() -> None:
    """give_up_costs = scarab, if there is one."""
    poor = drawing(give_up_costs="scarab").do(m.GiveUp())
    assert (poor.field(ME), poor.happened(e.ScarabPaid)) == ("D2", [])
    rich = laid("r b", figures={ME: "D1"}, scarabs={ME: 2}, give_up_costs="scarab").name("b")
    paid = rich.do(m.GiveUp())
    assert (paid.state.scarabs, paid.state.supply) == ((1, 0), 23)
    assert paid.clauses_of(e.ScarabPaid) == ("BOWL-O-34", "BOWL-O-04")
    free = laid("r b", figures={ME: "D1"}, scarabs={ME: 2}).name("b").do(m.GiveUp())
    assert free.state.scarabs == (2, 0)


# The extra turn


def offered() -> Position:
    """The last blue boulder was drawn, the figure has moved and the trap stands again."""
    return laid("r b r", bowl={"blue": 1}).name("b").clean().to("D2").rebuild()


def test_an_extra_turn_may_be_declined_bowl_36_bowl_o_42() -> None:
    """No, thank you: without flipping a tile or naming a colour."""
    table = offered()
    assert "decline" in table.options
    assert "BOWL-36" in table.question.because
    declined = table.answer("decline")
    assert (declined.state.turn, declined.field(ME)) == (RIVAL, "D2")
    assert declined.clauses_of(e.ExtraTurnDeclined) == ("BOWL-36", "BOWL-O-42")
    assert "decline" not in declined.options


def test_an_extra_turn_that_was_begun_is_played_bowl_o_42() -> None:
    drawn = offered().name("r")
    assert drawn.refused(m.DeclineExtraTurn()).clause == "BOWL-O-42"
    assert laid("r b").refused(m.DeclineExtraTurn()).clause == "BOWL-O-42"
    after = drawn.do(m.GiveUp())
    assert (after.state.turn, "decline" in after.options) == (RIVAL, False)


def test_the_button_that_stays_also_declines_bowl_o_42() -> None:
    assert GAME.hears(offered().state, Pressed(button="stay", at=0.0)) == m.DeclineExtraTurn()


# After the end

EVERY_MOVE: list[Move] = [
    m.Begin(), m.FlipTile("D1", "red"), m.NameColour("red"), m.EnterChamber(),
    m.DeclineExtraTurn(), m.TakeBoulder("red"), m.WrongColour(), m.Landslide(),
    m.Landslide(("staff",)), m.SeeFall("staff", "board"), m.SeeFall("red", "bowl"), m.GiveUp(),
    m.Bump(), m.FindNone(), m.CallFoul(), m.Vote(True), m.Vote(False), m.MoveFigure("D1"),
    m.StayPut(), m.RebuildTrap(), m.LeaveGame(ME),
]  # fmt: skip


@pytest.mark.parametrize("move", EVERY_MOVE, ids=repr)
def test_after_the_end_no_move_counts_bowl_o_44(move: Move) -> None:
    """Not even the vote that was open when everybody else left."""
    voting = drawing().do(m.CallFoul()).do(m.CallFoul())
    for table in (voting.do(m.LeaveGame(RIVAL)), drawing().do(m.LeaveGame(RIVAL))):
        assert (table.state.winner, table.state.phase) == (ME, Phase.OVER)
        assert GAME.questions(table.state) == ()
        assert table.refused(move).clause == "BOWL-O-44"


@pytest.mark.parametrize("move", [m.GiveUp(), m.Bump(), m.FindNone(), m.CallFoul()])
def test_the_trap_is_no_matter_while_nobody_draws(move: Move) -> None:
    for table in between_turns():
        assert table.refused(move).clause == "BOWL-14"


def test_in_the_variant_a_staff_counts_only_in_a_landslide_bowl_c_20() -> None:
    table = laid("r b r b", figures={ME: "D4"}, variant="adventurous", choose_scope="any_open")
    table = table.name("r")
    assert table.do(m.SeeFall("staff", "bowl")).field(ME) == "D4"
    assert table.do(m.SeeFall("staff", "board")).field(ME) == "D3"
