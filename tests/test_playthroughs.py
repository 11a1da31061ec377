"""Recorded games are replayed line by line; a change of the rules shows as a difference."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from companion.games.wall import GAME
from companion.games.wall.house import HouseRules
from tests.playthroughs.record import changes, records, replayed
from tests.recount import recount

REMEDY = "Look at every line: python -m tests.playthroughs.record {0}; then --write if all is right"


@pytest.mark.parametrize("path", records(), ids=lambda path: path.stem)
def test_a_recorded_game_is_played_the_same_today(path: Path) -> None:
    change = changes(path)
    assert not change, f"\n{change}\n{REMEDY.format(path.stem)}"


def test_a_changed_line_is_noticed_and_shown(tmp_path: Path) -> None:
    text = records("wall")[0].read_text("utf-8")
    forged = tmp_path / "wall-forged.txt"
    forged.write_text(text.replace("(WALL-14)", "(WALL-99)", 1), "utf-8")
    shown = changes(forged)
    assert any(line.startswith("-") and "WALL-99" in line for line in shown.splitlines())
    assert any(line.startswith("+") and "WALL-14" in line for line in shown.splitlines())
    assert replayed(forged.read_text("utf-8")) == text


@pytest.mark.parametrize("path", records("wall"), ids=lambda path: path.stem)
def test_a_recorded_wall_ends_as_the_recount_counts_it_wall_54(path: Path) -> None:
    """So that no wrong score can be written down and believed."""
    lines = path.read_text("utf-8").splitlines()
    rules = HouseRules(**json.loads(lines[3].removeprefix("rules: ")))
    players = lines[2].removeprefix("players: ").split(", ")
    opening = {
        "box": msgspec.to_builtins(GAME.load_box(None)),
        "seats": players,
        "rules": msgspec.to_builtins(rules),
    }
    moves = [_move(line) for line in lines if line.startswith("> ")]
    tally = recount(opening, moves)
    last = next(line for line in reversed(lines) if line.startswith("= "))
    assert last == f"= {' | '.join(map(str, tally.scores))}"


def _move(line: str) -> dict[str, object]:
    kind, _, values = line[2:].partition(" ")
    return {"type": kind, **json.loads(values or "{}")}
