"""Whole games written down, replayed line by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.sphinx import GAME
from companion.games.sphinx.state import Phase
from tests.rooms.sphinx.playthrough import FOLDER, beginning, moves, told

FILES = sorted(FOLDER.glob("sphinx-*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_game_that_was_written_down_goes_the_same_way_again(path: Path) -> None:
    text = path.read_text()
    head = text.partition("\n\n")[0]
    assert told(head, beginning(text), moves(text)) == text


def test_there_is_a_tracked_an_untracked_and_a_simplified_game() -> None:
    texts = [path.read_text() for path in FILES]
    assert any('"type":"Seal"' in text for text in texts)
    assert any('"type":"Seal"' not in text for text in texts)
    assert any("two_dice" in text.partition("\n\n")[0] for text in texts)


def test_every_written_game_was_won() -> None:
    for path in FILES:
        text = path.read_text()
        state = beginning(text)
        for move in moves(text):
            for event in GAME.decide(state, move).events:  # type: ignore[union-attr]
                state = GAME.evolve(state, event)
        assert state.phase == Phase.OVER


def test_the_games_show_what_makes_the_sphinx() -> None:
    """A door that turns two pawns, a steal, a look, a swap, a wrong and a right claim."""
    text = "".join(path.read_text() for path in FILES)
    for sentence in (
        "SPHINX-27",
        "and steals the",
        "looks under",
        "Nobody looks!",
        "gives the card back",
        "cannot move a",
        "is wrong.",
        "is right.",
        "The seal",
    ):
        assert sentence in text, sentence
