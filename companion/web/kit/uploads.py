"""Files that are sent to the house: piece by piece to the card, never more than allowed."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path

from flask import abort, request
from werkzeug.exceptions import ClientDisconnected, RequestTimeout

RESTORE, UPDATE, IMPORT = "/settings/restore", "/settings/update", "/shelf/import"
EDITION = "/workshop/editions/import"
GUESTS, NIGHTS = "/desk/people", "/desk/season"
UPLOADS = frozenset({RESTORE, UPDATE, IMPORT, EDITION, GUESTS, NIGHTS})
"""Where something other than JSON may be posted."""
LESSON = "/workshop/teach/picture"
"""Where a picture may be posted that teaches."""
SPREAD = "/workshop/box/picture"
"""Where a picture of pieces spread on a table may be posted, to fill a list of the box."""
SCORE, SNAP = "/score", "/photograph"
"""Where a picture of a finished game and of a game in play may be posted."""
PICTURES = frozenset({LESSON, SPREAD, SCORE, SNAP})
PIECE = 65_536


def received(into: Path, most: int, too_large: str) -> Path:
    """Write what is posted to the file *into*; the caller checks the rights first."""
    request.max_content_length = most
    wanted = request.content_length
    if wanted is None:
        abort(411, "house.backup.torn")
    if wanted > most:
        abort(413, too_large)
    try:
        into.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _write(into, wanted)
    except OSError as wrong:
        dropped(into)
        full = wrong.errno == errno.ENOSPC
        abort(503, f"house.backup.card_{'full' if full else 'refuses'}")
    except (RequestTimeout, ClientDisconnected):
        dropped(into)
        abort(400, "house.backup.torn")
    return into


def dropped(file: Path) -> None:
    """Throw away what was sent; a card that takes nothing keeps it until it works again."""
    with suppress(OSError):
        file.unlink(missing_ok=True)


def _write(into: Path, wanted: int) -> None:
    with open(os.open(into, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600), "wb") as file:
        came = 0
        while piece := request.stream.read(PIECE):
            came += len(piece)
            file.write(piece)
    if came != wanted:
        dropped(into)
        abort(400, "house.backup.torn")
