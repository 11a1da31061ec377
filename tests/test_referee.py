"""The referee: which legal move explains a picture, and what it does when none or several do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from companion.core.cells import EMPTY
from companion.core.facts import insisted
from companion.core.observation import SOMETHING_ELSE, Reading, Seen
from companion.core.verdict import Explained, Leave, Move, Refused, Unchanged, Unclear, Verdict
from companion.games.wall import GAME
from companion.games.wall import moves as m
from companion.games.wall.box import Card
from companion.games.wall.state import State
from companion.table.explain.referee import judge
from tests.rooms.position import known
from tests.rooms.wall.laid import ME, Position, a_box, col, laid

Chances = Mapping[str, float]
H01 = {"6,0": "camel_L", "7,0": "mule_L"}
"""What the card H01 shows in slot 4."""
H04 = {"6,0": "camel_R", "7,0": "crocodile_R"}


def begun() -> State:
    box = GAME.load_box(None)
    opening = GAME.opening(box, laid().state.seats, GAME.house_rules())
    return Position(opening).do(m.Begin()).state


def look(state: State, changed: Mapping[str, str | Chances], covered: tuple[str, ...] = ()) -> Seen:
    """A still look at the wall: as expected, except for what is changed or covered."""
    readings = {c: Reading({label: 0.998, "?": 0.002}) for c, label in GAME.visible(state).items()}
    for cell, shown in changed.items():
        readings[cell] = Reading(
            {shown: 0.998, EMPTY: 0.002} if isinstance(shown, str) else dict(shown)
        )
    readings |= {cell: Reading({}, "hand") for cell in covered}
    return Seen(readings=readings, at=0.0)


def judged(state: State, changed: Mapping[str, Any], *covered: str) -> Verdict:
    return judge(GAME, state, look(state, changed, covered))


def explained(verdict: Verdict) -> list[Move]:
    assert isinstance(verdict, Explained), verdict
    return [made.move for made in verdict.made]


def options(verdict: Verdict) -> list[Move]:
    assert isinstance(verdict, Unclear), verdict
    return [option.move for option in verdict.question.options]


def test_a_picture_of_what_is_known_changes_nothing() -> None:
    assert judged(begun(), {}) == Unchanged()


def test_one_new_card_is_the_one_legal_explanation() -> None:
    verdict = judged(begun(), H01)
    assert explained(verdict) == [m.InsertCard(3, "H01")]
    assert isinstance(verdict, Explained)
    assert verdict.made[0].events[0].card == "H01"  # type: ignore[attr-defined]


def test_a_card_that_is_on_the_wall_already_cannot_explain_another() -> None:
    """H01 is gone: what looks like a camel and perhaps a mule is now something else."""
    state = Position(begun()).do(m.InsertCard(0, "H01")).state
    blurred = {"6,0": "camel_L", "7,0": {"mule_L": 0.7, "ibis_L": 0.3}}
    assert explained(judged(state, blurred)) == [m.InsertCard(3, "H03")]


def test_two_likely_cards_are_a_question_with_both_and_neither() -> None:
    blurred = {"6,0": "camel_L", "7,0": {"mule_L": 0.6, "ibis_L": 0.4}}
    verdict = judged(begun(), blurred)
    assert options(verdict) == [m.InsertCard(3, "H01"), m.InsertCard(3, "H03"), Leave()]
    assert isinstance(verdict, Unclear)
    assert set(verdict.question.cells) == {"6,0", "7,0"}


def test_the_likelier_card_is_offered_first() -> None:
    blurred = {"6,0": "camel_L", "7,0": {"mule_L": 0.3, "ibis_L": 0.7}}
    assert options(judged(begun(), blurred))[:2] == [m.InsertCard(3, "H03"), m.InsertCard(3, "H01")]


def test_one_card_far_ahead_is_taken_without_asking() -> None:
    blurred = {"6,0": "camel_L", "7,0": {"mule_L": 0.995, "ibis_L": 0.005}}
    assert explained(judged(begun(), blurred)) == [m.InsertCard(3, "H01")]


def test_a_shadow_that_may_be_a_card_is_asked_about_or_left_alone() -> None:
    faint = {"6,0": {EMPTY: 0.45, "camel_L": 0.55}, "7,0": {EMPTY: 0.45, "mule_L": 0.55}}
    assert m.InsertCard(3, "H01") in options(judged(begun(), faint))
    fainter = {"6,0": {EMPTY: 0.6, "camel_L": 0.4}, "7,0": {EMPTY: 0.6, "mule_L": 0.4}}
    assert judged(begun(), fainter) == Unchanged()


def test_a_covered_window_is_unreadable_and_never_empty() -> None:
    state = Position(begun()).do(m.InsertCard(3, "H01")).state
    assert judged(state, {}, "6,0", "7,0") == Unchanged()


def test_a_hand_over_half_a_card_leaves_a_question_not_a_guess() -> None:
    verdict = judged(begun(), {"6,0": "camel_L"}, "7,0")
    found = options(verdict)
    assert len(found) > 2
    assert m.InsertCard(3, "H01") in found


def test_a_whole_wall_that_cannot_be_read_changes_nothing() -> None:
    state = begun()
    assert judged(state, {}, *GAME.visible(state)) == Unchanged()


def test_an_undecided_reading_of_a_known_card_is_no_exchange() -> None:
    """Less than even odds for what should be there, yet likelier than anything else."""
    state = Position(begun()).do(m.InsertCard(3, "H01")).state
    unsure = {"6,0": {"camel_L": 0.45, "camel_R": 0.3, "cat_L": 0.25}}
    assert judged(state, unsure) == Unchanged()


def test_a_contradiction_names_the_windows_that_disagree() -> None:
    state = Position(begun()).do(m.InsertCard(3, "H01")).state
    verdict = judged(state, {"6,0": "cat_R"})
    assert isinstance(verdict, Refused)
    assert (verdict.clause, verdict.cells) == ("WALL-18", ("6,0",))


REFUSALS = {
    "upside down": ({"6,0": "camel_L_upside_down", "7,0": "mule_L_upside_down"}, "WALL-15"),
    "something nobody taught": ({"6,0": SOMETHING_ELSE, "7,0": SOMETHING_ELSE}, "WALL-08"),
    "jammed above a gap": ({"6,2": "camel_L", "7,2": "mule_L"}, "WO-30"),
    "half inserted": ({"6,0": "camel_L"}, "WO-30"),
    "three cards at once": (
        H01 | {"0,0": "camel_R", "1,0": "crocodile_R"} | {"10,0": "snake_L", "11,0": "mule_R"},
        "WALL-14",
    ),
}


@pytest.mark.parametrize(("shown", "clause"), REFUSALS.values(), ids=list(REFUSALS))
def test_what_no_legal_move_explains_is_refused_by_its_clause(
    shown: dict[str, str], clause: str
) -> None:
    verdict = judged(begun(), shown)
    assert isinstance(verdict, Refused), verdict
    assert verdict.clause == clause
    assert verdict.cells


def test_a_card_taken_out_is_refused_wall_18() -> None:
    state = Position(begun()).do(m.InsertCard(3, "H01")).state
    verdict = judged(state, {"6,0": EMPTY, "7,0": EMPTY})
    assert isinstance(verdict, Refused)
    assert (verdict.clause, verdict.say.key) == ("WALL-18", "wall.card_gone")


def asked_about(verdict: Verdict) -> list[Move]:
    assert isinstance(verdict, Unclear), verdict
    assert verdict.question.ask.key == "referee.not_in_the_box"
    return [option.move for option in verdict.question.options]


def test_a_card_nobody_knew_of_is_asked_about_not_refused_wall_08() -> None:
    seen = {"6,0": "camel_R", "7,0": "mule_R"}
    card = m.InsertCard(3, "camel_R+mule_R")
    assert asked_about(judged(begun(), seen)) == [card, Leave()]
    sure = begun().but(box=known(begun().box))
    assert asked_about(judged(sure, seen)) == [insisted(card), Leave()]


def test_a_card_seen_a_second_time_is_asked_about_too_wall_08() -> None:
    state = Position(begun()).do(m.InsertCard(0, "H01")).state
    assert asked_about(judged(state, H01)) == [m.InsertCard(3, "camel_L+mule_L"), Leave()]


def test_cards_in_the_wall_before_the_beginning_are_refused_wall_08() -> None:
    box = GAME.load_box(None)
    opening = GAME.opening(box, laid().state.seats, GAME.house_rules())
    verdict = judged(opening, H01)
    assert isinstance(verdict, Refused)
    assert verdict.say.key == "wall.wall_not_empty"


def shown(state: State, card: str, slot: int, height: int = 0) -> dict[str, str]:
    """What a card shows at a height of a slot."""
    faces = state.box.card(card).cells[0]
    return {f"{2 * slot + n},{height}": face for n, face in enumerate(faces)}


def test_two_cards_in_one_slot_have_a_known_order() -> None:
    state = begun()
    both = shown(state, "H25", 3) | shown(state, "H31", 3, 1)
    assert explained(judged(state, both)) == [m.InsertCard(3, "H25"), m.InsertCard(3, "H31")]


def test_two_cards_in_one_slot_are_counted_with_the_pairs_between_them() -> None:
    """The second is the rival's, and the pair with it."""
    state = begun()
    both = shown(state, "H25", 3) | shown(state, "H26", 3, 1)
    verdict = judged(state, both)
    assert explained(verdict) == [m.InsertCard(3, "H25"), m.InsertCard(3, "H26")]


def test_two_cards_in_different_slots_without_pairs_need_no_order() -> None:
    state = begun()
    moves = explained(judged(state, shown(state, "H01", 3) | shown(state, "H25", 0)))
    assert set(moves) == {m.InsertCard(3, "H01"), m.InsertCard(0, "H25")}


def test_beside_a_sure_card_a_faint_one_is_not_taken_for_inserted() -> None:
    """The sure one counts at once; the other is asked about when the picture is judged again."""
    state = begun()
    faint: dict[str, Any] = {
        "0,0": {EMPTY: 0.45, "camel_R": 0.55},
        "1,0": {EMPTY: 0.45, "crocodile_R": 0.55},
    }
    assert explained(judged(state, H01 | faint)) == [m.InsertCard(3, "H01")]
    then = Position(state).do(m.InsertCard(3, "H01")).state
    readings = look(state, H01 | faint)
    assert m.InsertCard(0, "H04") in options(judge(GAME, then, readings))


def test_two_cards_that_pair_with_each_other_alone_need_no_order() -> None:
    """Whichever was first, the second player makes the pair."""
    state = laid(columns={"camel": col(ME), "mule": col(ME)}).state
    state = _with_two_cards(state, ("camel_L", "mule_L"), ("mule_R", "ibis_L"))
    moves = explained(judged(state, shown(state, "A", 3) | shown(state, "B", 4)))
    assert set(moves) == {m.InsertCard(3, "A"), m.InsertCard(4, "B")}


def test_two_cards_in_different_slots_with_pairs_are_asked_about() -> None:
    """The player who paired with the camel sets the researcher, so it matters who was first."""
    state = laid(wall={(5, 0): "camel_L"}).state
    state = _with_two_cards(state, ("camel_L", "mule_L"), ("snake_R", "ibis_L"))
    verdict = judged(state, shown(state, "A", 3) | shown(state, "B", 6))
    assert set(options(verdict)) == {m.InsertCard(3, "A"), m.InsertCard(6, "B"), Leave()}
    assert isinstance(verdict, Unclear)
    assert verdict.question.ask.key == "referee.which_first"


def test_two_cards_after_a_question_is_certain_to_come_are_taken_one_by_one() -> None:
    """Same slot, the lower one makes a pair and asks: only it is certain so far."""
    state = laid(wall={(5, 0): "camel_L"}).state
    state = _with_two_cards(state, ("camel_L", "mule_L"), ("snake_R", "ibis_L"))
    verdict = judged(state, shown(state, "A", 3) | shown(state, "B", 3, 1))
    assert explained(verdict) == [m.InsertCard(3, "A")]


def _with_two_cards(state: State, one: tuple[str, ...], other: tuple[str, ...]) -> State:
    """Let two of the cards nobody has seen yet be these."""
    cards = list(state.box.cards)
    unseen = [n for n, card in enumerate(cards) if card.id not in state.inserted]
    cards[unseen[0]], cards[unseen[1]] = Card("A", (one,)), Card("B", (other,))
    return state.but(box=msgspec.structs.replace(state.box, cards=tuple(cards)))


def test_nothing_is_judged_against_a_wall_of_another_shape() -> None:
    """Windows the wall does not have are not evidence."""
    state = laid(box=a_box(slots=5)).state
    seen = look(state, {})
    more = dict(seen.readings) | {"99,99": Reading({"camel_L": 1.0})}
    assert judge(GAME, state, Seen(readings=more, at=0.0)) == Unchanged()


def test_judging_does_not_depend_on_the_order_of_the_readings() -> None:
    state = begun()
    seen = look(state, H01)
    backwards = Seen(readings=dict(reversed(list(seen.readings.items()))), at=0.0)
    assert judge(GAME, state, seen) == judge(GAME, state, backwards)
    torn = look(state, {"6,0": "camel_L", "2,0": "cat_L"})
    reverse = Seen(readings=dict(reversed(list(torn.readings.items()))), at=0.0)
    assert judge(GAME, state, torn) == judge(GAME, state, reverse)


def test_the_mover_of_a_doubt_is_named_in_words_for_each_answer() -> None:
    blurred = {"6,0": "camel_L", "7,0": {"mule_L": 0.6, "ibis_L": 0.4}}
    verdict = judged(begun(), blurred)
    assert isinstance(verdict, Unclear)
    keys = [option.say.key for option in verdict.question.options]
    assert keys == ["wall.move.InsertCard", "wall.move.InsertCard", "referee.none_of_these"]


def test_a_legal_card_the_eye_hardly_believes_in_is_asked_about() -> None:
    """The eye is nearly sure of a face no card left has; the legal one is not taken for it."""
    state = Position(begun()).do(m.InsertCard(0, "H01")).state
    blurred = {"6,0": "camel_L", "7,0": {"mule_L": 0.96, "ibis_L": 0.04}}
    assert options(judged(state, blurred)) == [m.InsertCard(3, "H03"), Leave()]


# Beside something unknown


REFLECTION: dict[str, Any] = {"8,3": {SOMETHING_ELSE: 0.97, EMPTY: 0.03}}
"""A lamp mirrored in a window that no card can reach yet."""


def test_a_card_beside_a_reflection_is_taken_where_it_is_plainly_read() -> None:
    assert explained(judged(begun(), {**H01, **REFLECTION})) == [m.InsertCard(3, "H01")]


def test_a_reflection_alone_is_no_move_and_is_still_complained_about() -> None:
    assert isinstance(judged(begun(), REFLECTION), Refused)


def test_a_card_beside_a_reflection_that_is_not_plain_is_asked_about() -> None:
    half = {"mule_L": 0.9, SOMETHING_ELSE: 0.1}
    faint: dict[str, Any] = {"6,0": "camel_L", "7,0": half}
    assert options(judged(begun(), faint | REFLECTION)) == [m.InsertCard(3, "H01"), Leave()]


def test_what_may_be_a_card_nobody_could_make_out_keeps_the_next_one_waiting() -> None:
    """Something has come into a window where a card may lie: it may be the first of two."""
    unknown: dict[str, Any] = {"8,0": {SOMETHING_ELSE: 0.97, EMPTY: 0.03}}
    state = begun()
    assert isinstance(judged(state, {**H01, **unknown}), Refused)
    known = judge(GAME, state, look(state, {**H01, **unknown}), strange=("8,0",))
    assert explained(known) == [m.InsertCard(3, "H01")]


def test_a_card_of_which_one_half_cannot_be_made_out_is_asked_about() -> None:
    unknown: dict[str, Any] = {"7,0": {SOMETHING_ELSE: 1.0}}
    found = options(judged(begun(), {"6,0": "camel_L"} | unknown))
    cards = [
        GAME.load_box(None).card(move.card) for move in found if isinstance(move, m.InsertCard)
    ]
    assert {card.faces[0] for card in cards} == {"camel_L"}
    assert "H01" in {card.id for card in cards}
    assert found[len(cards) :] == [Leave()]


def test_so_it_is_beside_a_reflection() -> None:
    unknown: dict[str, Any] = {"7,0": {SOMETHING_ELSE: 1.0}}
    alone = options(judged(begun(), {"6,0": "camel_L"} | unknown))
    assert options(judged(begun(), {"6,0": "camel_L"} | unknown | REFLECTION)) == alone


def test_a_card_nobody_can_make_out_at_all_is_complained_about_and_not_guessed() -> None:
    unknown = {"6,0": {SOMETHING_ELSE: 1.0}, "7,0": {SOMETHING_ELSE: 1.0}}
    assert isinstance(judged(begun(), unknown), Refused)


def test_half_a_card_that_lies_there_already_is_no_other_card() -> None:
    """A reflection over the second half of a card is no exchange."""
    state = Position(begun()).do(m.InsertCard(3, "H01")).state
    assert isinstance(judged(state, {"7,0": {SOMETHING_ELSE: 1.0}}), Refused)


def test_a_complaint_is_about_what_is_surely_read_before_what_is_not() -> None:
    wrong: dict[str, Any] = {"8,3": "camel_L", "9,3": {"mule_L": 0.6, SOMETHING_ELSE: 0.4}}
    verdict = judged(begun(), wrong)
    assert isinstance(verdict, Refused)
    assert verdict.cells == ("8,3",)


def test_what_is_surely_read_and_cannot_be_is_never_left_out() -> None:
    elsewhere = {"8,3": "camel_L", "9,3": "mule_L"}
    assert isinstance(judge(GAME, begun(), look(begun(), {**H04, **elsewhere}), ("8,3",)), Refused)


def test_a_whole_row_of_unknown_things_is_an_arm_and_no_reflection() -> None:
    arm: dict[str, Any] = {
        f"{column},3": {SOMETHING_ELSE: 0.97, EMPTY: 0.03} for column in range(9)
    }
    assert isinstance(judged(begun(), {**H01, **arm}), Refused)
