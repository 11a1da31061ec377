"""What the eye complains of, in words people use: what lies over which row, never a cell's key.

A hand over the board is no alarm: it goes away by itself. What somebody has to mend is one.
"""

from __future__ import annotations

import re
from typing import Any

from companion.words import Words

HAND = re.compile(r"something covers (?P<cells>.+)")
PASSING = (
    (re.compile(r"markers? .*\b(covered|out of view)\b.*"), "corner"),
    (re.compile(r"camera moved\b.*"), "moved"),
    (re.compile(r"the eye is slow\b.*"), "slow"),
)
"""What goes away by itself: a quiet line."""
MENDED = (
    (re.compile(r"the picture is blank\b.*"), "blank"),
    (re.compile(r"the camera repeats one picture\b.*"), "repeats"),
    (re.compile(r"no marker in the picture\b.*"), "no_marker"),
    (re.compile(r"the markers do not lie\b.*"), "disordered"),
    (re.compile(r"part of the board is outside\b.*"), "outside"),
    (re.compile(r"(the four corners given|the board is not where its corners)\b.*"), "corners"),
    (re.compile(r"(this board has no markers|the board has no markers)\b.*"), "no_corners"),
    (re.compile(r"the board could lie two ways\b.*"), "two_ways"),
    (re.compile(r"the eye (has stopped|hangs|cannot be started)\b.*"), "restarting"),
)
"""What somebody has to mend."""
ROW = re.compile(r"\d+,(?P<up>\d+)")
SQUARE = re.compile(r"s(?P<number>\d+)")


def seeing_worded(seeing: dict[str, Any], words: Words) -> dict[str, Any]:
    """What the eye does now: *complaints* somebody must act on, and one *quiet* line besides."""
    found = [_worded(complaint, words) for complaint in seeing["complaints"]]
    urgent = list(dict.fromkeys(say for say, is_urgent in found if is_urgent))
    quiet = next((say for say, is_urgent in found if not is_urgent), "")
    return {**seeing, "complaints": urgent, "quiet": quiet}


def _worded(complaint: str, words: Words) -> tuple[str, bool]:
    hand = HAND.fullmatch(complaint)
    if hand:
        return _covered(hand["cells"].split(", ")[0].partition(":")[0], words), False
    for pattern, key in (*PASSING, *MENDED):
        if pattern.fullmatch(complaint):
            return words.put(f"eye.{key}", {}), (pattern, key) in MENDED
    return words.put("eye.trouble", {"what": complaint}), True


def mended(complaint: str, words: Words) -> str:
    """What somebody has to mend before anything can be seen, in words."""
    return _worded(complaint, words)[0]


def _covered(cell: str, words: Words) -> str:
    """One place is enough: the hand is as wide as it is."""
    if row := ROW.fullmatch(cell):
        return words.put("eye.row", {"row": int(row["up"]) + 1})
    if square := SQUARE.fullmatch(cell):
        return words.put("eye.square", {"square": int(square["number"])})
    return words.put("eye.cell", {"cell": cell})
