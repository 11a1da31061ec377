"""The journal: what happened at a table, on the card before the page says that it is saved.

It knows nothing of games. Bodies are JSON, whatever they mean.
"""

from .clock import Clock, SystemClock
from .copying import copy_journal, game_name
from .discard import discard
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
from .reading import first_entry, has_our_tables, read, read_with_game
from .recovery import Recovery
from .vault import Vault, is_locked
from .waiting import WaitingJournal, open_or_wait

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
    "WaitingJournal",
    "copy_journal",
    "discard",
    "export",
    "first_entry",
    "game_name",
    "has_our_tables",
    "import_",
    "is_locked",
    "open_or_wait",
    "read",
    "read_with_game",
]
