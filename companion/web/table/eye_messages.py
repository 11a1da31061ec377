"""What the eye complains about, in words people use: what lies over which row, never a cell's key.

A hand over the board isn't an alarm: it goes away by itself. What somebody has to fix is one.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from companion.core.verdict import Saying
from companion.words import Words

HAND, UNSURE = "eye.hand", "eye.unsure"
PASSING = (HAND, UNSURE, "eye.sure_in", "eye.corner", "eye.moved", "eye.slow")
"""What goes away by itself: a quiet line. Somebody has to fix all the rest."""
ROW = re.compile(r"\d+,(?P<up>\d+)")
SQUARE = re.compile(r"s(?P<number>\d+)")


def seeing_worded(seeing: dict[str, Any], words: Words) -> dict[str, Any]:
    """Say what the eye does now: *complaints* somebody must act on,
    and one *quiet* line besides."""
    found = [(each["key"], _worded(each, words)) for each in seeing["complaints"]]
    urgent = list(dict.fromkeys(say for key, say in found if key not in PASSING))
    quiet = next((say for key, say in found if key in PASSING), "")
    return {**seeing, "complaints": urgent, "quiet": quiet}


def said_quietly(saying: Saying | None, words: Words) -> str:
    """Say one such line on its own."""
    return "" if saying is None else _worded(msgspec.to_builtins(saying), words)


def _worded(complaint: dict[str, Any], words: Words) -> str:
    key, values = complaint["key"], complaint["values"]
    if key == HAND:
        return _covered(values["cells"][0].partition(":")[0], words)
    if key == UNSURE:
        return words.put(key, {"place": _place(values["cells"][0].partition(":")[0], words)})
    return words.put(key, values)


def _place(cell: str, words: Words) -> str:
    if row := ROW.fullmatch(cell):
        return words.put("eye.at_row", {"row": int(row["up"]) + 1}, inside=True)
    if square := SQUARE.fullmatch(cell):
        return words.put("eye.at_square", {"square": int(square["number"])}, inside=True)
    return cell


def _covered(cell: str, words: Words) -> str:
    """Name one covered place, since the hand is as wide as it is."""
    if row := ROW.fullmatch(cell):
        return words.put("eye.row", {"row": int(row["up"]) + 1})
    if square := SQUARE.fullmatch(cell):
        return words.put("eye.square", {"square": int(square["number"])})
    return words.put("eye.cell", {"cell": cell})
