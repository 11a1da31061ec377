"""What goes wrong at a real table: a sphinx falls, somebody leaves, a move was entered wrongly."""

from __future__ import annotations

import pytest

from companion.core.roles import TABLE, seat
from companion.core.verdict import Made, Move
from companion.games.sphinx import GAME
from companion.games.sphinx import events as e
from companion.games.sphinx import moves as m
from companion.games.sphinx.rules import fixed
from companion.games.sphinx.state import Phase
from companion.table.moves import Timeline, amended, extended
from tests.rooms.sphinx.laid import ME, RIVAL, SALT, THIRD, Position, laid

UNDER = "red green blue yellow purple orange"


def played(position: Position, *moves: Move) -> Timeline:
    """A timeline of these moves."""
    timeline = Timeline(position.state)
    for number, move in enumerate(moves, 1):
        made = Made(move, Position(timeline.state).do(move).events)
        timeline = extended(GAME, timeline, number, "table", "", made)
    return timeline


# What is done


def test_executed_actions_cannot_be_changed_sphinx_42() -> None:
    timeline = played(laid(dice=(1, 3, 6)), m.UseDie(1, True), m.UseDie(6, True))
    first, second = (past.after for past in timeline.past)
    refusal = fixed(first, timeline.state)
    assert refusal is not None
    assert refusal.clause == "SPHINX-42"
    assert fixed(second, timeline.state) is None


def test_a_wrong_count_is_corrected_before_the_next_die_is_used_sphinx_o_29() -> None:
    """SPHINX-O-29: afterwards it stands."""
    timeline = played(laid(dice=(1, 3)), m.UseDie(1, True))
    assert fixed(timeline.past[0].after, timeline.state) is None
    mended = amended(GAME, timeline, 1, m.UseDie(3, True))
    assert mended.state.pawns[ME] == 3
    later = played(laid(dice=(1, 3, 6)), m.UseDie(1, True), m.UseDie(3, True))
    assert fixed(later.past[0].after, later.state) is not None


def test_the_last_action_of_a_turn_can_be_corrected_until_the_next_die_sphinx_o_29() -> None:
    timeline = played(laid(dice=(3,)), m.UseDie(3, True), m.Throw((1, 1, 1)))
    assert fixed(timeline.past[0].after, timeline.state) is None
    timeline = played(laid(dice=(3,)), m.UseDie(3, True), m.Throw((1, 1, 1)), m.UseDie(1, True))
    assert fixed(timeline.past[0].after, timeline.state) is not None


def test_a_swap_that_was_not_made_is_undone_within_its_action_sphinx_o_25() -> None:
    """SPHINX-O-25: two sphinxes at one seat, or a missing swap; later it stands."""
    timeline = played(laid(dice=(1, "S")), m.SwapSphinxes("G1", "T1"))
    assert fixed(timeline.past[0].after, timeline.state) is None
    mended = amended(GAME, timeline, 1, m.SwapSphinxes("G1", "T2"))
    assert mended.state.figures == (4, 1, 2, 3, 0, 5)
    assert len(mended.state.swaps) == 1
    later = played(laid(dice=(1, "S")), m.SwapSphinxes("G1", "T1"), m.UseDie(1, True))
    assert fixed(later.past[0].after, later.state) is not None


def test_a_claim_cannot_be_tried_twice_by_taking_it_back_sphinx_42() -> None:
    """Otherwise the answers would reveal the colours one after the other."""
    table = laid(pawns=(74, 0), hands=("red blue green",), dice=(6,), sealed=UNDER)
    timeline = played(
        table,
        m.ApproachGuards(6),
        m.LayClaim(ME, ("red", "blue", "green"), 1.0),
        m.AnswerClaim(3.0),
    )
    for past in timeline.past[:2]:
        assert fixed(past.after, timeline.state) is not None


def test_nothing_is_changed_once_the_seal_is_open_sphinx_42() -> None:
    table = laid(pawns=(74, 0), hands=("red blue green",), dice=(6,), sealed=UNDER)
    timeline = played(
        table,
        m.ApproachGuards(6),
        m.LayClaim(ME, ("red", "green", "blue"), 1.0),
        m.AnswerClaim(3.0),
        m.CompareClaim(True),
    )
    assert all(fixed(past.after, timeline.state) is not None for past in timeline.past)


def test_a_wrong_tap_at_the_end_of_an_untracked_game_can_be_mended() -> None:
    table = laid(pawns=(74, 0), hands=("red blue green",), dice=(6,))
    timeline = played(
        table,
        m.ApproachGuards(6),
        m.LayClaim(ME, ("red", "green", "blue")),
        m.CompareClaim(True),
    )
    assert fixed(timeline.past[2].after, timeline.state) is None
    assert amended(GAME, timeline, 3, m.CompareClaim(False)).state.phase == Phase.PLAY


# A sphinx falls


def test_a_sphinx_knocked_over_is_stood_up_sphinx_o_24() -> None:
    fallen = laid(dice=(3,), sealed=UNDER).do(m.SayFallen("G2"))
    assert fallen.question.to == TABLE
    assert fallen.options == ("play_on", "mix")
    assert fallen.refused(m.UseDie(3, True)).clause == "SPHINX-O-24"
    on = fallen.answer("play_on")
    assert on.state.tracked
    assert on.use(3).pawns[ME] == 3


def test_all_may_agree_to_mix_the_six_anew_sphinx_o_24() -> None:
    table = laid(dice=(4, 3), sealed=UNDER, pawns=(0, 0)).use(4).answer("look:G1")
    fallen = table.do(m.NoteColour(ME, "G1", "red"), m.SayFallen("G2"))
    refusal = fallen.refused(m.MixAnew((ME,)))
    assert (refusal.clause, refusal.say.values["players"]) == ("SPHINX-O-24", ["Ben"])
    mixed = fallen.do(m.MixAnew((ME, RIVAL)))
    assert not mixed.state.tracked
    assert mixed.state.looks == ()
    assert mixed.state.notes == ((), ())
    assert mixed.refused(m.MixAnew((ME, RIVAL))).clause == "SPHINX-O-24"


def test_after_mixing_the_colours_may_be_sealed_again_sphinx_o_24() -> None:
    mixed = laid(dice=(3,), sealed=UNDER).do(m.SayFallen("T1"), m.MixAnew((ME, RIVAL)))
    again = mixed.do(m.Seal(("blue", "red", "green", "orange", "purple", "yellow"), SALT))
    assert again.state.tracked
    assert len(again.state.seals) == 2
    assert again.refused(m.Seal(tuple(UNDER.split()), SALT)).say.key == "sphinx.no_sealing_now"


def test_a_new_seal_counts_from_the_seats_of_its_moment() -> None:
    table = laid(pawns=(74, 0), hands=("red blue green",), dice=(6, "S"), sealed=UNDER)
    table = table.answer("swap:G1:T1").do(m.Rescan((ME, RIVAL)))
    sealed = table.do(m.Seal(("red", "blue", "green", "yellow", "purple", "orange"), SALT))
    laid_cards = sealed.do(m.ApproachGuards(6), m.LayClaim(ME, ("red", "blue", "green"), 0.0))
    assert laid_cards.do(m.AnswerClaim(2.0)).happened(e.ClaimAnswered)[0].right


# The machine is wrong


def test_the_machine_can_be_told_to_stop_tracking_sphinx_o_23() -> None:
    table = laid(pawns=(74, 0), hands=("red blue green",), dice=(6,), sealed=UNDER)
    stopped = table.do(m.StopTracking())
    assert stopped.happened(e.TrackingDropped)[0].why == "told"
    claimed = stopped.do(m.ApproachGuards(6), m.LayClaim(ME, ("red", "green", "blue")))
    assert claimed.options == ("right", "wrong")
    assert stopped.refused(m.StopTracking()).clause == "SPHINX-O-23"


def test_a_rescan_needs_the_consent_of_all_sphinx_o_23() -> None:
    table = laid(dice=(3,), sealed=UNDER)
    assert table.refused(m.Rescan((RIVAL,))).clause == "SPHINX-O-23"
    assert table.refused(m.Seal(tuple(UNDER.split()), SALT)).clause == "SPHINX-O-23"
    agreed = table.do(m.Rescan((ME, RIVAL)))
    assert agreed.do(m.Seal(tuple(UNDER.split()), SALT)).state.tracked


# Somebody leaves


def test_the_last_player_left_wins_sphinx_o_28() -> None:
    table = laid(pawns=(5, 9, 12), hands=("red", "blue", "green"))
    one_gone = table.do(m.GiveUp(RIVAL))
    assert one_gone.state.playing == (ME, THIRD)
    assert one_gone.state.stock("blue") == 4
    over = one_gone.do(m.GiveUp(ME))
    outcome = GAME.is_over(over.state)
    assert outcome is not None
    assert (outcome.winners, outcome.because) == ((THIRD,), ("SPHINX-O-28",))
    assert one_gone.refused(m.GiveUp(RIVAL)).clause == "SPHINX-O-28"


def test_turns_pass_over_somebody_who_left_sphinx_o_28() -> None:
    table = laid(pawns=(0, 0, 0), dice=(3,)).do(m.GiveUp(RIVAL))
    assert table.use(3).state.turn == THIRD


def test_somebody_on_turn_may_leave_in_the_middle_of_an_action_sphinx_o_28() -> None:
    table = laid(pawns=(0, 0, 0), dice=(4, 5)).use(4).do(m.GiveUp(ME))
    assert (table.state.turn, table.state.dice, table.state.action) == (RIVAL, None, None)


def test_an_action_broken_off_leaves_the_pawns_behind_the_door() -> None:
    """The door has turned on the table already, whatever is still asked on the screen."""
    asked = laid(pawns=(34, 59, 3), dice=(2, 3)).use(2)
    assert asked.state.action
    assert asked.do(m.GiveUp(ME)).pawns == (None, 36, 3)
    assert asked.do(m.GiveUp(THIRD)).pawns == (36, 59, None)
    assert asked.do(m.GiveUp(THIRD), m.GiveUp(RIVAL)).pawns == (59, None, None)


def test_a_victim_who_leaves_is_not_robbed_any_more_sphinx_o_28() -> None:
    table = laid(pawns=(10, 12, 0), hands=("", "red", ""), dice=(3, "S")).use(3)
    left = table.do(m.GiveUp(RIVAL))
    assert left.state.action is None
    assert all(option.startswith("swap") for option in left.options)


# Notes


def test_what_a_look_has_earned_may_be_noted_by_that_seat_alone() -> None:
    table = laid(dice=(4, "S"), sealed=UNDER).use(4).answer("look:G2")
    noted = table.do(m.NoteColour(ME, "G2", "green"))
    assert GAME.private_to(m.NoteColour(ME, "G2", "green")) == seat(ME)
    mine = GAME.view(noted.state, seat(ME))["notes"]["sphinxes"]
    assert mine == [{"where": "G2", "colour": "green"}]
    for other in (TABLE, seat(RIVAL)):
        assert "green" not in str(GAME.view(noted.state, other).get("notes", {}).get("sphinxes"))
        assert GAME.view(noted.state, other) == GAME.view(table.state, other)


def test_a_note_follows_the_sphinx_when_it_is_swapped() -> None:
    table = laid(dice=(4, "S")).use(4).answer("look:G2").do(m.NoteColour(ME, "G2", "green"))
    swapped = table.answer("swap:G2:T1")
    assert GAME.view(swapped.state, seat(ME))["notes"]["sphinxes"] == [
        {"where": "T1", "colour": "green"}
    ]
    wiped = swapped.do(m.NoteColour(ME, "T1", None))
    assert GAME.view(wiped.state, seat(ME))["notes"]["sphinxes"][0]["colour"] is None


@pytest.mark.parametrize(
    ("move", "clause"),
    [
        (m.NoteColour(ME, "G1", "red"), "SPHINX-31"),
        (m.NoteColour(RIVAL, "G2", "red"), "SPHINX-31"),
        (m.NoteColour(ME, "G2", "mauve"), "SPHINX-04"),
        (m.NoteColour(ME, "X1", "red"), "SPHINX-05"),
        (m.NoteColour(9, "G2", "red"), "SPHINX-31"),
    ],
)
def test_what_was_not_earned_cannot_be_noted(move: m.NoteColour, clause: str) -> None:
    table = laid(dice=(4, "S")).use(4).answer("look:G2")
    assert table.refused(move).clause == clause
