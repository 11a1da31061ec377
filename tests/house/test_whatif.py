"""What if: a game goes on from one of its moments, and what was hidden stays hidden."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.core.game import ROOMS
from companion.house.game_card import card_of
from companion.house.replay import Replay, branch

from .played import play


@pytest.mark.parametrize("room", ROOMS)
def test_every_room_goes_on_from_the_middle_of_a_finished_game(tmp_path: Path, room: str) -> None:
    replay = Replay.of(play(tmp_path / "old.sqlite", room))
    moment = replay.moments[len(replay.moments) // 2]
    branch(replay, moment, tmp_path / "new.sqlite")
    assert Replay.of(tmp_path / "new.sqlite").record.timeline.state == replay.state(moment)
    assert card_of(tmp_path / "new.sqlite").trouble == ""


@pytest.mark.parametrize("room", ROOMS)
def test_of_a_game_that_was_left_nothing_private_comes_along(tmp_path: Path, room: str) -> None:
    replay = Replay.of(play(tmp_path / "old.sqlite", room, steps=25))
    branch(replay, replay.moments[-1], tmp_path / "new.sqlite")
    record = Replay.of(tmp_path / "new.sqlite").record
    moves = [past.made.move for past in record.timeline.past]
    assert moves
    assert all(record.game.private_to(move) is None for move in moves)


def test_a_branch_from_the_opening_is_a_new_game_of_the_same_people(tmp_path: Path) -> None:
    replay = Replay.of(play(tmp_path / "old.sqlite", names=("Anna", "Zoë"), steps=9))
    branch(replay, replay.moments[0], tmp_path / "new.sqlite")
    card = card_of(tmp_path / "new.sqlite")
    assert [person.name for person in card.people] == ["Anna", "Zoë"]
    assert card.moves == 0
