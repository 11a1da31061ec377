"""Everything the bowl can say has words, and the words fit their values."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from companion.core.verdict import Refused, Saying
from companion.games.bowl import GAME
from companion.games.bowl import events as e
from companion.games.bowl import moves as m
from companion.games.bowl.state import Step
from tests.rooms.bowl.laid import DESERT, OWN, laid, opening
from tests.rooms.bowl.players import a_game, some_rules
from tests.rooms.words import room_words
from tests.thorough import seeds

ROOM = Path(__file__).parents[3] / "companion" / "games" / "bowl"
KEY = re.compile(r'"(bowl(?:\.[A-Za-z_]+)+)"')


WORDS = room_words("bowl")


def said(saying: Saying | None) -> str:
    assert saying is not None
    plain = msgspec.to_builtins(saying)
    text = WORDS.put(plain["key"], plain["values"])
    assert text
    assert "{" not in text
    assert "None" not in text
    return text


def test_every_key_in_the_code_has_words() -> None:
    keys = {key for path in ROOM.glob("*.py") for key in KEY.findall(path.read_text())}
    assert len(keys) > 40
    assert sorted(keys - set(WORDS.texts)) == []


def test_no_sentence_is_left_that_nobody_says() -> None:
    used = {key for path in ROOM.glob("*.py") for key in KEY.findall(path.read_text())}
    used |= {f"bowl.move.{kind.__name__}" for kind in GAME.decide.rules}
    used |= {f"bowl.learned.{group}" for group in ("colour", "tile")}
    options = {
        "begin", "name", "enter", "flip", "clean", "landslide", "fell", "wrong", "took", "give_up",
        "bump", "find_none", "foul", "guilty", "innocent", "forward", "backward", "stay", "rebuilt",
        "decline",
    }  # fmt: skip
    used |= {f"bowl.option.{name}" for name in options}
    used |= {f"bowl.assumed.{fact.partition(':')[0]}" for fact in GAME.load_box(None).assumed}
    written = {key for key in WORDS.texts if key.startswith("bowl.")}
    assert {key for key in written - used if not key.startswith("bowl.event.")} == set()


@pytest.mark.parametrize("seed", seeds(7, 40))
def test_a_whole_game_can_be_put_into_words(seed: int) -> None:
    dice = Random(seed)
    for state, move, events, after in a_game(dice, OWN, some_rules(dice)):
        said(GAME.telling.tell(state, move))
        for event in events:
            said(GAME.telling.describe(after, event))
        for question in GAME.questions(state):
            said(question.ask)
            for option in question.options:
                said(option.say)
        for line in GAME.score(after).lines:
            for part in line.parts:
                said(part.say)
    outcome = GAME.is_over(after)
    assert outcome is not None
    said(outcome.say)


def test_every_event_that_has_words_happens_and_the_other_way_round() -> None:
    keys = set()
    for seed in range(120):
        dice = Random(seed)
        for _, _, events, after in a_game(dice, OWN, some_rules(dice)):
            keys |= {
                say.key for x in events if (say := GAME.telling.describe(after, x)) is not None
            }
    written = {key for key in WORDS.texts if key.startswith("bowl.event.")}
    only_light = {"bowl.event.CountedAtEnd", "bowl.event.PositionTold"}
    rare = {"bowl.event.MummyStopped.loop", "bowl.event.GameAbandoned"}
    assert written - keys <= rare | only_light
    state = opening().state
    assert "has won" in said(GAME.telling.describe(state, e.CountedAtEnd(0)))
    assert keys <= written


@pytest.mark.parametrize("seed", range(10))
def test_every_refusal_can_be_put_into_words(seed: int) -> None:
    dice = Random(seed)
    tries: list[Any] = [m.Begin(), m.EnterChamber(), m.StayPut(), m.RebuildTrap(), m.GiveUp()]
    tries += [m.TakeBoulder("red"), m.NameColour("green"), m.Landslide(()), m.Landslide(("x",))]
    tries += [m.WrongColour(None), m.WrongColour("red"), m.SeeFall("staff", "x"), m.Vote(True)]
    tries += [
        m.DeclineExtraTurn(),
        m.CallFoul("x"),
        m.LeaveGame(9),
        m.MoveFigure("D1"),
        m.MoveFigure("D9"),
    ]
    tries += [m.FlipTile(f, "red", n) for f in ("D1", "P1", "C1", "C2", "X") for n in (0, 3)]
    for state, _, _, _ in list(a_game(dice, OWN, some_rules(dice)))[::5]:
        for move in tries:
            ruling = GAME.decide(state, move)
            if isinstance(ruling, Refused):
                said(ruling.say)
        for seen in ({"D1": "empty"}, {"D1": "?"}, {"D1": "red_2"}, {"P14": "blue", "C2": "red"}):
            said(GAME.misfit(state, seen).say)
        said(GAME.misfit(state, {"P14": "down"}).say)


def test_what_does_not_add_up_can_be_put_into_words() -> None:
    state = laid(f"{DESERT} | r").name("r").state
    wrong = state.but(
        supply=-1,
        scarabs=(5, 21),
        bowl=(0, 5, 5, 9),
        figures=(20, 0),
        mummy=Step(2, 1),
        box=OWN,
        tiles=(*state.tiles[:1], state.tiles[1], state.tiles[1], state.tiles[1], *state.tiles[4:]),
    )
    keys = {say.key for say in GAME.broken(wrong)}
    assert keys == {key for key in WORDS.texts if key.startswith("bowl.broken.")}
    for say in GAME.broken(wrong):
        said(say)


def test_the_setup_of_the_quick_variant_speaks_of_no_mummy() -> None:
    assert "no mummy" in said(opening(variant="quick").question.ask)
    assert "no mummy" not in said(opening().question.ask)


def test_a_face_with_mummies_reads_well() -> None:
    refusal = GAME.misfit(opening(box=OWN).do(m.Begin()).state, {"D1": "red_3"})
    assert "red with three mummies" in said(refusal.say)


def test_what_was_flipped_reads_well() -> None:
    table = laid(DESERT).flip("g2")
    sentences = [said(GAME.telling.describe(table.state, event)) for event in table.events]
    assert sentences == [
        "Ana turns over tile P1: green with 2 mummies.",
        "Ana must draw a green boulder.",
    ]
