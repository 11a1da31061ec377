"""Taps and buttons at the bowl, and verdicts that are overruled afterwards."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.observation import Pressed, Reply, Weighed
from companion.core.verdict import Made, Move, Refused
from companion.games.bowl import GAME
from companion.games.bowl import events as e
from companion.games.bowl import moves as m
from companion.games.bowl.state import Phase, State
from companion.table.moves import Timeline, amended, extended
from tests.rooms.bowl.laid import DESERT, ME, OWN, RIVAL, Position, begun, laid, opening

ALL_OPEN = f"{DESERT} | r b y g r b y g r b y g r b"


def press(table: Position, button: str) -> Move | None:
    return GAME.hears(table.state, Pressed(button=button, at=1.0))


def test_an_answer_that_is_not_offered_is_refused() -> None:
    table = laid("r")
    refusal = GAME.answer(table.state, table.question, Reply(option="dance"), 0.0)
    assert isinstance(refusal, Refused)
    assert refusal.say.key == "bowl.no_such_choice"


def test_a_whole_turn_can_be_pressed_on_buttons() -> None:
    table = opening()
    for button in ("clean", "colour-red", "clean", "forward"):
        move = press(table, button)
        assert move is not None, button
        table = table.do(move)
    assert (table.field(ME), table.state.turn) == ("D1", RIVAL)
    for button in ("colour-red", "landslide", "clean"):
        move = press(table, button)
        assert move is not None, button
        table = table.do(move)
    assert (table.field(RIVAL), table.state.turn) == ("START", ME)


def test_the_mat_reports_a_landslide_while_somebody_explores_and_nothing_otherwise() -> None:
    table = opening()
    assert press(table, "mat") is None
    for button in ("clean", "colour-red"):
        move = press(table, button)
        assert move is not None
        table = table.do(move)
    assert press(table, "mat") == press(table, "landslide")
    assert isinstance(press(table, "mat"), m.Landslide)


def test_a_colour_key_shows_a_flip_only_when_one_face_fits() -> None:
    assert press(begun(box=OWN), "colour-red") == m.FlipTile("D1", "red", 0)
    pyramid = laid(DESERT, figures={ME: "D7"}, box=OWN)
    assert press(pyramid, "colour-red") is None, "a red pyramid tile has 0, 1 or 3 mummies"


def test_a_colour_key_names_an_open_colour_first() -> None:
    assert press(laid("r"), "colour-red") == m.NameColour("red")


def test_the_enter_button_opens_the_chamber() -> None:
    assert press(laid(ALL_OPEN, figures={ME: "P14"}, scarabs={ME: 2}), "enter") == m.EnterChamber()
    assert press(laid(ALL_OPEN, figures={ME: "P14"}), "enter") is None


def test_in_the_variant_the_keys_tell_what_fell_bowl_64_bowl_65() -> None:
    table = laid("r b", variant="adventurous").name("r")
    assert press(table, "staff") == m.Landslide(("staff",))
    assert press(table, "colour-blue") == m.Landslide(("blue",))
    assert press(table, "landslide") is None, "somebody has to say what fell"


@pytest.mark.parametrize("button", ["colour-pink", "seat-0", "nothing", "landslide", "stay"])
def test_a_button_that_means_nothing_now_does_nothing(button: str) -> None:
    assert press(laid("r"), button) is None


def test_no_key_speaks_while_the_table_votes_bowl_o_25() -> None:
    table = laid("r", variant="adventurous").name("r").do(m.CallFoul()).do(m.CallFoul())
    assert press(table, "colour-red") is None
    assert press(table, "clean") is None


def weighed(table: Position, finding: str, **details: Any) -> Move | None:
    return GAME.hears(table.state, Weighed(finding=finding, at=1.0, **details))


def test_a_clean_boulder_counts_once_the_trap_has_stayed_quiet_bowl_o_31() -> None:
    drawing = laid("r b").name("r")
    assert weighed(drawing, "clean", colour="red") is None
    assert weighed(drawing, "clean", colour="red", final=True) == m.TakeBoulder("red")
    assert weighed(drawing, "clean", colour="blue", final=True) is None


def test_a_fall_the_scale_is_sure_of_is_a_landslide_bowl_32() -> None:
    drawing = laid("r b").name("r")
    assert weighed(drawing, "landslide", fell=("staff",)) is None
    assert weighed(drawing, "landslide", fell=("staff",), final=True) == m.Landslide(("staff",))
    assert weighed(drawing, "landslide", final=True) == m.Landslide()
    assert weighed(drawing, "wrong_colour", colour="blue", final=True) == m.WrongColour("blue")
    assert weighed(drawing, "wrong_colour", final=True) == m.WrongColour()


def test_what_the_scale_leaves_open_is_for_people_to_say_bowl_65() -> None:
    variant = laid("r b", variant="adventurous").name("r")
    assert weighed(variant, "landslide", final=True) is None
    assert weighed(variant, "wrong_colour", final=True) is None
    assert weighed(variant, "landslide", fell=("red", "pebble"), final=True) is None
    assert weighed(variant, "landslide", fell=("red",), final=True) == m.Landslide(("red",))
    for finding in ("ask", "nothing", "no_landslide"):
        assert weighed(laid("r b").name("r"), finding, final=True) is None


def test_the_scale_cannot_name_a_boulder_that_is_not_in_the_bowl_bowl_o_24() -> None:
    drawing = laid("r b").name("r")
    assert weighed(drawing, "wrong_colour", colour="red", final=True) is None
    assert weighed(drawing, "wrong_colour", colour="pebble", final=True) is None


def test_between_turns_the_scale_decides_nothing_bowl_34() -> None:
    drawn = laid("r b").name("r").clean()
    for table in (begun(), laid("r b"), drawn, laid("r b").name("r").slide()):
        for finding in ("clean", "landslide", "wrong_colour"):
            assert weighed(table, finding, fell=("staff",), final=True) is None
    accused = laid("r b").name("r").do(m.CallFoul()).do(m.CallFoul())
    assert weighed(accused, "landslide", fell=("staff",), final=True) is None


def history(table: Position, *moves: Move) -> Timeline:
    """A timeline of these moves, numbered from 1."""
    timeline = Timeline(table.state)
    for number, move in enumerate(moves, 1):
        ruling = GAME.decide(timeline.state, move)
        assert not isinstance(ruling, Refused), ruling
        timeline = extended(GAME, timeline, number, "table", "", Made(move, ruling.events))
    return timeline


def test_a_landslide_can_be_overruled() -> None:
    """The verdict is put right: nothing had fallen, and the player may move after all."""
    timeline = history(laid("r b"), m.NameColour("blue"), m.Landslide())
    right = amended(GAME, timeline, 2, m.TakeBoulder("blue"))
    state: State = right.state
    assert (right.left, state.phase, state.bag) == ((), Phase.MOVE, (0, 1, 0, 0))


def test_a_clean_boulder_can_be_overruled() -> None:
    timeline = history(laid("r b"), m.NameColour("blue"), m.TakeBoulder("blue"))
    right = amended(GAME, timeline, 2, m.Landslide(("staff",)))
    assert right.state.phase == Phase.REBUILD


def test_an_overruled_verdict_leaves_what_no_longer_fits_to_the_people() -> None:
    timeline = history(laid("r b"), m.NameColour("blue"), m.TakeBoulder("blue"), m.MoveFigure("D2"))
    wrong = amended(GAME, timeline, 2, m.Landslide())
    assert [wait.move for wait in wrong.left] == [m.MoveFigure("D2")]
    assert wrong.refusal is not None
    assert wrong.refusal.clause == "BOWL-21"


def test_a_flip_taken_back_never_lets_a_later_flip_slip_to_another_field() -> None:
    timeline = history(
        begun(), m.FlipTile("D1", "red"), m.GiveUp(), m.FlipTile("D2", "blue"), m.GiveUp()
    )
    changed = amended(GAME, timeline, 1, None)
    assert changed.left, "D2 is not the next tile any more"
    assert changed.state.tiles[1] is None
    assert changed.state.tiles[2] is None


def test_the_lamps_show_what_is_wanted_and_what_must_be_rebuilt() -> None:
    drawing = laid("r b").name("r")
    assert GAME.cues(drawing.state, ()).glow == {"red": "on"}
    slid = drawing.slide()
    assert GAME.cues(slid.state, slid.events).glow == {"trap": "blink"}
    assert GAME.cues(slid.state, slid.events).sounds == ("landslide",)
    assert GAME.cues(laid("r b").state, ()).glow == {"red": "pulse", "blue": "pulse"}


def test_events_point_at_their_fields() -> None:
    table = laid("r b").name("b").clean().to("D2")
    (moved,) = table.happened(e.FigureMoved)
    assert GAME.telling.cells_of(table.state, moved) == ("D2",)
    (passed,) = table.happened(e.TurnPassed)
    assert GAME.telling.cells_of(table.state, passed) == ()


def test_a_turn_has_a_number_that_grows_by_one() -> None:
    table = begun()
    numbers = [GAME.turn(opening().state), GAME.turn(table.state)]
    table = table.flip("r").do(m.GiveUp())
    numbers.append(GAME.turn(table.state))
    assert numbers == [0, 1, 2]


def test_nothing_is_anybodys_secret() -> None:
    assert GAME.private_to(m.FlipTile("D1", "red")) is None
