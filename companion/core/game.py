"""A game is a record of pure functions. No base class, no registry: a tuple of names."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import GenericAlias
from typing import Any, Generic

from msgspec import defstruct

from .boxes import BoxFile
from .cells import Cells
from .correcting import Named
from .cues import Cues
from .deciding import Deciding
from .errors import UnknownRoom
from .evolving import Evolving
from .observation import Reading, Reply, Sensed
from .plain import Plain
from .roles import Role
from .score import Outcome, Scoreboard
from .seats import Seat
from .state import State
from .telling import Telling
from .verdict import Concern, Event, Move, Question, Refused, Saying

ROOMS = ("wall", "bowl", "dig", "kheops", "sphinx")


@dataclass(frozen=True)
class Looking(Generic[State]):
    """How pictures of a room are looked at, where that takes more than comparing cells."""

    looked: Callable[[State, Cells], Move | Refused | None] = lambda state, sure: None
    """What the cells that are surely read mean as a whole, while no single move explains them."""
    reads: Callable[[State, str, Reading], Reading] = lambda state, cell, reading: reading
    """What a cell's reading means here: a card that is read shows its layer as well."""
    stamped: Callable[[Move, float], Move] = lambda move, at: move
    """A move that was seen, with the moment it was seen at, where the moment counts."""
    forgets: Callable[[State], bool] = lambda state: False
    """Whether what is seen in this state must not be kept: it is judged and then dropped."""
    becomes: Callable[[str, str], bool] = lambda shown, later: True
    """Whether a cell that shows the one label may show the other some moves later."""
    least: Callable[[State, Cells], int] = lambda state, wrong: -(-len(wrong) // 4)
    """How many moves it takes at least until these cells show something else than they do."""
    named: Callable[[State, str], tuple[str, ...]] = lambda state, label: (label,)
    """What the eye may call what is known by a label: any card of a layer shows that layer."""
    lies: Callable[[State, Cells], Move | None] = lambda state, found: None
    """The move these cells look like, where nothing but what is known of the box denies it."""
    returns: bool = False
    """Whether pieces come back to where they were, so that a longer way may look just the same."""


@dataclass(frozen=True)
class Rights(Generic[State]):
    """Whose a move is: to keep secret, to say, to change."""

    concerns: Callable[[State, Move], Concern | None] = lambda state, move: None
    """Whose own word an irrevocable move is; None where anybody may enter it."""
    fixed: Callable[[State, State], Refused | None] = lambda then, now: None
    """Why a past move, which led to *then*, can no longer be changed *now*; mostly it can."""
    asked: Callable[[State, Question, Role], Question] = lambda state, question, role: question
    """A question as a role may read it: without the answers that would give too much away."""
    proof: Callable[[State], tuple[Saying, ...]] = lambda state: ()
    """What everybody can check once the game is over: a seal that was shown, and what it held."""
    foreseen: tuple[type[Move], ...] = ()
    """Moves whose outcome may be shown before they are made: they look into nothing hidden."""


@dataclass(frozen=True)
class Game(Generic[State]):
    """One room: everything the referee, the eye, the page and the rehearsal ask of it."""

    name: str
    house_rules: type[Any]
    load_box: BoxFile[Any]
    opening: Callable[[Any, Sequence[Seat], Any], State]
    legal_moves: Callable[[State], Iterator[Move]]
    """Every move that decide would accept; ANYTHING stands where only the table will show it."""
    decide: Deciding[State]
    evolve: Evolving[State]
    broken: Callable[[State], tuple[Saying, ...]]
    """The invariants this state breaks; empty when the pieces add up."""
    questions: Callable[[State], tuple[Question, ...]]
    answer: Callable[[State, Question, Reply, float], Move | Refused]
    """The move a reply to a question makes, stamped with the moment it was given."""
    hears: Callable[[State, Sensed], Move | None]
    """The move that follows from a button, the clock or the scale now, if any does."""
    visible: Callable[[State], Cells]
    shown_by: Callable[[State, Move], Cells]
    """The cells a move would change, found without deciding it: cheap, for comparing many."""
    misfit: Callable[[State, Cells], Refused]
    """Why no legal move explains these cells."""
    view: Callable[[State, Role], dict[str, Any]]
    cues: Callable[[State, Sequence[Event]], Cues]
    telling: Telling[State]
    score: Callable[[State], Scoreboard]
    is_over: Callable[[State], Outcome | None]
    private_to: Callable[[Move], Role | None] = lambda move: None
    """The role whose secret a move is, if it is one."""
    corrections: Callable[[State, State, Move], Iterable[Named]] = lambda then, now, move: ()
    """What a move made *then* may really have been, seen from *now*: moves under short names."""
    looking: Looking[State] = Looking()
    rights: Rights[State] = Rights()
    plain: Plain = Plain()
    """The table in words alone, for people who play by ear."""

    def tell(self, state: State, move: Move) -> Saying:
        """A move as somebody at the table would tell it; one insisted on like the move it is."""
        return self.telling.tell(state, self.decide.meant(move))

    @cached_property
    def made(self) -> Any:
        """A move with everything that followed, as a journal holds them.

        Read back in one piece: msgspec prepares a bare union again for every value it reads.
        """
        events = GenericAlias(tuple, (self.events, ...))
        return defstruct("Made", [("move", self.moves), ("events", events)])

    @property
    def moves(self) -> Any:
        """The union of all moves, for reading them back from a journal or a page."""
        return self.decide.moves

    @property
    def events(self) -> Any:
        """The union of all events."""
        return self.evolve.events

    def turn(self, state: State) -> int:
        """A number that grows by one with each turn."""
        return state.turns + state.begun


def load_room(name: str) -> Game:
    """Open a room by its name."""
    if name not in ROOMS:
        raise UnknownRoom("fault.no_room", name=name, rooms=list(ROOMS))
    game: Game = importlib.import_module(f"companion.games.{name}").GAME
    return game
