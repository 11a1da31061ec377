"""The claim: go up to the guards, lay three cards in their order, and be right or start over."""

from __future__ import annotations

from itertools import permutations

import pytest

from companion.core.observation import Reply, Ticked
from companion.core.roles import HALL, REFEREE, TABLE, seat
from companion.core.verdict import Refused
from companion.games.sphinx import GAME
from companion.games.sphinx import events as e
from companion.games.sphinx import moves as m
from companion.games.sphinx.boxfile import read_box
from companion.games.sphinx.sealing import digest_of
from companion.games.sphinx.state import Phase
from tests.rooms.sphinx.laid import ME, RIVAL, Position, box_data, laid

UNDER = "red green blue yellow purple orange"
"""The guards are red, green, blue; the temples yellow, purple, orange."""


def at_the_guards(hand: str = "red blue green", **more: object) -> Position:
    """A pawn on 74 with a six: the first guard on 77 is three squares away."""
    table = laid(pawns=(74, 20), hands=(hand, "purple"), dice=(6,), **more)  # type: ignore[arg-type]
    return table.do(m.ApproachGuards(6))


def claim(table: Position, *cards: str, at: float = 10.0) -> Position:
    laid_cards = table.do(m.LayClaim(ME, cards, at))
    return laid_cards.do(m.AnswerClaim(at + 2.0)) if table.state.tracked else laid_cards


def test_who_owns_three_cards_may_go_up_to_the_guards_sphinx_36a() -> None:
    table = laid(pawns=(74, 0), hands=("red blue green",), dice=(6,))
    assert "claim:6" in table.options
    assert "SPHINX-36a" in table.do(m.ApproachGuards(6)).because


def test_nobody_has_to_claim_sphinx_36a() -> None:
    """With nothing but a claim possible, the die may be let go."""
    table = laid(pawns=(74, 70), hands=("red blue green",), dice=(4,))
    assert table.options == ("claim:4", "forfeit:4")
    assert table.answer("forfeit:4").state.turn == RIVAL


@pytest.mark.parametrize("face", [3, 4, 5, 6])
def test_reaching_the_first_guard_is_enough_sphinx_36b_sphinx_t8(face: int) -> None:
    """SPHINX-T8: from 74 the first guard on 77 needs 3; a surplus is lost."""
    table = laid(pawns=(74, 0), hands=("red blue green",), dice=(face,))
    assert f"claim:{face}" in table.options
    assert table.do(m.ApproachGuards(face)).pawns[ME] == 80


def test_which_of_two_numbers_reaches_the_guards_is_asked_only_if_it_matters_sphinx_36b() -> None:
    """Unused dice are lost with the claim, so either will do; unless the turn would go on."""
    dice = {"pawns": (74, 0), "hands": ("red blue green",), "dice": (4, 6)}
    either = laid(**dice)  # type: ignore[arg-type]
    assert [option for option in either.options if option.startswith("claim")] == ["claim:4"]
    assert either.do(m.ApproachGuards(6)).pawns[ME] == 80
    goes_on = laid(**dice, turn_ends_on_wrong_claim=False)  # type: ignore[arg-type]
    assert {"claim:4", "claim:6"} <= set(goes_on.options)


def test_a_count_that_falls_short_cannot_claim_sphinx_o_19() -> None:
    table = laid(pawns=(74, 0), hands=("red blue green",), dice=(2,))
    refusal = table.refused(m.ApproachGuards(2))
    assert refusal.clause == "SPHINX-O-19"
    assert refusal.say.values == {"face": 2, "distance": 3}


def test_a_house_may_claim_from_beside_the_first_guard_sphinx_o_18_sphinx_o_19() -> None:
    """claim_from = beside: from 74 a 2 reaches 76, beside the first guard on 77."""
    table = laid(pawns=(74, 0), hands=("red blue green",), dice=(2,), claim_from="beside")
    assert "claim:2" in table.options
    claimed = table.do(m.ApproachGuards(2))
    assert claimed.pawns[ME] == 80
    assert "SPHINX-O-19" in claimed.because
    short = laid(pawns=(74, 0), hands=("red blue green",), dice=(1,), claim_from="beside")
    assert short.refused(m.ApproachGuards(1)).say.values == {"face": 1, "distance": 2}
    standing = laid(pawns=(76, 0), hands=("red blue green",), dice=(1,), claim_from="beside")
    assert standing.do(m.ApproachGuards(1)).pawns[ME] == 80


def test_it_may_happen_in_the_middle_of_an_action_sphinx_36c() -> None:
    """What lies on the way to the guards is settled first; then the pawn is at the treasure."""
    table = laid(pawns=(71, 72), hands=("red blue green", "purple"), dice=(6,))
    passing = table.do(m.ApproachGuards(6))
    assert passing.options == ("steal:purple", "no_steal")
    there = passing.answer("steal:purple")
    assert there.hands[ME] == "red blue green purple"
    assert there.question.topic == "lay"


def test_the_pawn_is_put_on_the_treasure_square_sphinx_37a() -> None:
    table = at_the_guards()
    assert table.pawns[ME] == 80
    assert GAME.visible(table.state)["s80"] == "red"
    assert "SPHINX-37a" in table.because


def test_three_own_cards_are_laid_in_the_order_of_the_guards_sphinx_37b_sphinx_o_21() -> None:
    """SPHINX-O-21: the first card is for the first guard met."""
    table = at_the_guards(sealed=UNDER)
    assert [field["name"] for field in table.question.fields] == ["G1", "G2", "G3"]
    assert claim(table, "red", "green", "blue").happened(e.ClaimAnswered)[0].right
    assert not claim(table, "blue", "green", "red").happened(e.ClaimAnswered)[0].right


@pytest.mark.parametrize(
    "cards",
    [
        ("red", "blue"),
        ("red", "blue", "green", "yellow"),
        (),
        ("red", "blue", "orange"),
        ("red", "red", "blue"),
    ],
)
def test_a_claim_with_two_cards_or_with_others_is_refused_sphinx_37b(
    cards: tuple[str, ...],
) -> None:
    table = at_the_guards("red blue green yellow", sealed=UNDER)
    refusal = table.refused(m.LayClaim(ME, cards))
    assert refusal.clause == "SPHINX-37b"
    assert table.refused(m.LayClaim(RIVAL, ("red", "green", "blue"))).clause == "SPHINX-37b"


def test_the_form_on_the_page_lays_the_cards_sphinx_37b() -> None:
    table = at_the_guards(sealed=UNDER)
    reply = Reply(fields={"G1": "red", "G2": "green", "G3": "blue"})
    move = GAME.answer(table.state, table.question, reply, 10.0)
    assert move == m.LayClaim(ME, ("red", "green", "blue"), 10.0)
    half = GAME.answer(table.state, table.question, Reply(fields={"G1": "red"}), 10.0)
    assert not isinstance(half, Refused)
    assert table.refused(half).say.values["found"] == 1


def test_the_claimant_looks_and_compares_in_person_sphinx_38() -> None:
    """SPHINX-38: untracked, the claimant says how it is; nobody else is asked."""
    table = claim(at_the_guards(), "red", "green", "blue")
    assert table.question.to == seat(ME)
    assert table.options == ("right", "wrong")
    assert "SPHINX-38" in table.question.because


def test_a_claim_lays_cards_and_names_no_colours_aloud_sphinx_c_06() -> None:
    """SPHINX-C-06: the cards laid are the claimant's own business."""
    table = claim(at_the_guards(sealed=UNDER), "blue", "green", "red")
    for role in (TABLE, REFEREE, HALL, seat(RIVAL)):
        assert GAME.view(table.state, role)["claim"]["cards"] is None
    assert GAME.view(table.state, seat(ME))["claim"]["cards"] == ["blue", "green", "red"]
    assert GAME.private_to(m.LayClaim(ME, ("blue", "green", "red"))) == seat(ME)


def test_all_three_right_and_in_order_wins_sphinx_39() -> None:
    won = claim(at_the_guards(sealed=UNDER), "red", "green", "blue").answer("agree")
    assert won.state.phase == Phase.OVER
    outcome = GAME.is_over(won.state)
    assert outcome is not None
    assert outcome.winners == (ME,)
    assert "SPHINX-39" in outcome.because
    assert [line.rank for line in GAME.score(won.state).lines] == [1, 2]
    assert won.refused(m.Throw((1, 1, 1))).clause == "SPHINX-39"
    assert list(GAME.legal_moves(won.state)) == []


def test_after_a_wrong_claim_the_guards_stay_sphinx_40a() -> None:
    table = claim(at_the_guards(sealed=UNDER), "red", "blue", "green")
    lost = table.answer("agree")
    assert lost.state.figures == table.state.figures
    assert "SPHINX-40a" in lost.because


def test_a_wrong_claim_costs_all_cards_sphinx_40b() -> None:
    table = at_the_guards("red blue green yellow", sealed=UNDER)
    lost = claim(table, "red", "blue", "green").answer("agree")
    assert lost.hands == ("", "purple")
    assert lost.state.stock("yellow") == 4


def test_a_wrong_claim_sends_the_pawn_back_to_the_start_sphinx_40c() -> None:
    lost = claim(at_the_guards(sealed=UNDER), "red", "blue", "green").answer("agree")
    assert lost.pawns == (0, 20)


def test_after_a_wrong_claim_play_goes_on_sphinx_41() -> None:
    lost = claim(at_the_guards(sealed=UNDER), "red", "blue", "green").answer("agree")
    assert (lost.state.phase, lost.state.turn) == (Phase.PLAY, RIVAL)
    assert lost.do(m.Throw((1, 2, 3))).state.dice == (1, 2, 3)


def test_right_colours_in_the_wrong_order_lose_sphinx_t6() -> None:
    """SPHINX-T6: red, blue, green against red, green, blue."""
    answered = claim(at_the_guards(sealed=UNDER), "red", "blue", "green")
    assert not answered.happened(e.ClaimAnswered)[0].right


def test_in_the_simplified_game_the_order_does_not_matter_sphinx_48_sphinx_t6() -> None:
    for cards in permutations(("red", "blue", "green")):
        answered = claim(at_the_guards(sealed=UNDER, any_order=True), *cards)
        assert answered.happened(e.ClaimAnswered)[0].right
    table = at_the_guards("red blue yellow", sealed=UNDER, any_order=True)
    assert not claim(table, "red", "blue", "yellow").happened(e.ClaimAnswered)[0].right


def test_a_claim_needs_three_cards_sphinx_o_19() -> None:
    table = laid(pawns=(72, 0), hands=("red blue",), dice=(6,))
    refusal = table.refused(m.ApproachGuards(6))
    assert (refusal.clause, refusal.say.key) == ("SPHINX-O-19", "sphinx.too_few_cards")


def test_a_card_given_back_on_the_way_is_counted_before_the_pawn_moves_sphinx_o_19() -> None:
    """SPHINX-O-19: orange lies on 74 here, so an owned orange goes back on the way from 73."""
    data = box_data()
    data["card_squares"]["orange"] = [26, 74]
    box = read_box(data)
    three = laid(box=box, pawns=(73, 0), hands=("red blue orange",), dice=(6,))
    assert "claim:6" not in three.options
    assert three.refused(m.ApproachGuards(6)).say.key == "sphinx.too_few_cards"
    four = laid(box=box, pawns=(73, 0), hands=("red blue green orange",), dice=(6,))
    assert four.do(m.ApproachGuards(6)).hands[ME] == "red blue green"
    kept = laid(box=box, pawns=(73, 0), hands=("red blue orange",), dice=(6,), keep_cards=True)
    assert kept.do(m.ApproachGuards(6)).hands[ME] == "red blue orange"


def test_a_snake_cannot_claim_sphinx_o_20() -> None:
    table = laid(pawns=(76, 0), hands=("red blue green",), dice=("S",))
    assert table.refused(m.ApproachGuards("S")).clause == "SPHINX-O-20"
    assert not any(option.startswith("claim") for option in table.options)


def test_a_wrong_claim_ends_the_turn_and_loses_the_dice_sphinx_o_22() -> None:
    table = laid(pawns=(74, 0), hands=("red blue green",), dice=(4, 6), sealed=UNDER)
    lost = claim(table.do(m.ApproachGuards(6)), "blue", "green", "red").answer("agree")
    assert lost.happened(e.DiceLost) == [e.DiceLost((4,), ("SPHINX-O-22",))]
    assert lost.state.turn == RIVAL


def test_a_house_may_let_the_turn_go_on_from_the_start_sphinx_o_22() -> None:
    table = laid(
        pawns=(74, 0), hands=("red blue green",), dice=(4, 6), turn_ends_on_wrong_claim=False
    )
    lost = claim(table.do(m.ApproachGuards(6)), "blue", "green", "red").answer("wrong")
    assert (lost.state.turn, lost.state.dice, lost.pawns[ME]) == (ME, (4,), 0)
    assert lost.options == ("move:4:forward",)
    assert lost.question.style == "step"


def test_others_learn_only_that_it_was_wrong_sphinx_o_22() -> None:
    table = at_the_guards(sealed=UNDER)
    one = claim(table, "red", "blue", "green")
    all_wrong = claim(table, "blue", "red", "green")
    assert one.events == all_wrong.events
    for role in (TABLE, HALL, REFEREE, seat(RIVAL)):
        assert GAME.view(one.state, role) == GAME.view(all_wrong.state, role)


def test_the_answer_waits_two_seconds_right_or_wrong() -> None:
    for cards in (("red", "green", "blue"), ("blue", "green", "red")):
        table = at_the_guards(sealed=UNDER).do(m.LayClaim(ME, cards, 10.0))
        assert GAME.questions(table.state) == ()
        assert GAME.hears(table.state, Ticked(at=11.99)) is None
        assert table.refused(m.AnswerClaim(11.99)).say.key == "sphinx.wait_for_the_answer"
        assert GAME.hears(table.state, Ticked(at=12.0)) == m.AnswerClaim(12.0)
        assert len(table.do(m.AnswerClaim(12.0)).events) == 1
        assert table.refused(m.LayClaim(ME, cards, 11.0)).clause == "SPHINX-36a"


def test_nobody_moves_while_a_claim_is_open_sphinx_37b() -> None:
    table = at_the_guards(sealed=UNDER)
    assert table.refused(m.SwapSphinxes("G1", "T1")).clause == "SPHINX-37b"
    assert table.refused(m.AnswerClaim(99.0)).clause == "SPHINX-38"
    assert table.refused(m.CompareClaim(True)).clause == "SPHINX-38"
    assert laid(dice=(1,)).refused(m.LayClaim(ME, ("red", "blue", "green"))).clause == "SPHINX-36a"


def test_swaps_are_followed_to_the_claim() -> None:
    """After G1 and T1 change places, the first guard is what stood in the first temple."""
    table = laid(pawns=(74, 20), hands=("yellow blue green",), dice=(6, "S"), sealed=UNDER)
    table = table.answer("swap:G1:T1").do(m.ApproachGuards(6))
    assert claim(table, "yellow", "green", "blue").happened(e.ClaimAnswered)[0].right


@pytest.mark.parametrize("right", [True, False])
def test_the_colours_under_the_guards_decide_sphinx_o_23(right: bool) -> None:
    """SPHINX-O-23: the claimant who sees otherwise is believed, and the tracking ends."""
    cards = ("red", "green", "blue") if right else ("blue", "green", "red")
    answered = claim(at_the_guards(sealed=UNDER), *cards)
    assert answered.options == ("agree", "differs")
    differing = answered.answer("differs")
    assert differing.happened(e.TrackingDropped)[0].why == "disagreed"
    assert (differing.state.phase == Phase.OVER) is not right
    assert not differing.state.tracked


def test_everybody_can_check_the_seal_after_the_game_sphinx_o_23() -> None:
    table = laid(pawns=(74, 20), hands=("yellow blue green",), dice=(6, "S"), sealed=UNDER)
    table = table.answer("swap:G1:T1").do(m.ApproachGuards(6))
    won = claim(table, "yellow", "green", "blue").answer("agree")
    (opened,) = won.happened(e.SealOpened)
    (shown,) = GAME.view(won.state, HALL)["revealed"]
    assert shown["digest"] == table.state.seals[0].digest
    assert digest_of(shown["salt"], tuple(shown["colours"].values())) == shown["digest"]
    assert shown["swaps"] == [["G1", "T1"]]
    assert (
        dict(opened.colours)
        == shown["colours"]
        == dict(zip(("G1", "G2", "G3", "T1", "T2", "T3"), UNDER.split(), strict=True))
    )
