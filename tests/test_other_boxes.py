"""Whole games on boxes that differ from ours: the short form of script/soak other_boxes."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.core.game import ROOMS, load_room
from tests.rooms.position import known
from tests.soak import other_boxes

GAMES = 4


@pytest.mark.parametrize("room", ROOMS)
def test_no_guess_refuses_and_the_count_is_that_of_the_true_box(room: str) -> None:
    found = other_boxes.campaign(room, GAMES)
    assert found.wrong == []
    assert (found.games, found.ended) == (GAMES, GAMES)
    assert found.learned > 0


@pytest.mark.parametrize("room", ROOMS)
def test_a_table_that_took_its_guesses_for_facts_would_be_noticed(
    room: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    opening = other_boxes._opening

    def sure(game: Any, box: Any, dice: Random) -> Any:
        return opening(game, known(box), dice)

    monkeypatch.setattr(other_boxes, "_opening", sure)
    assert other_boxes.campaign(room, GAMES).wrong


@pytest.mark.parametrize("room", ROOMS)
def test_the_other_box_has_other_things_in_it(room: str) -> None:
    box = load_room(room).load_box
    first, second = (box.read(other_boxes.other_box(room, Random(seed))) for seed in (1, 2))
    assert first != second
    assert first != box(None)
