"""The recorded games of the bowl: won, rich in what makes the game, and recounted from scratch."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from companion.games.bowl import GAME
from companion.games.bowl import events as e
from companion.games.bowl.house import HouseRules
from tests.rooms.bowl.recount import Recount

FILES = sorted((Path(__file__).parents[2] / "playthroughs").glob("bowl-*.txt"))


def rules(path: Path) -> HouseRules:
    line = next(x for x in path.read_text().splitlines() if x.startswith("rules: "))
    return HouseRules(**json.loads(line.removeprefix("rules: ")))


def test_every_variant_has_a_game_that_was_won_bowl_60() -> None:
    assert {rules(path).variant for path in FILES} == {"base", "adventurous", "quick"}
    assert all("\n! bowl.won.freed " in path.read_text() for path in FILES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_game_ends_as_the_recount_counts_it_bowl_60(path: Path) -> None:
    """So that no wrong winner can be written down and believed."""
    lines = path.read_text().splitlines()
    players = lines[2].removeprefix("players: ").split(", ")
    box = msgspec.to_builtins(GAME.load_box(None))
    recount = Recount(box, msgspec.to_builtins(rules(path)), len(players))
    for line in lines:
        if line.startswith("> "):
            kind, _, values = line[2:].partition(" ")
            recount.follow({"type": kind, **json.loads(values or "{}")})
    assert lines[-1].startswith(f"! bowl.won.freed [{recount.winner}]")
    standing = next(line for line in reversed(lines) if line.startswith("= "))
    places = [recount.order.index(name) for name in recount.at if name is not None]
    assert standing == f"= {' | '.join(map(str, places))}"


def test_the_games_show_what_makes_the_bowl() -> None:
    """A landslide, an extra turn, a walk that sends two figures back, the chamber in vain."""
    texts = [path.read_text() for path in FILES]
    happened = Counter(
        line.split()[0] for text in texts for line in text.splitlines() if line.startswith("  ")
    )
    for kind in (
        e.LandslideHappened, e.ExtraTurnGranted, e.MummyTurned, e.ScarabPaid, e.ScarabWithheld,
        e.FigureSentBack, e.ChamberEntered, e.MummyFreed,
    ):  # fmt: skip
        assert happened[kind.__name__], kind
    assert happened["ChamberEntered"] > happened["MummyFreed"]
    moves = [move for text in texts for move in text.split("\n> ")]
    assert any(move.count('"field": "FRONT", "why": "curse"') > 1 for move in moves)
