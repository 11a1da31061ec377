"""The live picture of a table, fetched with a sealed wish from the machine that was let in."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from http.client import HTTPException
from secrets import token_hex
from urllib.parse import urlsplit

from ...hall.evening.state import EnrolledMachine
from ...hall.hall import Hall
from ...hall.orders import BEATS
from ...wire.messages import CommandMessage, pack
from ...wire.pins import PinnedConnection, has_fingerprint
from ...wire.seals import sealed

SECONDS = 3.0
MOST_BYTES = 2_000_000
LOOK = "look"
PATH = "/house/hall/picture.jpg"


def picture_of(hall: Hall, table: str) -> bytes:
    """Return what the camera of a table sees; nothing if it has none or must not be seen."""
    machine, known = hall.tables.machines[table], hall.evening.machines.get(table)
    page = machine.birth.page if machine.birth else ""
    if known is None or not known.host or not known.certificate or not machine.lives(hall._clock()):
        return b""
    wish = CommandMessage(token_hex(8), machine.session, machine.beat + BEATS, LOOK)
    told = urlsafe_b64encode(pack(sealed(wish, hall.key(table)))).decode()
    try:
        return _fetched(page, known, f"{PATH}?wish={told}")
    except (OSError, ValueError, HTTPException):
        return b""


def _fetched(page: str, known: EnrolledMachine, path: str) -> bytes:
    """Ask the port a table announced, at the address it was let in from, and only whoever shows
    its certificate: never anybody else, and never in clear."""
    fits = has_fingerprint(known.certificate)
    line = PinnedConnection(known.host, urlsplit(page).port, fits, timeout=SECONDS)
    try:
        line.request("GET", path)
        answer = line.getresponse()
        seen = answer.read(MOST_BYTES) if answer.status == 200 else b""
    finally:
        line.close()
    return seen if seen.startswith(b"\xff\xd8") else b""
