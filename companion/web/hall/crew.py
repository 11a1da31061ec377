"""The crew: who is organiser, who is referee. A code at the desk, then a signed cookie.

Everything is made from the secret of the night: two halls that share it know the same people, and
nothing has to be kept.
"""

from __future__ import annotations

import hmac
import secrets
import threading
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from companion.util.files import write_whole
from companion.web.kit.codes import LENGTH, LETTERS
from companion.words import Words

from ...wire.pins import in_groups, read_code

ORGANISER, REFEREE, TABLE = "organiser", "referee", "table"
NOBODY = "spectator"
COOKIE = "pharaohs-hall"
CREW = (ORGANISER, REFEREE)
PERSON = "person"
"""Somebody who speaks for themselves, with their own phone."""
MOST_NAME = 24
LINK_FILE, LINK_BYTES = "organiser.link", 24


class CrewMember(NamedTuple):
    """Who asks."""

    role: str
    name: str = ""


def crew_name(name: str, words: Words) -> str:
    """Return the name of one of the crew; their role if they gave none."""
    return words.put(f"hall.desk.crew.{name}", {}) if name in CREW else name


def make_link(folder: Path) -> str:
    """Make the token of a one-time link; only its digest is kept, and an older one ends."""
    token = secrets.token_urlsafe(LINK_BYTES)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_whole(folder / LINK_FILE, _digest(token).encode(), 0o600)
    return token


def _digest(token: str) -> str:
    return sha256(token.encode()).hexdigest()


class Crew:
    """The codes of the night, and the cookies they turned into."""

    def __init__(self, secret: bytes, folder: Path | None = None, mark: str = "") -> None:
        """*mark* is what tables know the hall's certificate by: it ends their code."""
        self._secret, self._folder, self._mark_of_hall = secret, folder, mark
        self._lock = threading.Lock()

    def follow(self, token: str) -> str | None:
        """Return the organiser's cookie for whoever opens the newest link, which uses it up."""
        if self._folder is None:
            return None
        path = self._folder / LINK_FILE
        with self._lock:
            try:
                kept = path.read_text()
            except OSError:
                return None
            if not hmac.compare_digest(kept.encode(), _digest(token).encode()):
                return None
            path.unlink()
        return self.cookie(CrewMember(ORGANISER, ORGANISER))

    def code(self, role: str) -> str:
        """Return the code an organiser or referee types; for a table, the one that enrols it."""
        mark = hmac.new(self._secret, f"code {role}".encode(), sha256).digest()
        made = "".join(LETTERS[byte % len(LETTERS)] for byte in mark[:LENGTH])
        return in_groups(made + self._mark_of_hall) if role == TABLE else made

    def fits(self, role: str, typed: str) -> bool:
        """Whether somebody knows the secret of a role; a table has used the rest of its code."""
        if role == TABLE:
            given, due = read_code(typed).secret, read_code(self.code(TABLE)).secret
        else:
            given, due = "".join(typed.split()).upper(), self.code(role)
        return hmac.compare_digest(given.encode(), due.encode())

    def admit(self, typed: str, name: str) -> tuple[CrewMember, str] | None:
        """Return the member and the cookie for whoever knows a code; None for everybody else."""
        said = "".join(c for c in name if c.isprintable()).strip()[:MOST_NAME]
        for role in CREW:
            if self.fits(role, typed):
                member = CrewMember(role, said or role)
                return member, self.cookie(member)
        return None

    def cookie(self, member: CrewMember) -> str:
        name = urlsafe_b64encode(member.name.encode()).decode()
        told = f"{member.role}.{name}.{secrets.token_hex(4)}"
        return f"{told}.{self._mark(told)}"

    def member(self, cookie: str) -> CrewMember:
        """Return whose cookie this is; a spectator's if it isn't ours."""
        told, _, mark = cookie.rpartition(".")
        if not told or not hmac.compare_digest(self._mark(told).encode(), mark.encode()):
            return CrewMember(NOBODY)
        role, name, _ = told.split(".")
        return CrewMember(role, urlsafe_b64decode(name).decode())

    def _mark(self, told: str) -> str:
        return hmac.new(self._secret, f"crew {told}".encode(), sha256).hexdigest()[:32]
