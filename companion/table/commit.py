"""Keep a move: decided, checked, written, and only then part of what stands.

Nothing is shown as saved before the journal has committed it, and the state in memory is folded
from the very entries that were committed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from companion.core.game import Game
from companion.core.output_cues import DARK, Cues
from companion.core.verdict import Made, Move, Refused
from companion.table import record
from companion.table.explain.referee import after

from . import past
from .last_seen import LastSeen
from .ledger import Ledger
from .news import Answer, Stands, changes


class Decided(msgspec.Struct, frozen=True):
    """A move the rules allow, with all that follows, and the state it leads to."""

    made: Made
    state: Any


class Commit:
    """Writes down what happens at one table, and remembers what follows from it."""

    def __init__(self, ledger: Ledger, now: Callable[[], float]) -> None:
        """*now* says the seconds of play."""
        self.ledger = ledger
        self.sight = LastSeen(held=past.taken_out(ledger.record))
        self.cues: Cues = DARK
        self.now = now
        self._news: list[Stands] = []

    @property
    def game(self) -> Game:
        return self.ledger.record.game

    @property
    def state(self) -> Any:
        return self.ledger.state

    def decide(self, move: Move) -> Decided | Refused:
        """Let the rules decide a move; nothing is kept yet."""
        ruling = self.game.decide(self.state, move)
        if not isinstance(ruling, Refused):
            made = Made(move, ruling.events)
            return Decided(made, after(self.game, self.state, ruling))
        private = self.game.private_to(move) is not None  # nobody is asked about a secret
        return msgspec.structs.replace(ruling, instead=None) if private else ruling

    def keep(self, by: str, ruling: Decided | Refused, at: float) -> Answer:
        """Write down a move that was decided, or say why it was refused."""
        if isinstance(ruling, Refused):
            return self.refused(ruling) if ruling.instead is None else self.asked(ruling)
        made = ruling.made
        if self.ledger.disagrees(ruling.state):
            return self.stopped()
        role = self.game.private_to(made.move)
        self.ledger.write("made", record.made(by, at, made.move, made.events), role)
        entry = self.ledger.record.timeline.past[-1].number
        if role is None:
            self._news.append(Stands(entry, by, made.move, fresh=True))
        self.tidy(by)
        self.sight = self.sight.ruled()
        if role is None:
            self.sight = self.sight.but(refusal=None)
            self.cues = self.game.cues(self.state, made.events)
        return Answer("accepted", self.ledger.number, made=made, entry=entry)

    def tidy(self, by: str) -> None:
        """Try left-over moves again after something has changed, and give away what is due."""
        again = past.refitted(self.ledger.record)
        if again is not None:
            self.rewrite(*past.refit_entry(self.ledger.record, by, self.now(), again))
        self.ledger.release_keys()

    def rewrite(self, kind: str, body: dict[str, Any]) -> None:
        """Write a change of the past, and note which moves it changed."""
        before = self.ledger.record.timeline
        self.ledger.write(kind, body)
        self._news += changes(self.game, before, self.ledger.record.timeline)

    def reported(self) -> tuple[Stands, ...]:
        """Return the moves made and changed since the last call."""
        moves, self._news = tuple(self._news), []
        return moves

    def refused(self, refusal: Refused) -> Answer:
        return Answer("refused", self.ledger.number, refusal.say, refusal.clause)

    def asked(self, refusal: Refused) -> Answer:
        """Ask people about what only the box contradicts: it is so, or look again."""
        question = past.unlike_the_box(self.ledger.record, refusal)
        self.ledger.write("doubted", record.doubted(question))
        return Answer("unclear", self.ledger.number, question.ask)

    def unchanged(self) -> Answer:
        return Answer("unchanged", self.ledger.number)

    def stopped(self) -> Answer:
        return Answer("stopped", self.ledger.number, self.ledger.stopped)
