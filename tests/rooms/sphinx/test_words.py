"""Everything the sphinx can say has words, and the words fit."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.core.roles import TABLE
from companion.core.verdict import Refused, Saying
from companion.games import sphinx
from companion.games.sphinx import GAME
from companion.games.sphinx import events as e
from companion.games.sphinx.state import State
from companion.games.sphinx.telling import UNSPOKEN
from tests.rooms.sphinx.laid import BOX
from tests.rooms.sphinx.players import a_game, some_rules, some_seal
from tests.rooms.sphinx.words import say, words
from tests.rooms.sphinx.worlds import FUTILE

ROOM = Path(sphinx.__file__).parent
KEY = re.compile(r"sphinx(\.[A-Za-z_]+)+")
WHYS = {
    "DieForfeited": ("stuck", "skipped"),
    "NothingStolen": ("robbed", "no_card", "none_fits"),
    "TrackingDropped": ("disagreed", "told"),
    "GameEnded": ("claim", "last"),
}


def written_out() -> set[str]:
    """Keys written out in the code."""
    return {
        node.value
        for path in ROOM.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and KEY.fullmatch(node.value)
    }


def put_together() -> set[str]:
    """Keys made of a kind and a name."""
    events = {kind.__name__ for kind in e.SphinxEvent.__args__ if kind not in UNSPOKEN}
    keys = {f"sphinx.move.{kind.__name__}" for kind in GAME.decide.rules}
    keys |= {f"sphinx.event.{name}" for name in events - WHYS.keys()}
    keys |= {f"sphinx.event.{name}.{why}" for name, whys in WHYS.items() for why in whys}
    keys |= {f"sphinx.ask.{name}" for name in ("card", "look", "steal", "compare", "check")}
    return keys | {f"sphinx.won.{why}" for why in WHYS["GameEnded"]}


def options() -> set[str]:
    """The names given to options in the code that asks."""
    found = set()
    for node in ast.walk(ast.parse((ROOM / "asking.py").read_text())):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "option":
            name = ast.unparse(node.args[0]).removeprefix("f").strip("\"'").partition(":")[0]
            found.add(name)
    found -= {"name", "name_of(end)"}
    return {f"sphinx.option.{name}" for name in found | {"begin", "begin_untracked"}} | {
        f"sphinx.option.{name}" for name in ("move", "stay", "claim")
    }


def test_every_key_has_a_sentence_and_every_sentence_a_key() -> None:
    keys = {key for key in words().texts if key.startswith("sphinx.")}
    learned = {f"sphinx.learned.{group}" for group in ("die", "square")}
    assumed = {f"sphinx.assumed.{name}" for name in BOX.assumed}
    assert written_out() | put_together() | options() | assumed | learned == keys


@pytest.mark.parametrize("seed", range(830, 838))
def test_everything_said_in_a_game_can_be_put_into_words(seed: int) -> None:
    """A missing value raises here; braces left over would show."""
    dice = Random(seed)
    seal = some_seal(dice) if seed % 3 else None
    for before, move, events, state in a_game(dice, some_rules(dice), seal=seal, mischief=0.03):
        sayings = [GAME.telling.tell(before, move)]
        sayings += [saying for event in events if (saying := GAME.telling.describe(state, event))]
        for question in GAME.questions(state):
            sayings += [question.ask, *(option.say for option in question.options)]
        sayings += _refusals(state)
        outcome = GAME.is_over(state)
        sayings += [outcome.say] if outcome else []
        for saying in sayings:
            text = say(saying)
            assert text
            assert not re.search(r"[{}\[\]]|None", text), text


def _refusals(state: State) -> list[Saying]:
    rulings = (GAME.decide(state, move) for move in FUTILE)
    return [ruling.say for ruling in rulings if isinstance(ruling, Refused)]


def test_refusals_are_whole_sentences_that_say_what_to_do() -> None:
    refusals = {
        key: text
        for key, text in words().texts.items()
        if key.startswith("sphinx.") and key.count(".") == 1
    }
    assert len(refusals) > 50
    for key, text in refusals.items():
        assert text.endswith((".", "…")), key
        assert text[0].isupper() or text[0] == "{", key


def test_the_sentences_read_as_they_should() -> None:
    samples: dict[str, dict[str, Any]] = {
        "sphinx.event.DiceThrown": {"player": "Ana", "faces": [3, 5, "S"]},
        "sphinx.event.DoorTurned": {"door": 6, "turned": [["Ana", 59], ["Ben", 36]]},
        "sphinx.event.SphinxesSwapped": {"player": "Ana", "guard": "G2", "temple": "T1"},
    }
    assert [words().put(key, values) for key, values in samples.items()] == [
        "Ana throws a 3, a 5 and a snake.",
        "The secret door turns: Ana to square 59 and Ben to square 36.",
        "Ana swaps the second guard with the first temple sphinx. No peeking!",
    ]


def test_the_view_names_what_is_only_assumed() -> None:
    state = next(a_game(Random(1), some_rules(Random(1))))[0]
    facts = GAME.view(state, TABLE)["assumed"]["values"]["facts"]
    assert [fact["key"] for fact in facts] == [f"sphinx.assumed.{name}" for name in BOX.assumed]
