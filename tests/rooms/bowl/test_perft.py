"""How many lines of play there are, depth by depth: no change of the rules alters it unnoticed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.games.bowl import GAME
from companion.games.bowl.state import State
from tests.rooms.bowl.laid import OWN, laid, opening
from tests.rooms.perft import Entry, Lines, read

ENTRIES = read("bowl")
LINES = Lines(GAME)


def position(entry: Entry) -> State:
    given = dict(entry.given)
    rules: dict[str, Any] = dict(_pairs(given.pop("rules", "")))
    players = int(given.pop("players", "2"))
    if not given:
        return opening(players, **rules).state
    seats = {int(seat): name for seat, name in _pairs(given.get("figures", ""))}
    owned = {int(seat): int(count) for seat, count in _pairs(given.get("scarabs", ""))}
    bowl = {colour: int(count) for colour, count in _pairs(given.get("bowl", ""))}
    return laid(
        given["way"],
        figures=seats,
        scarabs=owned,
        bowl=bowl,
        mummy=given.get("mummy", "P14 entrance"),
        chamber=given.get("chamber", ""),
        players=players,
        box=OWN,
        **rules,
    ).state


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    for word in text.split():
        name, _, value = word.partition("=")
        yield name, value


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.id)
def test_there_are_as_many_lines_of_play_as_written(entry: Entry) -> None:
    LINES.check(position(entry), entry)


def test_the_first_counts_are_those_worked_out_by_hand() -> None:
    """One beginning; four colours; seven things may happen at the trap.

    After a clean boulder the figure goes or stays (2); a landslide, a wrong colour, a bump and
    a bowl built short wait for the rebuild (1 each); after a warning the same seven; after giving
    up the next player may name the open colour or flip one of four: 2 + 4 + 7 + 5 = 18.
    """
    basic = next(entry for entry in ENTRIES if entry.id == "basic game, opening")
    assert [basic.counts[depth] for depth in (1, 2, 3, 4)] == [1, 4, 4 * 7, 4 * 18]


def test_every_variant_is_counted() -> None:
    variants = {dict(_pairs(e.given.get("rules", ""))).get("variant", "base") for e in ENTRIES}
    assert variants == {"base", "adventurous", "quick"}
