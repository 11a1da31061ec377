"""What counts as a landslide: what fell, and where it came to rest (BOWL-32, BOWL-33)."""

from __future__ import annotations

from .moves import STAFF

PLACES = ("board", "table", "half_out", "bowl", "rim", "staff", "hand", "figure", "bag", "caught")
"""Where a thing may come to rest: ``half_out`` is one end on the board and one in the bowl,
``staff`` is a boulder lying on it, ``caught`` is in the air or on a sleeve."""

FOULS = {"two_hands": "BOWL-27", "boulder_gripped": "BOWL-29", "staff_held": "BOWL-31"}
"""What may not be done at the trap. Rummaging and touching are not fouls (BOWL-28, BOWL-30)."""

_STAFF_OUT = {"board": "BOWL-32", "table": "BOWL-32", "half_out": "BOWL-O-29"}
_STAFF_IN = {"bowl": "BOWL-33", "rim": "BOWL-30"}
_STAFF_IN |= {"hand": "BOWL-O-30", "figure": "BOWL-O-30", "bag": "BOWL-O-30"}
_BOULDER_OUT = {place: "BOWL-32" for place in ("board", "table", "figure", "bag")}
_BOULDER_OUT |= {"caught": "BOWL-O-27"}
_BOULDER_IN = {"bowl": "BOWL-O-26", "rim": "BOWL-O-28", "staff": "BOWL-O-28"}


def clause_against(item: str, where: str) -> str | None:
    """Return the clause that makes this fall a landslide during exploration;
    None when it isn't one."""
    return (_STAFF_OUT if item == STAFF else _BOULDER_OUT).get(where)


def clause_for(item: str, where: str) -> str | None:
    """Return the clause by which this fall isn't a landslide; None when it is one,
    or makes no sense."""
    return (_STAFF_IN if item == STAFF else _BOULDER_IN).get(where)
