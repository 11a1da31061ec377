"""A game is a record of pure functions. No base class, no registry: a tuple of names."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import GenericAlias
from typing import Any, Generic

from msgspec import Struct, defstruct

from .advice import Adviser
from .boxes import BoxFile
from .cells import Cells
from .corrections import Named
from .decide import Deciding
from .describe import Telling
from .errors import UnknownRoom
from .evolve import Evolving
from .observation import Reading, Reply, Sensed
from .output_cues import Cues
from .replies import is_about
from .roles import Role
from .score import Outcome, Scoreboard
from .seats import Seat
from .state import State
from .text_view import Plain
from .verdict import Concern, Event, Move, Option, Question, Refused, Saying

ROOMS = ("wall", "bowl", "dig", "kheops", "sphinx")


@dataclass(frozen=True)
class Looking(Generic[State]):
    """How pictures of a room are judged, if that takes more than comparing cells."""

    looked: Callable[[State, Cells], Move | Refused | None] = lambda state, sure: None
    """What the surely read cells mean as a whole, if no single move explains them."""
    reads: Callable[[State, str, Reading], Reading] = lambda state, cell, reading: reading
    """What a cell's reading means here: a card that is read shows its layer as well."""
    stamped: Callable[[Move, float], Move] = lambda move, at: move
    """Stamp a move with the moment it was seen, if the moment counts."""
    forgets: Callable[[State], bool] = lambda state: False
    """Whether what is seen in this state must not be kept: it is judged and then dropped."""
    becomes: Callable[[str, str], bool] = lambda shown, later: True
    """Whether a cell that shows the one label may show the other some moves later."""
    least: Callable[[State, Cells], int] = lambda state, wrong: -(-len(wrong) // 4)
    """The least number of moves until these cells change."""
    named: Callable[[State, str], tuple[str, ...]] = lambda state, label: (label,)
    """What the eye may call what is known by a label: any card of a layer shows that layer."""
    lies: Callable[[State, Cells], Move | None] = lambda state, found: None
    """The move these cells look like, if only the known box contradicts it."""
    returns: bool = False
    """Whether pieces can return to where they were, so that a longer path looks the same."""


@dataclass(frozen=True)
class Rights(Generic[State]):
    """Whose a move is: to keep secret, to say, to change."""

    concerns: Callable[[State, Move], Concern | None] = lambda state, move: None
    """Whose own word an irrevocable move is; None if anybody may enter it."""
    fixed: Callable[[State, State], Refused | None] = lambda then, now: None
    """Why a past move, which led to *then*, can no longer be changed *now*; mostly it can."""
    asked: Callable[[State, Question, Role], Question] = lambda state, question, role: question
    """A question as a role may read it: without the answers that would give too much away."""
    proof: Callable[[State], tuple[Saying, ...]] = lambda state: ()
    """What everybody can check once the game is over: a seal that was shown, and what it held."""
    foreseen: tuple[type[Move], ...] = ()
    """Moves whose outcome may be shown before they are made: they look into nothing hidden."""


class Try(Struct, frozen=True):
    """A move somebody may think of, to be decided but not made."""

    move: Move
    say: Saying | None = None
    """How it is spoken of while its outcome is unknown; otherwise as it is told once it is made."""


@dataclass(frozen=True)
class PlaceGuide(Generic[State]):
    """What people may ask of a place: a cell, a piece, or somebody at the table (``seat-0``)."""

    tries: Callable[[State, str], Iterable[Try | Refused]] = lambda state, place: ()
    """Moves somebody may think of there; none of them looks into anything hidden."""
    means: Callable[[Option, str], bool] = is_about
    """Whether an answer to an open question is about a place."""
    clauses: Callable[[State, str], tuple[str, ...]] = lambda state, place: ()
    """The clauses that speak of it, as it stands now."""


@dataclass(frozen=True)
class Game(Generic[State]):
    """One game: everything that referee, eye, page and rehearsal ask of it."""

    name: str
    house_rules: type[Any]
    load_box: BoxFile[Any]
    opening: Callable[[Any, Sequence[Seat], Any], State]
    legal_moves: Callable[[State], Iterator[Move]]
    """List all moves that decide would accept; ANYTHING stands for what only the table will show.
    """
    decide: Deciding[State]
    evolve: Evolving[State]
    broken: Callable[[State], tuple[Saying, ...]]
    """List the invariants this state breaks; empty if the pieces add up."""
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
    places: PlaceGuide[State] = PlaceGuide()
    advice: Adviser[State] = Adviser()
    """What may be a good idea now, for whoever wants advice."""
    plain: Plain = Plain()
    """The table in words alone, for people who play by ear."""

    def tell(self, state: State, move: Move) -> Saying:
        """Describe a move as somebody at the table would; an insisted one like the move it is."""
        return self.telling.tell(state, self.decide.meant(move))

    @cached_property
    def made(self) -> Any:
        """Return the type of a move with its events, as a journal holds them.

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
        """Return a number that grows by one with each turn."""
        return state.turns + state.begun


def load_room(name: str) -> Game:
    """Open a room by its name."""
    if name not in ROOMS:
        raise UnknownRoom("fault.no_room", name=name, rooms=list(ROOMS))
    game: Game = importlib.import_module(f"companion.games.{name}").GAME
    return game
