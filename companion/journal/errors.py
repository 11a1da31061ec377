"""What can go wrong with a journal; every error is also the fitting error of the language.

No message ever quotes a body: what is private stays private in a traceback too.
"""

from __future__ import annotations

from companion.core.errors import TableError


class JournalError(TableError):
    """Something is wrong with a journal. The message says what was found and what to do."""


class TornJournal(JournalError, ValueError):
    """A journal or its export is damaged, shortened or changed."""


class NewerJournal(JournalError, ValueError):
    """A later edition of this software wrote the journal."""


class NotAJournal(JournalError, ValueError):
    """The file is something else; it was left as it is."""


class JournalExists(JournalError, FileExistsError):
    """There is already a journal where a new one should go."""


class NotAKey(JournalError, ValueError):
    """A file that should hold a signing key, and doesn't."""


class JournalBusy(JournalError, BlockingIOError):
    """Somebody else is writing this journal."""


class CannotSave(JournalError, OSError):
    """The entry is not saved and nothing was acknowledged."""


class DiskFull(CannotSave):
    """There is no room left for the entry."""
