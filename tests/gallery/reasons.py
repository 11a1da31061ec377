"""Complaints that may stay: each with its reason, in reasons.toml, as narrow as possible."""

from __future__ import annotations

import tomllib
from fnmatch import fnmatchcase
from pathlib import Path

import msgspec

from .look import Complaint, Looked

FILE = Path(__file__).with_name("reasons.toml")


class Reason(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rule, the states and elements it does not hold for, and why."""

    rule: str
    reason: str
    where: str
    """The element, as the audit names it; an asterisk stands for anything."""
    page: str = "*"
    """Group and name of the states, such as "wall start"."""
    words: str = "*"
    more: str = "*"
    """The figure or message, such as that of a page error."""

    def covers(self, looked: Looked, complaint: Complaint) -> bool:
        """Whether this is the complaint that may stay."""
        return (
            complaint.rule == self.rule
            and fnmatchcase(complaint.where, self.where.replace("[", "[[]"))
            and fnmatchcase(f"{looked.page} {looked.name}", self.page)
            and fnmatchcase(complaint.words, self.words)
            and fnmatchcase(complaint.more, self.more)
        )


def load() -> tuple[Reason, ...]:
    """Read the reasons that are written down."""
    data = tomllib.loads(FILE.read_text())
    return msgspec.convert(tuple(data.get("accepted", ())), tuple[Reason, ...])


def open_complaints(looked: Looked, reasons: tuple[Reason, ...]) -> list[Complaint]:
    """The complaints without a written reason."""
    return [one for one in looked.complaints if not any(why.covers(looked, one) for why in reasons)]
