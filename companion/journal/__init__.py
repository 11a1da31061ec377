"""The journal: what happened at a table, on the card before the page says that it is saved.

It knows nothing of games. Bodies are JSON, whatever they mean.
"""

from .copies import copy_journal, discard, game_name
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
from .hash_chain import Clock, Entry, SystemClock
from .journal import Journal
from .lines import export, import_
from .reader import first_entry, has_our_tables, read, read_with_game
from .recovery import Recovery
from .retry import WaitingJournal, open_or_wait
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
