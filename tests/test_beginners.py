"""Beginners who know only what they were told: a short form of ``script/soak beginners``."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.game import ROOMS
from companion.words import load
from tests.soak.beginners import first_games
from tests.thorough import seeds

GAMES = len(seeds(3, 100))
VARIANTS: dict[str, dict[str, Any]] = {
    "wall": {"curse_of_the_pharaoh": True, "eyes_of_the_sphinx": True},
    "bowl": {"variant": "adventurous"},
    "sphinx": {"two_dice": True, "doors_optional": True, "keep_cards": True, "any_order": True},
}
REMOVED = (
    *(("wall", "first"), ("wall", "second"), ("wall", "full"), ("wall", "opened")),
    *(("bowl", "landslide"), ("dig", "third"), ("dig", "barred")),
    *(("kheops", "build"), ("kheops", "forbidden"), ("sphinx", "door")),
)
"""Ten sentences, any of which is missed by somebody who does not hear it."""


@pytest.mark.parametrize("room", ROOMS)
def test_beginners_are_told_everything_they_need_and_no_more_than_they_can_take(room: str) -> None:
    summary = first_games(room, GAMES)
    assert summary.faults == []


@pytest.mark.parametrize("room", VARIANTS)
def test_a_variant_is_taught_as_well(room: str) -> None:
    assert first_games(room, 2, rules=VARIANTS[room]).faults == []


@pytest.mark.parametrize(("room", "topic"), REMOVED)
def test_a_sentence_that_is_missing_is_missed(room: str, topic: str) -> None:
    words = load("en", strict=True)
    del words.texts[f"tutorial.{room}.{topic}"]
    assert first_games(room, 4, words=words).faults != []
