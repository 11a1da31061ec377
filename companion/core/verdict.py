"""What the referee answers, and what it asks.

What players do is data: an accepted move with its events, a refusal with its clause,
a question with its answers. Sentences are keys with values; the words come later.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from .roles import TABLE, Role


class Move(msgspec.Struct, frozen=True, gc=False):
    """What somebody does at the table, in the imperative."""


class Leave(Move, frozen=True, tag=True):
    """Leave things as they are: the answer to a question that needs no move."""


class Insist(Move, frozen=True, tag=True):
    """Insist on a move that only the known box contradicts."""

    move: str
    """The move as JSON."""


class Event(msgspec.Struct, frozen=True, gc=False):
    """What has happened: past tense, with the clauses that justify it."""


class Saying(msgspec.Struct, frozen=True):
    """A sentence not yet put into words: its key and the values it speaks of."""

    key: str
    values: Mapping[str, Any] = {}


class Made(msgspec.Struct, frozen=True):
    """A move and everything that followed from it."""

    move: Move
    events: tuple[Event, ...]


class Accepted(msgspec.Struct, frozen=True):
    """The move stands; these are its consequences."""

    events: tuple[Event, ...]

    @property
    def because(self) -> tuple[str, ...]:
        """List the clauses of the events, each once, in order."""
        return tuple(dict.fromkeys(c for event in self.events for c in clauses(event)))


class Refused(msgspec.Struct, frozen=True):
    """The move does not stand: the clause it breaks and the sentence that says so."""

    clause: str
    say: Saying
    cells: tuple[str, ...] = ()
    instead: Insist | None = None
    """The same move, insisted on, if only the known box contradicts it."""


class Option(msgspec.Struct, frozen=True):
    """One answer to a question: a short name, the move it makes, the sentence on its button."""

    name: str
    move: Move
    say: Saying
    advised: bool = False
    cells: tuple[str, ...] = ()
    """The cells that mean this answer when they are tapped in this order."""
    fields: Mapping[str, str | int] = {}
    """What else it takes to mean it: which way a tile is turned."""


class Concern(msgspec.Struct, frozen=True):
    """Whose own word a move is: it cannot be taken back, or it speaks for somebody.

    One of these seats must say it, or all of them if they have to agree. The referee may say it for
    anybody.
    """

    seats: tuple[int, ...]
    all: bool = False
    aloud: bool = False
    """Whether it is said aloud, so that at home somebody else may enter it."""


DOUBT = "doubt"
"""The topic of a question about what was seen."""
LEFT_OVER = "left"
"""The topic of a question about a past move that no longer fits."""


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """What only a person can decide.

    ``style`` says how the page asks: ``choice`` (a button each), ``point`` (tap ``points``
    places of the wall; the options stay hidden: they would give the answer away),
    ``step`` (do this, then confirm) or ``form`` (values to fill in).
    """

    topic: str
    """What it is about, in one word: "draw", "throw", "doubt". Many questions share a topic."""
    id: str
    """This one question: the same again after a restart, different from every other open one."""
    to: Role = TABLE
    ask: Saying
    because: tuple[str, ...]
    options: tuple[Option, ...]
    style: str = "choice"
    points: int = 0
    cells: tuple[str, ...] = ()
    fields: tuple[Mapping[str, Any], ...] = ()
    seconds: float | None = None
    by_sight: bool = False
    """Whether the camera may answer it too; the table keeps looking meanwhile."""


class Explained(msgspec.Struct, frozen=True):
    """A picture explained by these moves, in this order."""

    made: tuple[Made, ...]
    states: tuple[Any, ...] = ()
    """The state each of them leads to."""


class Unclear(msgspec.Struct, frozen=True):
    """More than one thing may have happened; a person has to say which."""

    question: Question


class Unchanged(msgspec.Struct, frozen=True):
    """Nothing new on the table."""


Ruling = Accepted | Refused
Verdict = Explained | Refused | Unclear | Unchanged


def refuse(clause: str, key: str, *, cells: tuple[str, ...] = (), **values: Any) -> Refused:
    """Word a refusal in one line."""
    return Refused(clause, Saying(key, values), cells)


def offered(questions: Iterable[Question], names: Sequence[str]) -> Move | None:
    """Return the move of the first of these answers that is open now."""
    moves = {option.name: option.move for one in questions for option in one.options}
    return next((moves[name] for name in names if name in moves), None)


def clauses(event: Event) -> tuple[str, ...]:
    """Return the clauses of an event."""
    because: tuple[str, ...] = getattr(event, "because", ())
    return because
