"""When the card takes nothing: full, failing or write-protected. What it was, in a few words."""

from __future__ import annotations

import errno

from companion.journal import CannotSave

FAULTS = frozenset({errno.ENOSPC, errno.EROFS, errno.EIO, errno.EDQUOT})


def is_the_card(wrong: BaseException | None) -> bool:
    """Whether the card is to blame for an error."""
    return isinstance(wrong, CannotSave) or (isinstance(wrong, OSError) and wrong.errno in FAULTS)


def why_not(wrong: BaseException | None) -> str:
    """The reason as the machine says it, without the name of a file."""
    return wrong.strerror if isinstance(wrong, OSError) and wrong.strerror else str(wrong)
