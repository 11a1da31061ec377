"""Whole games through painted pictures: nothing typed, everything seen, compared with the truth."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.core.game import load_room
from companion.core.seats import Seat
from companion.journal import read
from tests.bench.campaign import Report, Scenery, Swift
from tests.bench.campaign.wall import scenery_of
from tests.recount import recount_journal

GAME = load_room("wall")
BOX = GAME.load_box(None)
NAMES = ("Anna", "Ben", "Carla", "David")
VARIANTS = {
    "the basic game": {},
    "the curse of the pharaoh": {"curse_of_the_pharaoh": True},
    "the eyes of the sphinx": {"eyes_of_the_sphinx": True},
    "both variants together": {"curse_of_the_pharaoh": True, "eyes_of_the_sphinx": True},
}
GAMES_EACH = int(os.environ.get("PAINTED_GAMES", "1"))
"""script/soak painted plays more of them."""
PLAYED = (
    [*VARIANTS] if "PAINTED_GAMES" in os.environ else ["the basic game", "both variants together"]
)
APART = 5
"""The first seeds of two variants lie this far apart."""


@pytest.fixture(scope="module")
def scenery() -> Scenery:
    return scenery_of(BOX)


@pytest.mark.parametrize("variant", PLAYED)
def test_games_seen_through_painted_pictures_end_as_the_rules_alone_would_have_it(
    variant: str, scenery: Scenery, tmp_path: Path
) -> None:
    first = list(VARIANTS).index(variant) * max(APART, GAMES_EACH)
    reports = [
        _played(seed, variant, scenery, tmp_path) for seed in range(first, first + GAMES_EACH)
    ]
    assert [report.wrong for report in reports] == [[]] * GAMES_EACH
    insertions = sum(report.moves for report in reports)
    assert insertions == 49 * GAMES_EACH
    assert sum(report.asked for report in reports) <= insertions / 100


def _played(seed: int, variant: str, scenery: Scenery, folder: Path) -> Report:
    seats = [Seat(NAMES[n], BOX.colours[n]) for n in range(2 + seed % 3)]
    path = folder / f"{seed}.sqlite"
    swift = Swift(GAME, BOX, seats, GAME.house_rules(**VARIANTS[variant]), path, scenery, seed)
    report = swift.play()
    swift.close()
    tally = recount_journal(read(path))
    assert tuple(tally.scores) == report.scores
    assert [len(pieces) for pieces in tally.sarcophagi] == [
        len(pieces) for pieces in swift.table.state.chamber.won
    ]
    return report
