"""A journal that was begun under an older name of a house rule opens under today's."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.game import load_room
from companion.core.seats import Seat
from companion.journal import Entry
from companion.table.record import opened, read_back

OLDER = [
    ("dig", {"mask_last_free_skip": True}, "mask_last", "free_skip"),
    ("dig", {"mask_last_free_skip": False}, "mask_last", "pay"),
    ("wall", {"final_tie": "fewer_turns"}, "final_tie", "later_seat"),
    ("wall", {"final_tie": "shared"}, "final_tie", "shared"),
    ("bowl", {"curse_on_backward": True}, "curse_on_backward", True),
    ("bowl", {"bounce_costs": "each_step"}, "bounce_costs", "each_step"),
    ("bowl", {"v1_floor": "front"}, "v1_floor", "front"),
]


def first_entry(room: str, rules: dict[str, Any]) -> Entry:
    """The opening of a game as an older version wrote it."""
    game = load_room(room)
    box = game.load_box(None)
    seats = [Seat("Ana", box.colours[0]), Seat("Ben", box.colours[1])]
    body = opened(game, box, seats, game.house_rules()) | {"rules": rules}
    return Entry(1, "boot", 0.0, "", "opened", body, None, "", "", "", "")


@pytest.mark.parametrize(("room", "rules", "name", "means"), OLDER)
def test_an_older_journal_opens_with_its_house_rule(
    room: str, rules: dict[str, Any], name: str, means: object
) -> None:
    record = read_back([first_entry(room, rules)])
    assert getattr(record.timeline.opening.rules, name) == means
