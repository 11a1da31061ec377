"""Which order of pairs is worth a question: judged at single columns where that is enough."""

from __future__ import annotations

import random

import pytest

from companion.core.game import load_room
from companion.games.wall import resolving
from companion.games.wall.chamber import ANYWHERE, Situation
from companion.games.wall.state import Chamber, Column, Pair

GAME = load_room("wall")
BOX = GAME.load_box(None)
SITUATIONS = 150


def a_situation(dice: random.Random) -> tuple[Situation, tuple[Pair, ...]]:
    """A chamber anywhere in a game, and the pairs of one card."""
    switches = {
        "scarab_supply": dice.choice(("strict", "unlimited")),
        "pair_order": dice.choice(("researcher_first", "scarab_first")),
        "swap_mandatory": dice.random() < 0.5,
        "researcher_placement": dice.choice(("optional", "compulsory")),
        "scarab_on_vacant": dice.random() < 0.5,
        "pending_column": dice.choice(("wait", "mover_takes")),
    }
    columns = tuple(
        Column(
            animal,
            BOX.stack[dice.randint(0, len(BOX.stack)) :],
            dice.randint(0, 2),
            dice.choice((None, 0, 1, 2)),
        )
        for animal in BOX.columns[: dice.randint(2, 5)]
    )
    own = sum(column.researcher == 0 for column in columns)
    researchers = own + dice.choice((0, 1, 2, 5))
    slab = dice.choice((0, 1, 2, 9))
    rules = GAME.house_rules(**switches)
    situation = Situation(Chamber(columns, slab, ((), (), ())), 0, rules, researchers)
    animals = dice.choices([column.animal for column in columns], k=dice.randint(2, 4))
    pairs = (Pair(animal, dice.random() < 0.5, ANYWHERE, ANYWHERE) for animal in animals)
    return situation, tuple(pairs)


def asked(dice: random.Random) -> list[tuple[tuple[str, bool], ...]]:
    resolving._worth_choosing.cache_clear()
    return [resolving.next_kinds(*a_situation(dice)) for _ in range(SITUATIONS)]


@pytest.mark.clause("WALL-38")
def test_a_question_judged_at_its_column_is_the_one_of_the_whole_chamber(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    at_columns = asked(random.Random(38))
    monkeypatch.setattr(resolving, "_enough_for_all", lambda situation, pairs: False)
    whole = asked(random.Random(38))
    resolving._worth_choosing.cache_clear()
    assert at_columns == whole
    # Both a choice and none at all must occur, or nothing is compared.
    assert {len(kinds) for kinds in whole} >= {1, 2}
