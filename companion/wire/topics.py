"""Topics: which message goes where. The version comes first, so that two may live side by side.

``pharaoh/1/<night>/t/<table>/<what>`` belongs to one table, ``pharaoh/1/<night>/hall`` to the hall.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

VERSION = 1
ROOT = f"pharaoh/{VERSION}"

BIRTH, BEAT, STATE, EVENT = "birth", "beat", "state", "event"
CALL, ANSWER = "call", "answer"
COMMAND, NEED = "command", "need"
UP = (BIRTH, BEAT, STATE, EVENT, CALL, ANSWER)
"""What a table says."""
OFTEN = (BEAT, STATE)
"""Frequent messages of which a lost one matters little; the next beat names what is missing."""
DOWN = (COMMAND, NEED)
"""What the hall says to one table."""
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
"""What nights and tables may be called in a topic."""

RESERVED = frozenset({"hall", "broker", "mosquitto", "admin", "root"})
"""Reserved names: accounts of the broker."""
NO_NAME = re.compile(r"[+#/$\\\x00-\x1f\x7f]")
"""What has a meaning of its own in topics and in the broker's files."""


class Address(NamedTuple):
    """Whose topic it is, and what about."""

    table: str
    what: str


def of_table(night: str, table: str, what: str) -> str:
    return f"{ROOT}/{night}/t/{table}/{what}"


def of_hall(night: str) -> str:
    """Retained: that the hall is there, and the clock of the round."""
    return f"{ROOT}/{night}/hall"


def every(night: str, what: str) -> str:
    """Return the topic of one kind of message, from every table."""
    return of_table(night, "+", what)


def parse(topic: str, night: str) -> Address | None:
    """Parse a topic; None if it isn't of a table of this night."""
    start = f"{ROOT}/{night}/t/"
    if not topic.startswith(start):
        return None
    table, _, what = topic[len(start) :].partition("/")
    if NAME.fullmatch(table) is None or what not in (*UP, *DOWN):
        return None
    return Address(table, what)


def is_table_name(text: str) -> bool:
    """Check whether a machine may join under this name.

    >>> is_table_name("By the Window!"), is_table_name("\uff28all"), is_table_name("a/b")
    (True, False, False)
    """
    plain = unicodedata.normalize("NFKC", text).casefold()
    return NO_NAME.search(plain) is None and slug(plain) not in RESERVED


def slug(text: str) -> str:
    """Make a topic name from what people call a thing.

    >>> slug("By the Window!"), slug("7")
    ('by-the-window', '7')
    """
    tame = re.sub(r"[^a-z0-9]+", "-", text.casefold()).strip("-")[:32].strip("-")
    return tame or "table"
