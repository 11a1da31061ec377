"""Keeping a move: decided, checked, written, and only then part of what stands.

Nothing is shown as saved before the journal has committed it, and the state in memory is folded
from the very entries that were committed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion import chronicle
from companion.core.cues import DARK, Cues
from companion.core.game import Game
from companion.core.verdict import Made, Move, Refused
from companion.referee import after

from . import past
from .answer import Answer
from .ledger import Ledger
from .news import Stands, changes
from .sight import Sight


class Keeper:
    """Writes down what happens at one table, and remembers what follows from it."""

    def __init__(self, ledger: Ledger, now: Callable[[], float]) -> None:
        """*now* says the seconds of play."""
        self.ledger = ledger
        self.sight = Sight(held=past.taken_out(ledger.record))
        self.cues: Cues = DARK
        self.now = now
        self._news: list[Stands] = []

    @property
    def game(self) -> Game:
        return self.ledger.record.game

    @property
    def state(self) -> Any:
        return self.ledger.state

    def do(self, by: str, move: Move, at: float) -> Answer:
        """Decide a move and keep it."""
        ruling = self.game.decide(self.state, move)
        if isinstance(ruling, Refused):
            asks = ruling.instead is not None and self.game.private_to(move) is None
            return self.asked(ruling) if asks else self.refused(ruling)
        made = Made(move, ruling.events)
        return self.keep(by, made, after(self.game, self.state, ruling), at)

    def keep(self, by: str, made: Made, state: Any, at: float) -> Answer:
        """Write down a move that was decided; *state* is what it leads to."""
        if self.ledger.disagrees(state):
            return self.stopped()
        role = self.game.private_to(made.move)
        self.ledger.write("made", chronicle.made(by, at, made.move, made.events), role)
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
        """The moves made and changed since this was last asked."""
        moves, self._news = tuple(self._news), []
        return moves

    def refused(self, refusal: Refused) -> Answer:
        return Answer("refused", self.ledger.number, refusal.say, refusal.clause)

    def asked(self, refusal: Refused) -> Answer:
        """What only the box speaks against is for people to say: it is so, or look again."""
        question = past.unlike_the_box(self.ledger.record, refusal)
        self.ledger.write("doubted", chronicle.doubted(question))
        return Answer("unclear", self.ledger.number, question.ask)

    def unchanged(self) -> Answer:
        return Answer("unchanged", self.ledger.number)

    def stopped(self) -> Answer:
        return Answer("stopped", self.ledger.number, self.ledger.stopped)
