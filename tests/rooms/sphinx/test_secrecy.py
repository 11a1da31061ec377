"""What lies under the sphinxes leaves the room as "right" or "wrong", and in no other way."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from msgspec import structs

from companion.core.decide import Deciding
from companion.core.describe import Telling
from companion.core.game import Game
from companion.core.observation import Sensed
from companion.core.output_cues import Cues
from companion.core.roles import HALL, REFEREE, TABLE, Role, parse_role, seat
from companion.core.verdict import Event, Move, Question, Refused, Ruling, Saying, refuse
from companion.games import sphinx
from companion.games.sphinx import GAME
from companion.games.sphinx import events as e
from companion.games.sphinx import moves as m
from companion.games.sphinx.rules import HOOD
from companion.games.sphinx.state import Claim, Note, Sealed, State
from tests.rooms.sphinx.laid import ME, RIVAL, SALT, Position, laid, opening
from tests.rooms.sphinx.worlds import compare, roles
from tests.saying import refuses

UNDER = "red green blue yellow purple orange"
ROOM = Path(sphinx.__file__).parent


@pytest.mark.parametrize("seed", [1, 15, 16, 17, 18])
def test_two_worlds_that_differ_in_the_colours_let_out_the_same_bytes(seed: int) -> None:
    """Whole random games: views, questions, moves, refusals, sentences, lamps, their lengths."""
    steps, how = compare(seed)
    assert steps > 150
    assert how == "over", "a whole game, not only its beginning"


# Planted leaks: the comparison has to notice every one of them.


def _first_colour(state: State) -> str:
    return state.sealed[-1].colours[0] if state.sealed else ""


def _leaky_view(state: State, role: Role) -> dict[str, Any]:
    return {**GAME.view(state, role), "hint": _first_colour(state) if role == REFEREE else ""}


def _longer_view(state: State, role: Role) -> dict[str, Any]:
    """Only the length gives it away, and only to one seat."""
    padding = "x" * len(_first_colour(state)) if role == seat(1) else ""
    return {**GAME.view(state, role), "padding": padding}


def _leaky_questions(state: State) -> tuple[Question, ...]:
    asked = GAME.questions(state)
    if state.claim and state.sealed and len(_first_colour(state)) > 4:
        return tuple(_turned_round(question) for question in asked)
    return asked


def _turned_round(question: Question) -> Question:
    return structs.replace(question, because=question.because[::-1])


def _leaky_moves(state: State) -> Iterator[Move]:
    """The order of the claims gives the right one away."""
    moves = list(GAME.legal_moves(state))
    if state.sealed and moves and isinstance(moves[0], m.LayClaim):
        moves.sort(key=lambda move: move.cards[0] != _first_colour(state))  # type: ignore[attr-defined]
    return iter(moves)


class LeakyDeciding(Deciding[State]):
    def __call__(self, state: State, move: Move) -> Ruling:
        ruling = super().__call__(state, move)
        if isinstance(ruling, Refused) and isinstance(move, m.LookUnder) and state.sealed:
            return refuse("SPHINX-31", "sphinx.no_look_now", where=_first_colour(state))
        return ruling


class LeakyTelling(Telling[State]):
    def describe(self, state: State, event: Event) -> Saying | None:
        saying = super().describe(state, event)
        if saying and isinstance(event, e.SphinxesSwapped) and state.sealed:
            return Saying(saying.key, {**saying.values, "temple": _first_colour(state)})
        return saying


def _leaky_cues(state: State, events: Any) -> Cues:
    cues = GAME.cues(state, events)
    return Cues({**cues.glow, "G1": "on"}, cues.sounds) if _first_colour(state) == "red" else cues


def _leaky_timing(state: State, heard: Sensed) -> Move | None:
    """A wrong claim would be answered at once."""
    claim = state.claim
    if claim and claim.cards and state.sealed and claim.cards[0] != _first_colour(state):
        return m.AnswerClaim(heard.at)
    return GAME.hears(state, heard)


def _leaky_visible(state: State) -> dict[str, str]:
    return {**GAME.visible(state), "under": _first_colour(state)}


LEAKS: dict[str, Game] = {
    "a hint on the referee's page": replace(GAME, view=_leaky_view),
    "a length on one phone": replace(GAME, view=_longer_view),
    "the clauses of a question": replace(GAME, questions=_leaky_questions),
    "the order of moves": replace(GAME, legal_moves=_leaky_moves),
    "a refusal": replace(GAME, decide=LeakyDeciding(**vars(GAME.decide))),
    "the sentence about a swap": replace(GAME, telling=LeakyTelling(**vars(GAME.telling))),
    "a lamp": replace(GAME, cues=_leaky_cues),
    "the moment of the answer": replace(GAME, hears=_leaky_timing),
    "a cell": replace(GAME, visible=_leaky_visible),
}


SEEDS = {
    "the clauses of a question": 4,
    "the order of moves": 2,
    "a lamp": 3,
    "the moment of the answer": 4,
}
"""Games that come early to where a leak shows; the others show in any game."""


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_noticed(leak: str) -> None:
    with pytest.raises(AssertionError):
        compare(SEEDS.get(leak, 0), LEAKS[leak], 400)


def test_a_secret_that_slips_into_a_text_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without its own repr, a state in an error text would reveal everything."""
    monkeypatch.setattr(Sealed, "__repr__", lambda self: f"Sealed({self.salt})")
    with pytest.raises(AssertionError):
        compare(3, GAME, 5)


# By construction


def test_only_a_claim_and_the_end_read_what_is_sealed() -> None:
    """The attribute ``sealed`` is read in four places, and three of them are the end or a count."""
    readers = set()
    for path in ROOM.glob("*.py"):
        for function in ast.walk(ast.parse(path.read_text())):
            if isinstance(function, ast.FunctionDef) and _reads_sealed(function):
                readers.add(f"{path.stem}.{function.name}")
    assert readers == {
        "claiming._guard_colours",
        "ending._opened",
        "ending.proof",  # only when the game is over
        "evolving._sphinxes",  # appends a new seal, looks at none
        "rules.broken",  # counts six different ones
        "view._revealed",  # only when the game is over
    }


def _reads_sealed(function: ast.FunctionDef) -> bool:
    return any(isinstance(n, ast.Attribute) and n.attr == "sealed" for n in ast.walk(function))


def test_the_colours_are_private_to_nobody_at_the_table() -> None:
    assert GAME.private_to(m.Seal(tuple(UNDER.split()), SALT)) == HOOD
    with refuses(ValueError, match="hood"):
        parse_role(str(HOOD))


@pytest.mark.parametrize(
    "secret",
    [
        m.Seal(tuple(UNDER.split()), SALT),
        e.ColoursSealed(tuple(UNDER.split()), SALT, "digest"),
        Sealed(tuple(UNDER.split()), SALT),
        Note(3, "purple"),
        m.NoteColour(ME, "G1", "purple"),
        e.ColourNoted(ME, "G1", "purple"),
        m.LayClaim(ME, ("purple", "red", "green")),
        e.ClaimLaid(ME, ("purple", "red", "green"), 1.0),
        Claim(ME, ("purple", "red", "green")),
    ],
    ids=lambda secret: type(secret).__name__,
)
def test_no_error_text_tells_a_secret(secret: object) -> None:
    for text in (repr(secret), str(secret), f"{secret}", repr([secret])):
        assert not any(colour in text for colour in UNDER.split())
        assert SALT not in text


def test_nobody_sees_a_colour_before_the_end() -> None:
    table = opening().do(m.Seal(tuple(UNDER.split()), SALT), m.Begin())
    for role in roles(table.state):
        shown = GAME.view(table.state, role)
        assert shown["revealed"] is None
        assert shown["tracking"]["colours"] == "hidden"
        assert SALT not in str(shown)


def test_what_is_opened_at_the_end_was_there_from_the_beginning() -> None:
    table = opening(2).do(m.Seal(tuple(UNDER.split()), SALT), m.Begin())
    digest = GAME.view(table.state, HALL)["tracking"]["seals"][0]["digest"]
    over = table.do(m.GiveUp(RIVAL))
    (shown,) = GAME.view(over.state, TABLE)["revealed"]
    assert shown["digest"] == digest
    assert list(shown["colours"].values()) == UNDER.split()


# The claim


def _steps_of(run: Callable[[], object]) -> int:
    """How many lines of Python are executed."""
    lines = 0

    def watch(frame: FrameType, event: str, _: object) -> Any:
        nonlocal lines
        lines += event == "line"
        return watch

    sys.settrace(watch)
    try:
        run()
    finally:
        sys.settrace(None)
    return lines


@pytest.mark.parametrize("any_order", [False, True])
def test_the_answer_takes_the_same_steps_right_or_wrong(any_order: bool) -> None:
    table = laid(
        pawns=(74, 0),
        hands=("red green blue orange",),
        dice=(6,),
        sealed=UNDER,
        any_order=any_order,
    ).do(m.ApproachGuards(6))
    counts = set()
    for cards in (("red", "green", "blue"), ("red", "green", "orange"), ("orange", "blue", "red")):
        state = table.do(m.LayClaim(ME, cards, 0.0)).state
        GAME.decide(state, m.AnswerClaim(2.0))  # once before, so that nothing is done first time
        counts.add(_steps_of(lambda state=state: GAME.decide(state, m.AnswerClaim(2.0))))  # type: ignore[misc]
    assert len(counts) == 1


def test_right_and_wrong_sound_and_light_alike() -> None:
    """One sound each, and the same lamps."""
    table = laid(pawns=(74, 0), hands=("red green blue",), dice=(6,), sealed=UNDER)
    table = table.do(m.ApproachGuards(6))
    cues = [_cues(table, cards) for cards in (("red", "green", "blue"), ("blue", "green", "red"))]
    assert cues[0].glow == cues[1].glow
    assert [len(each.sounds) for each in cues] == [1, 1]


def _cues(table: Position, cards: tuple[str, ...]) -> Cues:
    answered = table.do(m.LayClaim(ME, cards, 0.0), m.AnswerClaim(2.0))
    return GAME.cues(answered.state, answered.events)


# What a seat keeps to itself


def test_a_look_that_only_one_phone_sees() -> None:
    table = laid(dice=(4, "S"), pawns=(0, 0, 0), sealed=UNDER).use(4).answer("look:G1")
    red = table.do(m.NoteColour(ME, "G1", "red")).state
    blue = table.do(m.NoteColour(ME, "G1", "blue")).state
    for role in roles(red):
        same = GAME.view(red, role) == GAME.view(blue, role)
        assert same is (role != seat(ME))
    assert "red" not in str(GAME.telling.tell(red, m.NoteColour(ME, "G1", "red")).values)
    assert "red" not in str(GAME.telling.describe(red, e.ColourNoted(ME, "G1", "red")))


def test_cards_lie_open_on_the_table_sphinx_o_17() -> None:
    table = laid(hands=("red blue", "green"))
    for role in roles(table.state):
        assert [s["hand"] for s in GAME.view(table.state, role)["seats"]] == [
            ["red", "blue"],
            ["green"],
        ]


def test_a_house_may_hide_the_hands_of_others_sphinx_o_17() -> None:
    table = laid(hands=("red blue", "green"), hands_public=False)
    shown = GAME.view(table.state, seat(ME))["seats"]
    assert [(s["hand"], s["cards"]) for s in shown] == [(["red", "blue"], 2), (None, 1)]
    assert [s["hand"] for s in GAME.view(table.state, HALL)["seats"]] == [None, None]
    assert set(GAME.view(table.state, TABLE)["stock"].values()) == {None}
