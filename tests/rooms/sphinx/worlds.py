"""Two worlds that differ only in what lies under the sphinxes, and everything a room lets out.

Roles that may not know the colours must receive exactly the same bytes in both. The digest of the
seal is the one thing that differs by design; it is blotted out after its length was compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec

from companion.core.cells import EMPTY
from companion.core.game import Game
from companion.core.observation import Ticked
from companion.core.roles import HALL, REFEREE, TABLE, Role, seat
from companion.core.verdict import Accepted, Event, Move, Saying
from companion.games.sphinx import GAME
from companion.games.sphinx import events as e
from companion.games.sphinx import moves as m
from companion.games.sphinx.house import HouseRules
from companion.games.sphinx.state import Phase, State
from companion.table.expected import hint_of
from tests.rooms.sphinx.laid import BOX, SALT, SEATS
from tests.rooms.sphinx.players import a_move, some_seal
from tests.rooms.sphinx.words import say

FUTILE: tuple[Move, ...] = (
    m.Begin(),
    m.Throw((9, 9, 9)),
    m.UseDie(6, True),
    m.UseDie(6, False, True),
    m.ApproachGuards(5),
    m.ForfeitDie(2),
    m.SwapSphinxes("G1", "G2"),
    m.LookUnder("G1"),
    m.Steal("red"),
    m.LayClaim(0, ("red", "blue")),
    m.LayClaim(0, ("red", "blue", "green")),
    m.AnswerClaim(0.5),
    m.NoteColour(1, "T3", "green"),
    m.MixAnew(()),
    m.Rescan(()),
    m.Seal(("red",) * 6, SALT),
    m.Seal(BOX.colours, "short"),
)
"""Tried in every state: what is refused is compared, what would be accepted is left alone."""


def roles(state: State) -> tuple[Role, ...]:
    return (TABLE, REFEREE, HALL, *(seat(n) for n in range(len(state.seats))))


def let_out(game: Game, before: State, move: Move, events: Sequence[Event], state: State) -> Any:
    """Everything a room says about one step, as the table, a page or a journal would get it."""
    public = game.private_to(move) is None
    yield from (msgspec.json.encode(game.view(state, role)) for role in roles(state))
    yield from _said_now(game, state)
    yield repr(state)
    yield repr(move)
    if public:
        yield msgspec.json.encode([move, *events])
        yield msgspec.json.encode(game.cues(state, events))
    for event in events:
        yield repr(event)
        yield _told(game.telling.describe(state, event))
        yield game.telling.cells_of(state, event)
    yield _told(game.telling.tell(state, move))
    yield dict(game.shown_by(before, move))


def _said_now(game: Game, state: State) -> Iterator[Any]:
    for question in game.questions(state):
        yield msgspec.json.encode(question)
        yield [_told(question.ask), *(_told(option.say) for option in question.options)]
    moves = list(game.legal_moves(state))
    yield msgspec.json.encode(moves[:200])
    yield [_told(game.telling.tell(state, move)) for move in moves[:20]]
    yield dict(game.visible(state))
    yield msgspec.json.encode(hint_of(game, state))
    yield msgspec.json.encode(game.score(state))
    yield msgspec.json.encode(game.is_over(state))
    yield [_told(saying) for saying in game.broken(state)]
    yield [game.hears(state, Ticked(at=at)) for at in (0.0, 1.0, 2.0, 1e6)]
    for move in FUTILE:
        ruling = game.decide(state, move)
        if not isinstance(ruling, Accepted):
            yield (ruling.clause, ruling.cells, _told(ruling.say))
    for cells in ({"s3": "red"}, {"r0c0": "red", "r0c1": "down"}, {"r0c0": "red"}, {"s80": "?"}):
        refusal = game.misfit(state, cells)
        yield (refusal.clause, _told(refusal.say))
    yield game.misfit(state, {"s9": EMPTY}).clause


def _told(saying: Saying | None) -> str:
    return "" if saying is None else f"{saying.key} {sorted(saying.values)} {say(saying)}"


def blotted(texts: Any, state: State) -> list[str]:
    """The same as texts, with the digests of the seals blotted out."""
    shown = []
    for text in texts:
        plain = text.decode() if isinstance(text, bytes) else str(text)
        for seal in state.seals:
            plain = plain.replace(seal.digest, "#" * len(seal.digest))
        shown.append(plain)
    return shown


class Parted(Exception):
    """The worlds went different ways: one claim was right, the other wrong."""


def compare(seed: int, game: Game = GAME, most: int = 900) -> tuple[int, str]:
    """Play one game in both worlds; every byte let out is the same until the end.

    Gives the steps compared and how it ended: ``over``, ``parted`` or ``long``.
    """
    dice = Random(seed)
    here, there = (some_seal(dice), some_seal(dice))
    seats = SEATS[: dice.randint(*BOX.players)]
    one = other = GAME.opening(BOX, seats, HouseRules(any_order=dice.random() < 0.3))
    one, other = _step(game, one, other, here, there)
    for number in range(most):
        move = a_move(dice, one, 0.01)
        try:
            one, other = _step(game, one, other, move, move)
        except Parted:
            return number, "parted"
        if one.phase == Phase.OVER:
            return number, "over"
    return most, "long"


def _step(game: Game, one: State, other: State, move: Move, twin: Move) -> tuple[State, State]:
    first, second = game.decide(one, move), game.decide(other, twin)
    assert isinstance(first, Accepted)
    assert isinstance(second, Accepted)
    if _answers(first) != _answers(second):
        raise Parted
    one_after, other_after = _after(one, first.events), _after(other, second.events)
    if one_after.phase != Phase.OVER:
        here = blotted(let_out(game, one, move, first.events, one_after), one_after)
        there = blotted(let_out(game, other, twin, second.events, other_after), other_after)
        assert here == there
        _nothing_slips(here, one_after)
        _nothing_slips(there, other_after)
    return one_after, other_after


def _answers(ruling: Accepted) -> list[bool]:
    return [event.right for event in ruling.events if isinstance(event, e.ClaimAnswered)]


def _nothing_slips(texts: list[str], state: State) -> None:
    for sealed in state.sealed:
        for text in texts:
            assert sealed.salt not in text
            assert ",".join(sealed.colours) not in text


def _after(state: State, events: Sequence[Event]) -> State:
    for event in events:
        state = GAME.evolve(state, event)
    return state
