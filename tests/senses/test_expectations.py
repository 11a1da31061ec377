"""What the rules expect says how long the eye looks, and never what it sees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import msgspec
import pytest

from companion.core.cells import ANYTHING, EMPTY, Hint
from companion.core.game import ROOMS
from companion.core.observation import SOMETHING_ELSE, Seen
from companion.core.verdict import Accepted, Saying
from companion.senses.expectations import (
    Expecting,
    Prospect,
    Sort,
    rest_needed,
    seconds_until_sure,
    told_seconds,
    waiting,
)
from companion.table.expected import hint_of
from companion.table.explain.referee import after
from tests.playthroughs.record import opened, records

HINT = Hint({"a": EMPTY, "b": EMPTY, "c": "cat"}, ((("a",), ("cat", "ibis")),))


@dataclass
class Cell:
    chances: Mapping[str, float]


def cells(**seen: Mapping[str, float]) -> dict[str, Cell]:
    bare = {"a": {EMPTY: 1.0}, "b": {EMPTY: 1.0}, "c": {"cat": 1.0}}
    return {name: Cell(chances) for name, chances in {**bare, **seen}.items()}


@pytest.mark.parametrize(
    ("seen", "sort", "open_"),
    [
        ({}, Sort.SAME, ()),
        ({"a": {"cat": 0.99, EMPTY: 0.01}}, Sort.LEGAL, ()),
        ({"a": {"cat": 0.6, "ibis": 0.4}}, Sort.OPEN, ("a",)),
        ({"a": {"mule": 1.0}}, Sort.SURPRISING, ()),
        ({"b": {"cat": 1.0}}, Sort.SURPRISING, ()),
        ({"a": {"cat": 1.0}, "b": {"cat": 1.0}}, Sort.SURPRISING, ()),
        ({"a": {"cat": 1.0}, "b": {"cat": 0.7, EMPTY: 0.3}}, Sort.OPEN, ("b",)),
        ({"a": {SOMETHING_ELSE: 1.0}}, Sort.OPEN, ("a",)),
        ({"b": {SOMETHING_ELSE: 1.0}}, Sort.SAME, ()),
        ({"a": {}}, Sort.SAME, ()),
    ],
)
def test_a_look_is_the_same_legal_open_or_surprising(
    seen: dict[str, dict[str, float]], sort: Sort, open_: tuple[str, ...]
) -> None:
    weighed = Expecting(HINT).weigh(cells(**seen))
    assert (weighed.sort, weighed.open) == (sort, open_)


def test_what_was_told_before_is_nothing_to_wait_for() -> None:
    """A tile half under a pawn reads as another one; a move elsewhere is legal all the same."""
    seen = cells(a={"cat": 1.0}, b={"mule": 1.0})
    assert Expecting(HINT).weigh(seen).sort is Sort.SURPRISING
    weighed = Expecting(HINT).weigh(seen, {"a": EMPTY, "b": "mule"})
    assert (weighed.sort, weighed.changed) == (Sort.LEGAL, ("a",))


def test_what_only_the_table_will_show_may_be_anything_known() -> None:
    hint = Expecting(Hint({"a": EMPTY}, ((("a",), (ANYTHING,)),)))
    assert hint.weigh({"a": Cell({"mule": 1.0})}).sort is Sort.LEGAL
    assert hint.weigh({"a": Cell({SOMETHING_ELSE: 1.0})}).sort is Sort.OPEN


def test_a_hint_weighs_beside_what_was_read_and_makes_nothing_illegal_legal() -> None:
    seen = cells(a={"mule": 0.999, "cat": 0.001})
    weighed = Expecting(HINT).weigh(seen)
    assert weighed.sort is Sort.SURPRISING
    assert weighed.hinted["a"]["mule"] > weighed.hinted["a"]["cat"]
    assert seen["a"].chances == {"mule": 0.999, "cat": 0.001}


def test_a_legal_sight_waits_least_and_a_surprising_one_longer_than_without_a_hint() -> None:
    waits = {sort: rest_needed(sort, 0.4) for sort in Sort}
    assert waits[Sort.LEGAL] < waits[Sort.SAME] == 0.4 < waits[Sort.SURPRISING] < waits[Sort.OPEN]


def test_how_long_it_takes_follows_from_how_evidence_grows() -> None:
    assert seconds_until_sure([(0.0, 1.0), (1.0, 2.0)]) == pytest.approx(0.94, abs=0.01)
    assert seconds_until_sure([(0.0, 1.0), (1.0, 1.01)]) is None
    assert seconds_until_sure([(0.0, 2.0), (1.0, 1.0)]) is None
    assert seconds_until_sure([(0.0, 1.0)]) is None
    assert seconds_until_sure([(0.0, 5.0)]) == 0.0
    assert [told_seconds(seconds) for seconds in (0.2, 1.0, 1.1, 4.0, 99.0)] == [1, 1, 2, 5, 10]


def test_what_is_told_changes_at_most_once_a_second() -> None:
    prospect, shown = Prospect(), []
    for frame in range(60):
        at = frame / 10
        prospect = prospect.then(at, waiting(5.0 - at + frame % 3))
        shown.append(prospect.say)
    changes = sum(one != other for one, other in zip(shown, shown[1:], strict=False))
    assert changes <= 6
    assert shown[0] == Saying("eye.sure_in", {"seconds": 5})
    assert waiting(0.2) is None


def hints(room: str) -> Iterator[Hint | None]:
    for path in records(room):
        game, state, moves = opened(path.read_text("utf-8"))
        for move in moves:
            ruling = game.decide(state, move)
            if isinstance(ruling, Accepted):
                hint = hint_of(game, state)
                public = game.private_to(move) is None
                if hint is not None and public and move in list(game.legal_moves(state)):
                    _holds(hint, dict(game.shown_by(state, move)))
                yield hint
                state = after(game, state, ruling)


def _holds(hint: Hint, shown: dict[str, str]) -> None:
    """What a legal move shows is expected."""
    seen = {cell: Cell({hint.named.get(label, (label,))[0]: 1.0}) for cell, label in shown.items()}
    unlike = {cell for cell, label in shown.items() if hint.shows.get(cell) not in (None, label)}
    weighed = Expecting(hint).weigh(seen)
    assert weighed.sort is (Sort.LEGAL if set(weighed.changed) & unlike else Sort.SAME)


@pytest.mark.parametrize("room", ROOMS)
def test_every_move_of_a_recorded_game_was_expected_and_the_message_is_small(room: str) -> None:
    sizes = [len(msgspec.msgpack.encode(hint)) for hint in hints(room)]
    assert len(sizes) > 20
    assert max(sizes) < 16_000


def test_a_sighting_carries_chances_with_the_hint_and_without() -> None:
    hinted = {"a": {"cat": 1.0}}
    seen = Seen(readings={}, at=1.0, hinted=hinted)
    again = msgspec.msgpack.decode(msgspec.msgpack.encode(seen), type=Seen)
    assert again.hinted == hinted
