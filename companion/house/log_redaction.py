"""Redact the log for download: no links, codes, keys or names."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable
from typing import TextIO

LINES = 2000
LONGEST = 2000
GONE = "[hidden]"
PERSON = "[somebody]"

LINK = re.compile(r"(/(?:join|owner)/)[^\s\"'<>]+")
COOKIE = re.compile(r"(?i)((?:set-)?cookie\s*[:=]\s*).*")
CODE = re.compile(r"(?i)(code:?\s+)[A-Z0-9]{4,12}\b")
KEY = re.compile(r"\b(?=[A-Za-z0-9_-]*\d)[A-Za-z0-9_-]{16,}\b")
"""Matches anything as long as a key with a digit; entries, files and dates are shorter."""


def scrubbed(lines: Iterable[str], secrets: Iterable[str], people: Iterable[str]) -> list[str]:
    """Remove secrets and names from the lines."""
    hidden = _any_of(secrets, 4)
    named = _any_of(people, 1)
    return [_line(line[:LONGEST], hidden, named) for line in lines]


def _line(line: str, hidden: re.Pattern[str] | None, named: re.Pattern[str] | None) -> str:
    for pattern in (COOKIE, LINK, CODE):
        line = pattern.sub(rf"\g<1>{GONE}", line)
    if hidden:
        line = hidden.sub(GONE, line)
    if named:
        line = named.sub(PERSON, line)
    return KEY.sub(GONE, line)


def _any_of(words: Iterable[str], shortest: int) -> re.Pattern[str] | None:
    """Build a pattern of whole words, the longest first, ignoring case."""
    known = sorted({word for word in words if len(word) >= shortest}, key=len, reverse=True)
    inside = "|".join(re.escape(word) for word in known)
    return re.compile(rf"(?<!\w)(?:{inside})(?!\w)", re.IGNORECASE) if known else None


class LogRing:
    """The last lines this program wrote, for a machine whose log we may not read."""

    def __init__(self) -> None:
        self._lines: deque[str] = deque(maxlen=LINES)
        self._begun = ""

    def lines(self) -> list[str]:
        return list(self._lines)

    def heard(self, text: str) -> None:
        *whole, self._begun = (self._begun + text).split("\n")
        self._begun = self._begun[-LONGEST:]
        self._lines.extend(line[:LONGEST] for line in whole if line)


class Overheard:
    """A stream that also writes to the ring."""

    def __init__(self, to: TextIO, ring: LogRing) -> None:
        self._to, self._ring = to, ring

    def write(self, text: str) -> int:
        self._ring.heard(text)
        return self._to.write(text)

    def __getattr__(self, name: str) -> object:
        return getattr(self._to, name)
