"""Read one table: what others may look at, without changing anything."""

from __future__ import annotations

import threading
from typing import Any

from companion.core.game import Game
from companion.core.observation import Seen
from companion.core.roles import Role
from companion.core.verdict import Move, Option, Question, Refused, Saying, clauses
from companion.table import view
from companion.table.explain.referee import after
from companion.table.moves import Past

from . import past
from .commit import Commit
from .events import Events


class ReadApi:
    """The side of a table that everybody may look at."""

    def __init__(self, lock: threading.RLock, commit: Commit, events: Events) -> None:
        """*lock* is the table's: what belongs together is read together."""
        self._lock, self._commit, self._events = lock, commit, events
        self._ledger = commit.ledger
        self._archive = view.Archive()
        self.seeing: tuple[str, tuple[Saying, ...]] = ("by hand", ())
        """How the eye is doing, and what it complains of."""

    def number_of(self, move: Past) -> int:
        """Return the number everybody knows a public move by."""
        return self._ledger.record.public_number(move.number)

    def questions(self) -> tuple[Question, ...]:
        """Return all open questions: about what was seen, what no longer fits, and by the rules."""
        with self._lock:
            record = self._ledger.record
        return () if record.is_light else past.questions(record)

    def question(self, id_: str) -> Question | None:
        """Return one open question."""
        return next((question for question in self.questions() if question.id == id_), None)

    def corrections(self, number: int) -> tuple[Option, ...]:
        """Return what a past move may really have been; nothing here is anybody's secret."""
        with self._lock:
            record = self._ledger.record
        return past.corrections(record, number)

    def snapshot(self, role: Role) -> dict[str, Any]:
        """Return the table as one role may see it, as plain data."""
        with self._lock:
            shown = view.TableView(
                number=self._ledger.number,
                record=self._ledger.record,
                questions=self.questions(),
                refusal=self._commit.sight.refusal,
                notices=self._notices(),
                lamps=dict(self._commit.cues.glow),
                seeing=self.seeing[0],
                complaints=self.seeing[1],
                archive=self._archive,
            )
        return view.for_role(shown, role)

    def _notices(self) -> tuple[Saying, ...]:
        why = self._ledger.at_rest()
        resting = () if why is None else (why,)
        return (*resting, *self._ledger.notices().values(), *self._events.notices())

    def seen(self) -> Seen | None:
        """Return the last still look at the board, as far as the eye remembers it."""
        return self._commit.sight.seen

    def picture(self) -> bytes:
        """Return the last rectified look at the board, which is kept in memory only."""
        return self._commit.sight.picture

    def live(self) -> bytes:
        """Return what the camera sees now; nothing if the room must forget it at once."""
        game, state = self._commit.game, self._commit.state
        if game.looking.forgets(state):
            return b""
        return self._events.live() or self._commit.sight.picture


Sentence = tuple[Saying, tuple[str, ...]]


def may_be_foreseen(game: Game, state: Any, move: Move) -> bool:
    """Allow only a move that looks into nothing hidden, keeps no secret and can be taken back."""
    is_open = isinstance(move, game.rights.foreseen) and game.private_to(move) is None
    return is_open and game.rights.concerns(state, move) is None


def foreseen(game: Game, state: Any, move: Move) -> Refused | tuple[Sentence, ...]:
    """Preview a move: each sentence with its clauses, or why it is refused."""
    ruling = game.decide(state, move)
    if isinstance(ruling, Refused):
        return ruling
    then = after(game, state, ruling)
    said = ((game.telling.describe(then, event), tuple(clauses(event))) for event in ruling.events)
    return tuple((say, because) for say, because in said if say is not None)
