"""Recorded games of the dig: played the same today, and their money is counted again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.core.house import read_house_rules
from companion.core.seats import Seat
from companion.games.dig import GAME
from companion.games.dig.state import State
from tests.playthroughs import record
from tests.rooms.dig.players import opening_of
from tests.rooms.dig.recount import recount

RECORDS = sorted(record.FOLDER.glob("dig-*.txt"))
every_record = pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)


def opened(lines: list[str]) -> State:
    header = dict(line.split(": ", 1) for line in lines[1:4])
    assert header["room"] == "dig"
    seats = [Seat(*player.split(" ")) for player in header["players"].split(", ")]
    rules = read_house_rules(GAME.house_rules, json.loads(header["rules"]))
    state: State = GAME.opening(GAME.load_box(None), seats, rules)
    return state


def moves_of(lines: list[str], refused: bool = True) -> list[dict[str, Any]]:
    followed = zip(lines, [*lines[1:], ""], strict=True)
    stand = (a for a, b in followed if a.startswith("> ") and (refused or "refused:" not in b))
    parts = (line[2:].partition(" ") for line in stand)
    return [{"type": kind, **json.loads(values or "{}")} for kind, _, values in parts]


@every_record
def test_a_recorded_dig_is_played_the_same_today(path: Path) -> None:
    lines = path.read_text("utf-8").splitlines()
    moves = (msgspec.convert(move, GAME.moves) for move in moves_of(lines))
    today = [*lines[:4], *record._told(GAME, opened(lines), moves)]
    assert today == lines


@every_record
def test_a_recorded_dig_ends_as_the_recount_counts_it_dig_45(path: Path) -> None:
    lines = path.read_text("utf-8").splitlines()
    tally = recount(opening_of(opened(lines)), moves_of(lines, refused=False))
    last = next(line for line in reversed(lines) if line.startswith("= "))
    assert last == f"= {' | '.join(map(str, tally.purses))}"
    winners = [seat for seat, rank in enumerate(tally.ranks()) if rank == 1]
    assert lines[-1].startswith("! dig.won.")
    assert str(winners) in lines[-1]


TOLD = {
    "dig-evening": ("(DIG-37, DIG-38)", "PurseEmptied", "BarricadeEnded", '"skips"', "DIG-O-10"),
    "dig-tray": ('"uncovered"', "HazardMet", "BarricadeTakenOff"),
}


@pytest.mark.parametrize("name", TOLD)
def test_the_records_tell_what_is_worth_telling(name: str) -> None:
    (path,) = (path for path in RECORDS if path.stem == name)
    text = path.read_text("utf-8")
    assert [part for part in TOLD[name] if part not in text] == []
