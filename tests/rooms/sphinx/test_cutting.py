"""Where a house hides the hands, no question and no end shows them to others."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.observation import Reply
from companion.core.roles import REFEREE, TABLE, Role, seat
from companion.core.verdict import Question
from companion.games.sphinx import GAME
from companion.games.sphinx import moves as m
from tests.rooms.sphinx.laid import ME, RIVAL, Position, laid

OTHERS = [TABLE, REFEREE, seat(RIVAL)]


def asked(table: Position, role: Role) -> Question:
    return GAME.rights.asked(table.state, table.question, role)


def stealing(**rules: Any) -> Position:
    hands = ("red", "blue green")
    return laid(pawns=(8, 10), hands=hands, dice=(3,), **rules).use(3).answer("leave")


@pytest.mark.parametrize("role", OTHERS)
def test_the_menu_of_a_thief_is_for_the_thief_alone_sphinx_o_17(role: Role) -> None:
    table = stealing(hands_public=False)
    assert [o.name for o in asked(table, seat(ME)).options] == [
        "steal:blue", "steal:green", "no_steal"
    ]  # fmt: skip
    assert len(asked(table, role).options) == 7


@pytest.mark.parametrize("role", [*OTHERS, seat(ME)])
def test_where_hands_lie_open_everybody_reads_the_same_question(role: Role) -> None:
    assert asked(stealing(), role) == stealing().question


@pytest.mark.parametrize("role", OTHERS)
def test_an_end_does_not_tell_what_its_player_holds_sphinx_o_17(role: Role) -> None:
    """Two hands that would bring different things read the same to others."""
    tables = [laid(pawns=(3, 10), hands=(h, "green"), dice=(2,), hands_public=False)
              for h in ("red", "blue")]  # fmt: skip
    assert tables[0].question != tables[1].question
    one, other = (asked(table, role) for table in tables)
    assert one == other
    assert GAME.view(tables[0].state, role)["ends"] == GAME.view(tables[1].state, role)["ends"]
    assert (
        GAME.view(tables[0].state, seat(ME))["ends"] != GAME.view(tables[1].state, seat(ME))["ends"]
    )


@pytest.mark.parametrize("role", OTHERS)
def test_cards_to_lay_are_offered_from_the_own_hand_alone_sphinx_o_17(role: Role) -> None:
    table = laid(pawns=(74, 0), hands=("red blue green",), dice=(6,), hands_public=False)
    table = table.do(m.ApproachGuards(6))
    assert asked(table, seat(ME)).fields[0]["choices"] == ["red", "blue", "green"]
    assert len(asked(table, role).fields[0]["choices"]) == 6


def test_a_colour_named_aloud_that_is_not_there_says_no_more_than_that_sphinx_34() -> None:
    table = stealing(hands_public=False)
    move = GAME.answer(table.state, table.question, Reply(option="steal:orange"), 0.0)
    assert move == m.Steal("orange")
    refusal = table.refused(m.Steal("orange"))
    assert refusal.clause == "SPHINX-34"
    assert refusal.say.values["expected"] == []
