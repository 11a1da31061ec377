"""Cells, paths, ankhs and other settings as plain data: the same for a game and for a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from .box import Box
from .faces import openings, read_face, turns_of
from .house import HouseRules
from .outline import is_up, sides
from .settling import A_PAIR, LONGEST, TOP, Ankhs, Path, Settlement, clauses_of
from .state import Laid, Pyramid
from .switching import Otherwise, otherwise
from .telling import tell_otherwise, tell_path


def cells_shown(box: Box, pyramid: Pyramid) -> list[dict[str, Any]]:
    """Return every cell of the outline: its tile with the sides it opens, and who stands on it."""
    return [_cell(cell, laid) for cell, laid in zip(box.cells, pyramid, strict=True)]


def _cell(cell: str, laid: Laid | None) -> dict[str, Any]:
    shown: dict[str, Any] = {"id": cell, "up": is_up(cell), "tile": None, "pawn": None}
    if laid is None:
        return shown
    open_ = openings(laid.face, laid.turn)
    shown["tile"] = {
        "face": laid.face,
        **msgspec.to_builtins(laid.shows),
        "turn": laid.turn,
        "open": [side for side, is_open in zip(sides(cell), open_, strict=True) if is_open],
    }
    shown["pawn"] = msgspec.to_builtins(laid.pawn)
    return shown


def face_shown(face: str, left: int) -> dict[str, Any]:
    """Return what a tile shows, the turns of it that differ, and how many there are."""
    shown = msgspec.to_builtins(read_face(face))
    return {"face": face, **shown, "turns": list(turns_of(face)), "left": left}


def paths_shown(
    count: Settlement, rules: HouseRules, names: Mapping[str, str]
) -> list[dict[str, Any]]:
    """Return every path with what makes its value, how strong each player is in it,
    and the clauses."""
    return [_path(path, rules, list(names.values())) for path in count.paths]


def _path(path: Path, rules: HouseRules, names: Sequence[str]) -> dict[str, Any]:
    return {
        **msgspec.to_builtins(path),
        "closed": path.closed,
        "pair": path.sarcophagus_bonus == A_PAIR,
        "top_bonus": TOP * path.apex,
        "longest_bonus": LONGEST * path.longest,
        "because": list(clauses_of(path, rules)),
        "say": msgspec.to_builtins(tell_path(path, list(names))),
    }


def ankhs_shown(count: Settlement) -> list[dict[str, Any]]:
    """Return the ankhs of each colour: which count, which do not, and the points."""
    return [_ankhs(ankhs) for ankhs in count.ankhs]


def _ankhs(ankhs: Ankhs) -> dict[str, Any]:
    because = ["KHEOPS-31", "KHEOPS-79", *["KHEOPS-32"] * bool(ankhs.cursed)]
    return {
        **msgspec.to_builtins(ankhs),
        "points": ankhs.points,
        "because": [*because, *["KO-9"] * bool(ankhs.alone)],
    }


def otherwise_shown(
    box: Box, rules: HouseRules, pyramid: Pyramid, count: Settlement, names: Mapping[str, str]
) -> dict[str, Any]:
    """Return what other settings of the switches would make of the count;
    some would change nothing."""
    found = otherwise(box, rules, pyramid, count)
    return {
        "differ": [_other(one, names) for one in found if one.differs],
        "same": sum(not one.differs for one in found),
        "same_because": list(dict.fromkeys(one.clause for one in found if not one.differs)),
    }


def _other(one: Otherwise, names: Mapping[str, str]) -> dict[str, Any]:
    return {
        "switch": one.switch,
        "setting": one.setting,
        "because": [one.clause],
        "say": msgspec.to_builtins(tell_otherwise(one, names)),
    }
