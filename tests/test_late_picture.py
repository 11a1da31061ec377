"""Late pictures: several moves at once, taken where there is only one way, asked where not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.core.game import ROOMS, Game
from companion.core.observation import Reading, Seen
from companion.core.verdict import Explained, Refused, Unchanged, Unclear, Verdict
from companion.games.wall import GAME
from companion.games.wall import moves as m
from companion.table.explain.late_picture import OtherTurn, follow
from tests.rooms.wall.laid import Position
from tests.soak.photographs import played, tale
from tests.test_referee import begun

H01 = {"6,0": "camel_L", "7,0": "mule_L"}


def late(game: Game, shown: Mapping[str, str], turn: int | None = None, *hidden: str) -> Seen:
    readings = {c: Reading({label: 0.997, "?": 0.003}) for c, label in shown.items()}
    readings |= {cell: Reading({}, "hand") for cell in hidden}
    return Seen(readings=readings, at=0.0, late=True, turn=turn)


def after_all(*moves: Any) -> Any:
    position = Position(begun())
    for move in moves:
        position = position.do(move)
    return position.state


def judged(*moves: Any, **more: Any) -> Verdict:
    return follow(GAME, begun(), late(GAME, GAME.visible(after_all(*moves)), **more))


def test_two_cards_in_one_slot_can_only_have_come_in_one_order() -> None:
    moves = (m.InsertCard(3, "H01"), m.InsertCard(3, "H25"))
    found = judged(*moves)
    assert isinstance(found, Explained)
    assert [made.move for made in found.made] == list(moves)
    assert found.states[-1] == after_all(*moves)


def test_the_order_of_cards_that_make_no_pair_is_not_asked() -> None:
    one, other = m.InsertCard(0, "H01"), m.InsertCard(6, "H25")
    assert after_all(one, other) == after_all(other, one)
    found = judged(one, other)
    assert isinstance(found, Explained)
    assert found.states[-1] == after_all(one, other)


def test_who_came_first_is_asked_where_it_decides_who_gets_the_pair() -> None:
    """WALL-22: whoever lays the second of two equal animals has the pair."""
    cards = begun().box.cards
    right = next(c.id for c in cards if c.faces[0].startswith("mule") and c.id != "H01")
    pair = (m.InsertCard(0, "H01"), m.InsertCard(1, right))
    assert after_all(*pair) != after_all(*reversed(pair))
    found = judged(*pair)
    assert isinstance(found, Unclear)
    assert {option.move for option in found.question.options} >= set(pair)


def test_a_picture_of_what_stands_says_nothing_new() -> None:
    assert follow(GAME, begun(), late(GAME, GAME.visible(begun()))) == Unchanged()


def test_where_a_hand_may_hide_a_move_nothing_is_taken() -> None:
    shown = GAME.visible(after_all(m.InsertCard(3, "H01")))
    found = follow(GAME, begun(), late(GAME, shown, None, "0,0", "1,0"))
    assert isinstance(found, Refused)
    assert found.say.key == "referee.cannot_see"
    assert set(found.cells) == {"0,0", "1,0"}


def test_too_much_at_once_is_said_and_nothing_is_guessed() -> None:
    cards = [card.id for card in begun().box.cards][:8]
    shown = dict(GAME.visible(begun()))
    for slot, card in enumerate(cards[:7]):
        shown |= GAME.shown_by(begun(), m.InsertCard(slot, card))
    found = follow(GAME, begun(), late(GAME, shown))
    assert isinstance(found, Refused)
    assert found.say.key == "referee.too_far"


def test_who_is_on_turn_in_the_photograph_has_to_fit() -> None:
    moves = (m.InsertCard(3, "H01"), m.InsertCard(3, "H25"))
    assert isinstance(judged(*moves, turn=after_all(*moves).turn), Explained)
    wrong = judged(*moves, turn=after_all(moves[0]).turn)
    assert isinstance(wrong, OtherTurn)
    assert wrong.turns == (after_all(*moves).turn,)


def test_who_just_played_is_never_told_to_take_the_card_out_again() -> None:
    """Tapping the wrong name is a slip of the finger; the card is legal."""
    move = m.InsertCard(3, "H01")
    just_played = begun().turn
    found = judged(move, turn=just_played)
    assert isinstance(found, OtherTurn)
    assert found.say.key == "referee.other_turn"
    assert found.say.values == {"players": [begun().seats[1].name]}
    assert isinstance(judged(move, turn=1), Explained)


@pytest.mark.parametrize("room", ROOMS)
def test_what_a_cell_shows_later_is_what_the_room_says_it_may_become(room: str) -> None:
    """A walk leaves out what the room calls impossible, so it must never happen."""
    story = tale(room, 1)
    game, before = story.game, dict[str, str]()
    for move, state, then in zip(story.moves, story.states, story.states[1:], strict=False):
        shown = game.visible(then)
        changed = {c for c, label in shown.items() if before.get(c, label) != label}
        if game.turn(state) > 0:
            assert all(game.looking.becomes(before[c], shown[c]) for c in changed), move
            assert game.looking.least(state, {c: before[c] for c in changed}) <= 1, move
        before = dict(shown)


@pytest.mark.parametrize(("room", "most"), [("wall", 12), ("kheops", 5)])
def test_a_game_by_photographs_of_two_moves_never_stands_beside_the_truth(
    room: str, most: int
) -> None:
    count = played(room, 2, 2, paint=False, turn=True, most=most)
    assert count.wrong == []
    assert count.photographs == most
    assert count.silently >= 2


def test_where_pieces_come_back_a_photograph_explains_nothing_by_itself() -> None:
    """Found by photographs every fourth move: the pawn went on and back, and ended where one
    throw of another die would have brought it."""
    for every in (3, 4):
        count = played("sphinx", 0, every, paint=False, turn=False, most=6)
        assert count.wrong == []
        assert count.silently == 0


def test_where_much_may_have_happened_unseen_nothing_is_taken_for_sure() -> None:
    """Found by path-traced pictures of the bowl: three people had named colours, eleven moves
    nobody sees, before the fourth went into the chamber; the first was taken to have gone there."""
    assert played("bowl", 11, 1, paint=False, turn=False).wrong == []
