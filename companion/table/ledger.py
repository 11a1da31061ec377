"""The ledger: the game as it is kept. An entry is on the card first, then folded into memory.

What is private goes to the card in cipher; only memory holds its words.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from companion.core.errors import why
from companion.core.roles import Role
from companion.core.verdict import Question, Saying
from companion.journal import CannotSave, Journal, JournalBusy, Vault, WaitingJournal
from companion.table import record as table_record
from companion.table.record import Record

LOG = logging.getLogger(__name__)
KEEP_SECONDS = 1.0
"""How often the table looks whether its files are still there."""
AnyJournal = Journal | WaitingJournal


class Ledger:
    """The record of a game with the journal and the vault behind it."""

    def __init__(self, record: Record, journal: AnyJournal, vault: Vault | None = None) -> None:
        self.record = record
        self.journal = journal
        self.vault = vault or Vault.beside(journal.path)
        self.stopped: Saying | None = None
        """Why nothing more can be saved, while that is so."""
        self.device = ""
        """Where the act that is being judged came from."""
        self._keep_at = 0.0

    @property
    def state(self) -> Any:
        return self.record.timeline.state

    @property
    def number(self) -> int:
        return self.record.count

    def fingerprint(self) -> tuple[object, ...]:
        """Return a value that changes whenever something has to be shown again."""
        return self.journal.head[0], self.journal.rewritten, self.stopped

    def at_rest(self) -> Saying | None:
        """Why nothing counts right now: the game rests, or people stopped it before its end."""
        if self.record.ended is not None:
            return Saying("table.ended_early", {"reason": self.record.ended.reason})
        return Saying("table.paused", {}) if self.record.paused else None

    @contextmanager
    def saving(self, device: str = "") -> Iterator[None]:
        """Save what somebody did at *device*; stop with a message if the card takes nothing."""
        self.device = device
        try:
            yield
        except (CannotSave, JournalBusy) as error:
            self._stop(error)
        finally:
            self.device = ""

    def _stop(self, error: CannotSave | JournalBusy) -> None:
        """Take nothing more until something can be saved; the log says so once."""
        stopped = Saying("table.cannot_save", {"why": why(error)})
        if stopped != self.stopped:
            LOG.error("Nothing can be saved: %s", error)
        self.stopped = stopped

    def disagrees(self, state: Any) -> bool:
        """Stop before anything is written when the pieces would no longer add up."""
        disagreements = self.record.game.broken(state)
        if disagreements:
            self.stopped = Saying("table.disagrees", {"why": disagreements[0]})
            LOG.error("The pieces do not add up: %s", disagreements[0].key)
        return bool(disagreements)

    def write(self, kind: str, body: dict[str, Any], private_to: Role | None = None) -> None:
        """Commit an entry, then fold it: memory never runs ahead of the card."""
        turn = self.record.game.turn(self.state)
        if self.device:
            body = {**body, "device": self.device}
        if private_to is None:
            entry = self.journal.append(kind, body)
        else:
            role, number = str(private_to), self.journal.head[0] + 1
            locked = self.vault.lock(body, number=number, kind=kind, role=role)
            entry = self.vault.opened([self.journal.append(kind, locked, private_to=role)])[0]
        self.record = table_record.followed(self.record, entry)
        self.stopped = None
        if self.record.game.turn(self.state) != turn:
            # The entry is on the card; tidying up behind it can wait for the next turn.
            with suppress(CannotSave, JournalBusy):
                self.journal.checkpoint()

    def secret_of(self, question: Question) -> Role | None:
        """Return whose secret an answer to a question would be; None if nobody's."""
        roles = (self.record.game.private_to(option.move) for option in question.options)
        return next((role for role in roles if role is not None), None)

    def release_keys(self) -> None:
        """Publish, when the game is over, the key of what belonged to nobody at the table."""
        game, past = self.record.game, self.record.timeline.past
        if game.is_over(self.state) is None:
            return
        owners = {game.private_to(one.made.move) for one in past}
        hidden = {str(role) for role in owners if role is not None and role.name != "seat"}
        for role in sorted(hidden - self.record.released):
            body = self.vault.release(role)
            if body is not None:
                self.write("released", body)

    def keep_files(self, now: float) -> None:
        """Check now and then that journal and keys still lie where they belong."""
        if now < self._keep_at:
            return
        self._keep_at = now + KEEP_SECONDS
        try:
            self.journal.keep()
            self.vault.keep()
        except (CannotSave, JournalBusy) as error:
            self._stop(error)
        else:
            if self.stopped is not None and self.stopped.key == "table.cannot_save":
                self.stopped = None

    def notices(self) -> dict[str, Saying]:
        """Return notices about how the game is kept, the most urgent first."""
        found = {"stopped": self.stopped, "damage": self._damage(), "journal": self._rewritten()}
        return {about: say for about, say in found.items() if say is not None}

    def lost_keys(self) -> dict[str, Saying]:
        """Return a notice if private entries can't be read any more."""
        if not self.record.unread:
            return {}
        values = {"count": len(self.record.unread), "folder": self.vault.folder.name}
        return {"keys": Saying("table.keys_lost", values)}

    def _damage(self) -> Saying | None:
        found = self.journal.recovery
        if found is None:
            return None
        lost = "?" if found.lost is None else found.lost
        return Saying("table.recovered", {"saved": found.saved, "lost": lost})

    def _rewritten(self) -> Saying | None:
        if not self.journal.rewritten:
            return None
        return Saying("table.journal_rewritten", {"file": self.journal.path.name})
