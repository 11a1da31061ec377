"""Everything the dig can say has words, and the words fit their values."""

from __future__ import annotations

import re
import tomllib
import typing
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import companion.words as words_package
from companion.core.boxes import assumed_said
from companion.core.decode import convert
from companion.core.verdict import Accepted, Move, Refused, Saying
from companion.games.dig import GAME
from companion.games.dig import events as e
from companion.games.dig import moves as m
from companion.games.dig.laying import check_layer
from companion.games.dig.state import Phase, State
from companion.games.dig.telling import UNSPOKEN
from companion.words import read_part
from tests.rooms.dig.laid import (
    ME,
    OWN,
    RIVAL,
    Position,
    digging,
    dug_to,
    laying,
    opening,
    with_lid,
)
from tests.rooms.dig.layouts import but, layer, right, shuffled
from tests.rooms.dig.players import a_game, some_rules
from tests.rooms.dig.test_random_games import RICH, odd_moves
from tests.rooms.position import known
from tests.rooms.words import room_words

ROOM = Path(__file__).parents[3] / "companion" / "games" / "dig"
KEY = re.compile(r'"(dig(?:\.[A-Za-z_]+)+)"')


WORDS = room_words("dig")
OURS = {key for key in WORDS.texts if key.startswith("dig.")}


def said_in(state: State) -> Iterator[Saying]:
    for question in GAME.questions(state):
        yield question.ask
        yield from (option.say for option in question.options)
    for line in GAME.score(state).lines:
        yield from (part.say for part in line.parts)
    outcome = GAME.is_over(state)
    if outcome:
        yield outcome.say


def games() -> Iterator[Saying]:
    """Everything said along random games, and to moves that do not fit there."""
    for seed in range(24):
        dice = Random(seed)
        box = {"box": RICH} if seed % 2 else {}
        for before, move, events, after in a_game(dice, some_rules(dice), **box):  # type: ignore[arg-type]
            yield from said_in(before)
            yield GAME.telling.tell(before, move)
            for event in events:
                saying = GAME.telling.describe(after, event)
                if saying:
                    yield saying
            for odd in odd_moves(before) if dice.random() < 0.1 else ():
                yield GAME.telling.tell(before, odd)
                ruling = GAME.decide(before, odd)
                if isinstance(ruling, Refused):
                    yield ruling.say
        yield from said_in(after)


def refusals() -> Iterator[Saying]:
    """What is said to pictures and layers that are wrong, and in places chance does not reach."""
    dice = Random(1)
    for drawing in ("b b h s  m m . l  t t . .  . . . .", "b b h@E .  m m s .  t . l .  . t . ."):
        yield _said(check_layer(laying(layer=3).state, layer(3, drawing)))
    for seen in ({}, but(right(3), A1="down"), but(right(3), A1="?"), right(2),
                 but(right(3), D4="3-snake_head"), shuffled(3, dice)):  # fmt: skip
        yield _said(check_layer(laying(layer=3).state, seen))
    yield _said(
        check_layer(laying(layer=3).state, layer(3, "b b h@E .  m m s .  t t l .  . . . ."))
    )
    yield _said(check_layer(opening().state, {}))
    table = digging().lift("A1", "bracelet")
    lid = with_lid(digging(), "C2", RIVAL)
    stopped = table.do(m.Stop())
    pictures = [
        (table, {"B1": "?"}), (table, {"B1": "down"}), (table, {"A1": "6-cover"}),
        (table, {"A1": "5-earth"}), (table, {"B1": "3-earth"}), (table, {"B1": "barricade"}),
        (lid, {"C2": "6-cover"}), (lid, {"C2": "5-earth"}), (stopped, {"B1": "5-earth"}),
        (stopped, {"B1": "barricade", "C1": "barricade"}), (table, {"B1": "5-bracelet"}),
        (digging().lift("A1", "mosquito"), {"B1": "5-earth"}), (dug_to({"A1": 1}), {"D4": "empty"}),
        (table, {"B1": "5-earth", "C1": "5-earth", "D1": "5-snake_tail"}),
    ]  # fmt: skip
    for position, cells in pictures:
        yield GAME.misfit(position.state, cells).say
    out = digging(3, purses={ME: 0}).lift("A1", "mosquito")
    yield _said(GAME.decide(out.state, m.PlayBarricade("A1")))
    yield _said(GAME.decide(digging().do(m.PlayScarab()).state, m.PlayScarab()))
    yield _said(GAME.decide(table.state, m.PlayScarab()))
    yield _said(GAME.decide(table.state, m.Skip()))
    yield _said(GAME.decide(digging(purses={ME: 2}).state, m.Skip()))
    bare = digging().state.but(scarabs=(0, 0))
    yield _said(GAME.decide(bare, m.PlayScarab()))
    yield _said(GAME.decide(lid.do(m.Skip()).state, m.PlayBarricade("C2")))
    used = digging(barricades=False).lift("A1", "mosquito")
    yield _said(GAME.decide(used.state, m.PlayBarricade("C2")))
    yield _said(GAME.decide(lid.state, m.TakeOffBarricade("C2")))
    yield _said(table.reply(option="none"))
    state = digging(3).state.but(out=(0, 1, 2), phase=Phase.OVER, over="last_player")
    yield from said_in(state)
    yield from said_in(digging().skip().do(m.Skip()).state)
    yield from _events(table.do(m.PutBack("B1", "disturbed")))
    short = digging().state
    coins = type(short.bank)
    swap = Position(short.but(bank=coins(4, 0), purses=(coins(8, 6), coins(8, 44))))
    yield from _events(swap.lift("A1", "alabaster_vase"))
    mask = dug_to({"A1": 1}, last={1: ["mask"]}, mask_last="free_skip")
    yield from said_in(mask.state)
    yield from _events(mask.do(m.Skip()))
    ends = dug_to({"A1": 1, "B1": 1}, last={1: ["mask", "earth"]}, mask_last="ends")
    yield from _events(ends.lift("B1", "earth"))
    yield from _events(dug_to({"A1": 2}).do(m.Skip(), m.PlayBarricade("A1")))
    for purse in (0, 2):
        poor = digging(purses={ME: purse}, never_obliged=True)
        yield from (*said_in(poor.state), *_events(poor.do(m.Skip())))
    yield from _events(digging().lift("A1", value=3))
    yield from _events(digging().lift("A1", "bracelet").lift("B1", "bracelet"))
    yield from _events(digging().lift("A1", "bracelet", 3))
    sure = digging(box=known(OWN))
    yield from _events(sure.lift("A1", value=3))
    yield _said(GAME.decide(sure.state, m.Lift("A1", "5-bracelet", 3)))
    yield _said(GAME.decide(sure.lift("A1", "bracelet").state, m.Lift("B1", "5-bracelet")))
    broke = digging(purses={ME: 1}).lift("A1", "scorpion")
    yield from (*_events(broke), *said_in(broke.state))
    yield GAME.misfit(broke.state, {"B1": "5-earth"}).say
    yield from asked_of("A1", digging().state)
    yield from counted_at_the_end(opening())


def asked_of(place: str, state: State) -> Iterator[Saying]:
    """What the table says when somebody asks what they may do there."""
    yield from (one.say for one in GAME.places.tries(state, place) if one.say)


def counted_at_the_end(table: Position) -> Iterator[Saying]:
    """A game nobody followed, with a purse too few and then with all."""
    purses = ((1, 2, 0),) * len(table.state.seats)
    yield _said(GAME.decide(table.state, m.CountAtEnd(purses[1:], ())))
    counted = m.CountAtEnd(purses, ())
    yield GAME.telling.tell(table.state, counted)
    yield from _events(table.do(counted))


def _events(position: Position) -> Iterator[Saying]:
    said = (GAME.telling.describe(position.state, event) for event in position.events)
    yield from (saying for saying in said if saying)


def _said(answer: Move | Refused | Accepted) -> Saying:
    assert isinstance(answer, Refused), answer
    return answer.say


RARE: dict[str, dict[str, Any]] = {
    "dig.not_a_move_here": {"move": "Fly"},
    # Said only when pieces vanish, which no rule does.
    "dig.broken.gold": {"found": 19, "expected": 20},
    "dig.broken.silver": {"found": 1, "expected": 50},
    "dig.broken.credit": {},
    "dig.broken.kit": {},
    "dig.broken.cells": {"found": 15, "expected": 16},
    "dig.broken.depth": {"cell": "A1"},
    "dig.broken.lids": {},
    "dig.broken.cards": {"found": 2, "expected": 1, "card": "mask", "layer": 1},
}


def test_every_sentence_of_real_games_can_be_said() -> None:
    said = set()
    facts = (assumed_said("dig", fact) for fact in GAME.load_box(None).assumed)
    assumed = (convert(fact, Saying) for fact in facts)
    for saying in (*games(), *refusals(), *(Saying(k, v) for k, v in RARE.items()), *assumed):
        text = WORDS.say(saying)
        assert text
        assert text[0] == text[0].upper()
        assert not re.search(r"[{}#@|]|\b[a-z]+_[a-z]+\b(?<!agree_to_stop)|None|True|  ", text), (
            text
        )
        said.add(saying.key)
    of_box_files = {key for key in OURS if key.startswith("dig.box.")}  # tests/workshop
    advised = {key for key in OURS if key.startswith("dig.advice.")}  # tests/test_advice.py
    only_light = {"dig.event.PositionTold", "dig.move.GoOnFrom"}  # tests/test_light.py
    assert sorted(OURS - said - of_box_files - advised - only_light) == []


def test_everything_the_code_says_has_words() -> None:
    named = {key for path in ROOM.glob("*.py") for key in KEY.findall(path.read_text())}
    assert len(named) > 50
    assert named - OURS == set()


@pytest.mark.parametrize("event", typing.get_args(e.DigEvent), ids=lambda event: event.__name__)
def test_every_event_is_said_or_left_out_on_purpose(event: Any) -> None:
    keys = {key for key in OURS if key.split(".")[1:3] == ["event", event.__name__]}
    assert bool(keys) != issubclass(event, UNSPOKEN)


def test_every_move_is_said() -> None:
    for move in GAME.decide.rules:
        assert f"dig.move.{move.__name__}" in OURS


def test_a_fault_names_its_cell_and_its_clause() -> None:
    refusal = check_layer(laying(layer=3).state, layer(3, "b b h s  m m . l  t t . .  . . . ."))
    text = WORDS.say(_said(refusal))
    assert "D2 has a part of the snake that isn't in line with the rest (DIG-14)" in text


def test_the_words_of_the_dig_take_nothing_from_other_rooms() -> None:
    own = read_part("en", "dig")
    assert set(own) == {"phrases", "nouns", "dig", "page"}
    assert all(key.startswith("dig_") for key in own["page"])
    for path in sorted((Path(words_package.__file__).parent / "en").glob("*.toml")):
        others = tomllib.loads(path.read_text("utf-8")) if path.name != "dig.toml" else {}
        assert not set(own["phrases"]) & set(others.get("phrases", {}))
        assert not set(own["nouns"]) & set(others.get("nouns", {}))
