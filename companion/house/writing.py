"""When the card takes nothing: full, failing or write-protected."""

from __future__ import annotations

import errno

from companion.journal import CannotSave

FAULTS = frozenset({errno.ENOSPC, errno.EROFS, errno.EIO, errno.EDQUOT})


def is_the_card(wrong: BaseException) -> bool:
    """Whether the card is to blame for an error."""
    return isinstance(wrong, CannotSave) or (isinstance(wrong, OSError) and wrong.errno in FAULTS)
