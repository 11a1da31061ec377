"""Files that are sent to the house: piece by piece to the card, never more than allowed."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from flask import abort, request
from werkzeug.exceptions import ClientDisconnected, RequestTimeout

RESTORE, UPDATE, IMPORT = "/settings/restore", "/settings/update", "/shelf/import"
UPLOADS = frozenset({RESTORE, UPDATE, IMPORT})
"""Where something else than JSON may be posted."""
PIECE = 65_536


def received(into: Path, most: int, too_large: str) -> Path:
    """Write what is posted to the file *into*; whoever calls this checks the rights before."""
    request.max_content_length = most
    wanted = request.content_length
    if wanted is None:
        abort(411, "house.backup.torn")
    if wanted > most:
        abort(413, too_large)
    into.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        _write(into, wanted)
    except OSError as wrong:
        into.unlink(missing_ok=True)
        abort(507 if wrong.errno == 28 else 503, "house.backup.card_full")
    except (RequestTimeout, ClientDisconnected):
        into.unlink(missing_ok=True)
        abort(400, "house.backup.torn")
    return into


def _write(into: Path, wanted: int) -> None:
    with open(os.open(into, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600), "wb") as file:
        came = 0
        while piece := request.stream.read(PIECE):
            came += len(piece)
            file.write(piece)
    if came != wanted:
        with suppress(OSError):
            into.unlink()
        abort(400, "house.backup.torn")
