"""Every room has the same shape: the same files, a whole record of functions, a recorded game."""

from __future__ import annotations

import dataclasses
import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.core.errors import UnknownHouseRule, UnknownRoom
from companion.core.game import ROOMS, Game, load_room
from companion.core.house import read_house_rules, switches
from companion.core.roles import HALL, REFEREE, TABLE, seat
from companion.core.seats import Seat
from companion.core.verdict import Accepted
from companion.referee import after
from tests.playthroughs.record import opened, records

ROOT = Path(__file__).parent.parent
FILES = (
    "__init__.py", "state.py", "moves.py", "rules.py", "correcting.py", "scoring.py", "view.py",
    "reader.py", "box.toml",
)  # fmt: skip

every_room = pytest.mark.parametrize("room", ROOMS)


def opening(game: Game) -> Any:
    box = game.load_box(None)
    colours = box.colours
    seats = [Seat(f"Player {n}", colours[n]) for n in range(box.players[0])]
    return game.opening(box, seats, game.house_rules())


@every_room
def test_a_room_has_its_files(room: str) -> None:
    folder = ROOT / "companion" / "games" / room
    assert [name for name in FILES if not (folder / name).is_file()] == []


@every_room
def test_a_room_answers_everything_that_is_asked_of_a_game(room: str) -> None:
    game = load_room(room)
    assert game.name == room
    missing = [f.name for f in dataclasses.fields(game) if getattr(game, f.name) is None]
    assert missing == []
    described = ("name", "moves", "events")
    for field in dataclasses.fields(game):
        if field.name not in described:
            assert callable(getattr(game, field.name)), field.name


@every_room
def test_a_room_has_a_recorded_game_that_comes_to_its_end(room: str) -> None:
    told = [path.read_text("utf-8") for path in records(room)]
    assert told, f"tests/playthroughs has no {room}-*.txt"
    assert any("\n! " in text for text in told)


@every_room
def test_every_question_of_a_recorded_game_begins_its_id_with_its_topic(room: str) -> None:
    """Ids are written into journals and compared by pages, so they stay as they were."""
    game, state, moves = opened(records(room)[0].read_text("utf-8"))
    topics = set()
    for move in moves:
        for question in game.questions(state):
            assert f"{question.id}-".startswith(f"{question.topic}-")
            topics.add(question.topic)
        ruling = game.decide(state, move)
        state = after(game, state, ruling) if isinstance(ruling, Accepted) else state
    assert len(topics) > 1


@every_room
def test_a_room_has_its_clauses_listed(room: str) -> None:
    text = (ROOT / "docs" / "rules" / f"{room}.md").read_text("utf-8")
    assert len(re.findall(r"^- \*\*[A-Z]", text, re.MULTILINE)) > 20


@every_room
def test_a_room_says_which_facts_of_its_box_are_assumed(room: str) -> None:
    data = tomllib.loads((ROOT / "companion" / "games" / room / "box.toml").read_text("utf-8"))
    assert "assumed" in str(data)
    assert load_room(room).load_box(None).assumed


@every_room
def test_every_switch_of_a_room_has_a_default_a_clause_and_a_sentence(room: str) -> None:
    game = load_room(room)
    listed = (ROOT / "docs" / "rules" / f"{room}.md").read_text("utf-8")
    for switch in switches(game.house_rules):
        assert f"**{switch.clause}**" in listed, switch.name
        assert switch.sentence.endswith(".")
        assert switch.choices
    with pytest.raises(UnknownHouseRule):
        read_house_rules(game.house_rules, {"no_such_rule": True})


@every_room
def test_a_room_opens_shows_and_tells_plain_data(room: str) -> None:
    game = load_room(room)
    state = opening(game)
    assert game.broken(state) == ()
    assert game.is_over(state) is None
    for role in (TABLE, REFEREE, HALL, seat(0)):
        msgspec.json.encode(game.view(state, role))
    msgspec.json.encode([game.questions(state), game.score(state), dict(game.visible(state))])


@every_room
def test_a_room_accepts_its_own_first_moves(room: str) -> None:
    game = load_room(room)
    state = opening(game)
    moves = list(game.legal_moves(state))
    assert moves
    for move in moves[:20]:
        assert isinstance(game.decide(state, move), Accepted), move
        assert msgspec.convert(msgspec.to_builtins(move), game.moves) == move


def test_an_unknown_room_is_refused_by_naming_the_known_ones() -> None:
    with pytest.raises(UnknownRoom, match="wall"):
        load_room("chess")
