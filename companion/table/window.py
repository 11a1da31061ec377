"""The window: what others may look at, without changing anything."""

from __future__ import annotations

from typing import Any

from companion import snapshot
from companion.core.cues import Cues
from companion.core.game import Game
from companion.core.hint import Hint
from companion.core.observation import Seen
from companion.core.roles import Role
from companion.core.verdict import Option, Question, Saying
from companion.timeline import Past, Timeline

from . import past
from .bench import Bench
from .clock import PlayClock
from .hinting import hint_of
from .hub import Hub
from .ledger import Ledger


class Window(Hub):
    """The side of a table that everybody may look at."""

    def __init__(self, ledger: Ledger, clock: PlayClock) -> None:
        super().__init__(ledger.lost_keys())
        self.ledger = ledger
        self._time = clock
        self._bench = Bench(ledger, clock.at, clock.now, self._look_again)
        self._archive = snapshot.Archive()
        self._seeing: tuple[str, tuple[Saying, ...]] = ("by hand", ())

    @property
    def game(self) -> Game:
        return self.ledger.record.game

    @property
    def state(self) -> Any:
        return self.ledger.state

    @property
    def timeline(self) -> Timeline:
        return self.ledger.record.timeline

    @property
    def number(self) -> int:
        """How many public entries the state stands for. Private notes are not counted."""
        return self.ledger.number

    @property
    def manner(self) -> str:
        """How the house plays: who may do what."""
        return self.ledger.record.manner

    def at_rest(self) -> Saying | None:
        """Why nothing counts right now: the game rests, or people stopped it before its end."""
        record = self.ledger.record
        if record.ended is not None:
            return Saying("table.ended_early", {"reason": record.ended.reason})
        return Saying("table.paused", {}) if record.paused else None

    def number_of(self, move: Past) -> int:
        """The number everybody knows a public move by."""
        return self.ledger.record.public_number(move.number)

    @property
    def cues(self) -> Cues:
        return self._bench.keeper.cues

    def now(self) -> float:
        """Seconds of play until this moment."""
        return self._time.now()

    def clock(self) -> float:
        """The clock observations are stamped with."""
        return self._time.raw()

    @property
    def damage(self) -> str:
        """What was wrong with the journal when it was opened, in full; empty when nothing was."""
        return str(self.ledger.journal.recovery or "")

    def questions(self) -> tuple[Question, ...]:
        """Everything open: about what was seen, about what no longer fits, and by the rules."""
        with self._lock:
            return self._bench.questions()

    def question(self, id_: str) -> Question | None:
        """One open question."""
        return next((question for question in self.questions() if question.id == id_), None)

    def corrections(self, number: int) -> tuple[Option, ...]:
        """What a past move may really have been; nothing here is anybody's secret."""
        with self._lock:
            record = self.ledger.record
        return past.corrections(record, number)

    def snapshot(self, role: Role) -> dict[str, Any]:
        """The table as one role may see it, as plain data."""
        with self._lock:
            shown = snapshot.Shown(
                number=self.number,
                record=self.ledger.record,
                questions=self.questions(),
                refusal=self._bench.keeper.sight.refusal,
                notices=self._all_notices(),
                lamps=dict(self.cues.glow),
                seeing=self._seeing[0],
                complaints=self._seeing[1],
                archive=self._archive,
            )
        return snapshot.for_role(shown, role)

    def _all_notices(self) -> tuple[Saying, ...]:
        why = self.at_rest()
        resting = () if why is None else (why,)
        return (*resting, *self.ledger.notices().values(), *self._notices.values())

    def hint(self) -> Hint | None:
        """What the rules expect of the next still picture; None where the eye is on its own."""
        return None if self.at_rest() is not None else hint_of(self.game, self.state)

    def seen(self) -> Seen | None:
        """The last still look at the board, as far as the eye remembers it."""
        return self._bench.keeper.sight.seen

    def picture(self) -> bytes:
        """The last rectified look at the board. Lives in memory only."""
        return self._bench.keeper.sight.picture

    def live(self) -> bytes:
        """What the camera sees just now; never where what is seen must be forgotten at once."""
        keeper = self._bench.keeper
        if keeper.game.looking.forgets(keeper.state):
            return b""
        return self._live() or keeper.sight.picture
