"""What the eye complains about, in words people use: what lies over which row, never a cell's key.

A hand over the board isn't an alarm: it goes away by itself. What somebody has to fix is one.
"""

from __future__ import annotations

import re
from typing import Any

from companion.words import Words

HAND = "eye.hand"
PASSING = (HAND, "eye.corner", "eye.moved", "eye.slow")
"""What goes away by itself: a quiet line. Somebody has to fix all the rest."""
ROW = re.compile(r"\d+,(?P<up>\d+)")
SQUARE = re.compile(r"s(?P<number>\d+)")


def seeing_worded(seeing: dict[str, Any], words: Words) -> dict[str, Any]:
    """What the eye does now: *complaints* somebody must act on, and one *quiet* line besides."""
    found = [(each["key"], _worded(each, words)) for each in seeing["complaints"]]
    urgent = list(dict.fromkeys(say for key, say in found if key not in PASSING))
    quiet = next((say for key, say in found if key in PASSING), "")
    return {**seeing, "complaints": urgent, "quiet": quiet}


def _worded(complaint: dict[str, Any], words: Words) -> str:
    if complaint["key"] == HAND:
        return _covered(complaint["values"]["cells"][0].partition(":")[0], words)
    return words.put(complaint["key"], complaint["values"])


def _covered(cell: str, words: Words) -> str:
    """One place is enough: the hand is as wide as it is."""
    if row := ROW.fullmatch(cell):
        return words.put("eye.row", {"row": int(row["up"]) + 1})
    if square := SQUARE.fullmatch(cell):
        return words.put("eye.square", {"square": int(square["number"])})
    return words.put("eye.cell", {"cell": cell})
