"""Games of the sphinx through painted pictures: dice, pawns and claims seen, nothing typed."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.core.game import load_room
from companion.core.seats import Seat
from tests.bench.campaign import Scenery
from tests.bench.campaign.sphinx import SphinxReport, SphinxSwift, sphinx_scenery

GAME = load_room("sphinx")
BOX = GAME.load_box(None)
SHORT = 33
"""A seed whose people come to the treasure soon."""


@pytest.fixture(scope="module")
def scenery() -> Scenery:
    return sphinx_scenery(BOX, (960, 540))


@pytest.fixture(scope="module")
def game(scenery: Scenery, tmp_path_factory: pytest.TempPathFactory) -> SphinxReport:
    folder: Path = tmp_path_factory.mktemp("sphinx")
    seats = [Seat("Anna", "red"), Seat("Ben", "blue")]
    rules = GAME.house_rules()
    swift = SphinxSwift(BOX, seats, rules, folder / "game.sqlite", scenery, SHORT)
    try:
        swift.play()
        return swift.report
    finally:
        swift.close()


def test_a_game_seen_through_painted_pictures_goes_as_the_rules_alone_would_have_it(
    game: SphinxReport,
) -> None:
    assert game.wrong == []
    assert game.asked <= game.moves / 50


def test_throws_moves_and_the_claim_were_seen_and_the_claim_answered(game: SphinxReport) -> None:
    assert game.made["Throw"] > 5
    assert game.made["UseDie"] > 15
    assert game.made["LayClaim"] == sum(game.claims.values()) == 1
    assert game.claims[True] == 1
