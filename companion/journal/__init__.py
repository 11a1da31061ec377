"""The journal: what happened at a table, on the card before anybody is told that it is saved.

It knows nothing of games. Bodies are JSON, whatever they mean.
"""

from .clock import Clock, SystemClock
from .entry import Entry
from .errors import (
    CannotSave,
    DiskFull,
    JournalBusy,
    JournalError,
    JournalExists,
    NewerJournal,
    NotAJournal,
    TornJournal,
)
from .journal import Journal
from .lines import export, import_
from .reading import first_entry, read
from .recovery import Recovery
from .vault import Vault, is_locked

__all__ = [
    "CannotSave",
    "Clock",
    "DiskFull",
    "Entry",
    "Journal",
    "JournalBusy",
    "JournalError",
    "JournalExists",
    "NewerJournal",
    "NotAJournal",
    "Recovery",
    "SystemClock",
    "TornJournal",
    "Vault",
    "export",
    "first_entry",
    "import_",
    "is_locked",
    "read",
]
