"""Whole games written down, replayed line by line."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from companion.games.bowl import GAME
from companion.games.bowl import events as e
from companion.games.bowl.state import Phase
from tests.rooms.bowl.playthrough import FOLDER, beginning, moves, told

FILES = sorted(FOLDER.glob("bowl-*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_game_that_was_written_down_goes_the_same_way_again(path: Path) -> None:
    text = path.read_text()
    head = text.partition("\n\n")[0]
    assert told(head, beginning(text), moves(text)) == text


def test_every_variant_has_a_game_that_was_won() -> None:
    variants = {beginning(path.read_text()).rules.variant for path in FILES}
    assert variants == {"base", "adventurous", "quick"}
    assert all("\nwon by " in path.read_text() for path in FILES)


def test_the_games_show_what_makes_the_bowl() -> None:
    """A landslide, a rebuild, an extra turn, a walk that sends figures back, the chamber twice."""
    seen = Counter(
        line.split()[0]
        for path in FILES
        for line in path.read_text().splitlines()
        if line.startswith("  ")
    )
    for kind in (
        e.LandslideHappened, e.ExtraTurnGranted, e.MummyTurned, e.ScarabPaid, e.ScarabWithheld,
        e.FigureSentBack, e.ChamberEntered, e.MummyFreed,
    ):  # fmt: skip
        assert seen[kind.__name__], kind
    assert seen["ChamberEntered"] > seen["MummyFreed"], "somebody failed in the chamber"
    assert "field=FRONT why=curse" in "".join(path.read_text() for path in FILES)


def test_the_text_and_the_table_agree_about_the_end() -> None:
    for path in FILES:
        text = path.read_text()
        state = beginning(text)
        for move in moves(text):
            for event in GAME.decide(state, move).events:  # type: ignore[union-attr]
                state = GAME.evolve(state, event)
        assert state.phase == Phase.OVER
