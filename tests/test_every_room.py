"""Every room has the same shape: the same files, a whole record of functions, a recorded game."""

from __future__ import annotations

import ast
import dataclasses
import functools
import importlib
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from companion.core.errors import UnknownHouseRule, UnknownRoom
from companion.core.facts import FactLearned
from companion.core.game import ROOMS, Game, Looking, Rights, load_room
from companion.core.house import read_house_rules, switches
from companion.core.roles import HALL, REFEREE, TABLE, seat
from companion.core.seats import Seat
from companion.core.state import SETUP, TableState
from companion.core.verdict import Accepted, Event, Insist, Move
from companion.table.explain.referee import after
from companion.words import load
from companion.words.house_rules import home
from tests.playthroughs.record import opened, records
from tests.saying import refuses

ROOT = Path(__file__).parent.parent
HOMES = {
    "answering": {"answer", "hears"},
    "asking": {"questions"},
    "box": set(),
    "boxfile": {"load_box"},
    "correcting": {"corrections"},
    "events": set(),
    "evolving": {"evolve"},
    "house": {"house_rules"},
    "misfitting": {"misfit"},
    "moves": set(),
    "places": {"places"},
    "reader": {"visible", "shown_by"},
    "rules": {"opening", "legal_moves", "decide", "broken"},
    "scoring": {"score", "is_over"},
    "state": set(),
    "telling": {"telling"},
    "view": {"view", "cues"},
}
"""Every module a room has, and the fields of its record that live there."""
OPTIONAL = {
    "advice": {"advice"},
    "cutting": {"rights.asked"},
    "ending": {"rights.proof"},
    "plain": {"plain"},
    "looking": {"looking"}
    | {
        f"looking.{n}"
        for n in (
            "looked",
            "reads",
            "stamped",
            "forgets",
            "becomes",
            "least",
            "named",
            "lies",
            "returns",
        )
    },
    "rules": {"private_to", "rights.concerns", "rights.fixed", "rights.foreseen"},
}
"""Where a room says what the record has a default for."""

every_room = pytest.mark.parametrize("room", ROOMS)


def opening(game: Game) -> Any:
    box = game.load_box(None)
    colours = box.colours
    seats = [Seat(f"Player {n}", colours[n]) for n in range(box.players[0])]
    return game.opening(box, seats, game.house_rules())


def folder_of(room: str) -> Path:
    return ROOT / "companion" / "games" / room


@every_room
def test_a_room_has_its_files(room: str) -> None:
    names = [*(f"{name}.py" for name in HOMES), "__init__.py", "box.toml"]
    assert [name for name in names if not (folder_of(room) / name).is_file()] == []


@every_room
def test_a_room_answers_everything_that_is_asked_of_a_game(room: str) -> None:
    game = load_room(room)
    assert isinstance(game, Game)
    assert game.name == room
    missing = [f.name for f in dataclasses.fields(game) if getattr(game, f.name) is None]
    assert missing == []


def test_every_field_of_the_record_has_a_home() -> None:
    homes = set().union(*HOMES.values(), *OPTIONAL.values())
    fields = {field.name for field in dataclasses.fields(Game)}
    fields |= {f"looking.{field.name}" for field in dataclasses.fields(Looking)}
    fields |= {f"rights.{field.name}" for field in dataclasses.fields(Rights)}
    assert homes == fields - {"name", "rights"}


@every_room
def test_each_field_lives_in_the_same_file_in_every_room(room: str) -> None:
    """What a module defines, the record takes from it and from nowhere else."""
    game = load_room(room)
    for module, fields in HOMES.items():
        for field in fields:
            assert is_at_home(game, field, module), f"{field} of {room} is not in {module}.py"
    for module, fields in OPTIONAL.items():
        for field in fields:
            at_home = is_default(game, field) or is_at_home(game, field, module)
            assert at_home, f"{field} of {room} is not in {module}.py"


def is_at_home(game: Game, field: str, module: str) -> bool:
    """Whether one of the module's own statements makes this value: a function, class or name."""
    source = (folder_of(game.name) / f"{module}.py").read_text("utf-8")
    home = vars(importlib.import_module(f"companion.games.{game.name}.{module}"))
    names = {name for name, value in home.items() if value is value_of(game, field)}
    return bool(names & defined(source))


def defined(source: str) -> set[str]:
    tree = ast.parse(source).body
    made = {one.name for one in tree if isinstance(one, ast.FunctionDef | ast.ClassDef)}
    targets = (target for one in tree if isinstance(one, ast.Assign) for target in one.targets)
    return made | {target.id for target in targets if isinstance(target, ast.Name)}


def value_of(game: Game, field: str) -> Any:
    return functools.reduce(getattr, field.split("."), game)


def is_default(game: Game, field: str) -> bool:
    """Whether a room leaves this to the core."""
    group, _, name = field.rpartition(".")
    owner = value_of(game, group) if group else game
    defaults = {one.name: one.default for one in dataclasses.fields(owner)}
    return value_of(game, field) is defaults[name]


def test_no_function_is_written_twice() -> None:
    """What two rooms do alike, the core does for them; a single line may be said twice."""
    assert copies(ROOT) == []


def test_a_copied_function_would_be_noticed(tmp_path: Path) -> None:
    for room in ("wall", "bowl", "dig"):
        folder = tmp_path / "companion" / "games" / room
        folder.mkdir(parents=True)
        text = f'def load(path):\n    """Read."""\n    data = opened("{room}")\n    return data\n'
        (folder / "boxfile.py").write_text(text)
        (folder / "state.py").write_text("def but(self, **changes):\n    return replace(self)\n")
    assert sorted(copies(tmp_path)) == [
        "wall/boxfile.py: load, bowl/boxfile.py: load, dig/boxfile.py: load",
        "wall/state.py: but, bowl/state.py: but, dig/state.py: but",
    ]


def copies(root: Path) -> list[str]:
    """Functions of several rooms with the same body, except for the room's name."""
    homes: dict[str, list[str]] = {}
    for room in ROOMS:
        for path in sorted((root / "companion" / "games" / room).glob("*.py")):
            for name, body in bodies(path.read_text("utf-8"), room):
                homes.setdefault(body, []).append(f"{room}/{path.name}: {name}")
    return [
        ", ".join(places)
        for body, places in homes.items()
        if (count := len({place.partition("/")[0] for place in places})) > 1
        and (count > 2 or "\n" in body)
    ]


def bodies(source: str, room: str) -> Iterator[tuple[str, str]]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef):
            lines = [ast.unparse(one) for one in node.body if not is_docstring(one)]
            yield node.name, re.sub(rf"\b{room}\b", "room", "\n".join(lines))


def is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


@every_room
def test_a_room_begins_with_the_same_state_and_view(room: str) -> None:
    game = load_room(room)
    state = opening(game)
    assert isinstance(state, TableState)
    shown = game.view(state, TABLE)
    assert {"room", "phase", "turn", "turns", "seats", "score", "outcome", "assumed"} <= set(shown)
    assert shown["room"] == room
    assert shown["phase"] == SETUP
    assert all({"name", "colour"} <= set(player) for player in shown["seats"])
    assert game.turn(state) == 0


@every_room
def test_every_move_of_a_room_is_decided_and_every_event_evolves(room: str) -> None:
    """The unions a journal is read with name every record of moves.py and events.py."""
    game = load_room(room)
    for union, module, base in ((game.moves, "moves", Move), (game.events, "events", Event)):
        home = importlib.import_module(f"companion.games.{room}.{module}")
        records = {
            one
            for one in vars(home).values()
            if isinstance(one, type) and issubclass(one, base) and one.__module__ == home.__name__
        }
        ours = {one for one in get_args(union) if one not in (Insist, FactLearned)}
        assert ours == {one for one in records if not one.__subclasses__()}


@every_room
def test_a_room_has_a_recorded_game_that_comes_to_its_end(room: str) -> None:
    texts = [path.read_text("utf-8") for path in records(room)]
    assert texts, f"tests/playthroughs has no {room}-*.txt"
    assert any("\n! " in text for text in texts)


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
def test_an_event_changes_what_every_part_of_a_room_would_make_of_it(room: str) -> None:
    """Only the parts that name an event are asked: the others know nothing of it."""
    for path in records(room):
        game, state, moves = opened(path.read_text("utf-8"))
        for move in moves:
            ruling = game.decide(state, move)
            for event in ruling.events if isinstance(ruling, Accepted) else ():
                expected = state
                for part in game.evolve.parts:
                    row = part.get(type(event)) if isinstance(part, Mapping) else part
                    expected = row(expected, event) or expected if row else expected
                state = game.evolve(state, event)
                assert state == expected, event


@every_room
def test_a_room_has_its_clauses_listed(room: str) -> None:
    text = (ROOT / "companion/words/en/clauses" / f"{room}.md").read_text("utf-8")
    assert len(re.findall(r"^- \*\*[A-Z]", text, re.MULTILINE)) > 20


@every_room
def test_a_room_says_which_facts_of_its_box_are_assumed(room: str) -> None:
    data = tomllib.loads((ROOT / "companion" / "games" / room / "box.toml").read_text("utf-8"))
    assert "guess" in str(data)
    assert load_room(room).load_box(None).assumed


@every_room
def test_every_switch_of_a_room_has_a_default_a_clause_and_words(room: str) -> None:
    game = load_room(room)
    words = load(strict=True)
    listed = (ROOT / "companion/words/en/clauses" / f"{room}.md").read_text("utf-8")
    for switch in switches(game.house_rules):
        assert f"**{switch.clause}**" in listed, switch.name
        assert f"{home(room, switch, words)}.say" in words.texts, switch.name
        assert switch.choices
    with pytest.raises(UnknownHouseRule):
        read_house_rules(game.house_rules, {"no_such_rule": True})


@every_room
def test_a_room_opens_shows_and_says_plain_data(room: str) -> None:
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
    with refuses(UnknownRoom, match="wall"):
        load_room("chess")
