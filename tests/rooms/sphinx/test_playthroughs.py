"""The recorded games hold what makes the sphinx; tests/test_playthroughs.py replays them."""

from __future__ import annotations

from tests.playthroughs.record import records

TEXTS = [path.read_text("utf-8") for path in records("sphinx")]


def test_there_is_a_tracked_an_untracked_and_a_simplified_game() -> None:
    assert any("\n> Seal " in text for text in TEXTS)
    assert any("\n> Seal " not in text for text in TEXTS)
    assert any('"two_dice": true' in text for text in TEXTS)


def test_every_recorded_game_was_won_by_a_claim() -> None:
    assert all("\n! sphinx.won.claim" in text for text in TEXTS)


def test_the_games_show_what_makes_the_sphinx() -> None:
    """A door that turns two pawns, a steal, a look, a swap, a wrong and a right claim."""
    text = "".join(TEXTS)
    for told in (
        "SPHINX-27",
        "CardStolen",
        "SphinxLifted",
        "SphinxesSwapped",
        "CardReturned",
        "DieForfeited",
        "ClaimLost",
        "ClaimWon",
        "SealOpened",
    ):
        assert told in text, told
