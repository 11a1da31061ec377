"""What people may ask of a place at Kheops: a cell of the pyramid, or somebody."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.game import PlaceGuide, Try
from companion.core.verdict import Saying

from . import moves as m
from .box import MUMMY, PAWNS, PHARAOH, PRIEST
from .faces import FORBID, turns_of
from .learning import is_unsure
from .state import Laid, Phase, State

SIGNS = {
    "rot_c": ("KHEOPS-20", "KHEOPS-26"),
    "rot_r": ("KHEOPS-21", "KHEOPS-26"),
    "swap": ("KHEOPS-22", "KHEOPS-26"),
    "move": ("KHEOPS-23", "KHEOPS-24", "KHEOPS-26"),
    FORBID: ("KHEOPS-25", "KO-20"),
    "double": ("KHEOPS-30", "KHEOPS-50"),
    "ankh": ("KHEOPS-31", "KHEOPS-32", "KHEOPS-79"),
    "curse": ("KHEOPS-34", "KHEOPS-78"),
}
SARCOPHAGUS = ("KHEOPS-71", "KHEOPS-72", "KHEOPS-73")
PAWN = {
    MUMMY: ("KHEOPS-41", "KHEOPS-43"),
    PRIEST: ("KHEOPS-45", "KHEOPS-46", "KHEOPS-47"),
    PHARAOH: ("KHEOPS-49", "KHEOPS-50", "KO-27"),
}


def tries(state: State, place: str) -> Iterator[Try]:
    """To place each kind of pawn on a tile, or to build one there."""
    laid = state.at(place) if place in state.box.cells else None
    if laid is not None and state.phase in (Phase.PAWN, Phase.POWER):
        kinds = [kind for kind in PAWNS if state.reserve(state.colour).get(kind)]
        yield from (Try(m.SetPawn(place, kind)) for kind in kinds)
    elif place in state.box.cells and state.phase != Phase.SETUP:
        yield from _build(state, place)


def _build(state: State, place: str) -> Iterator[Try]:
    """Try some tile of a hand; nobody else knows which ones somebody holds."""
    left = [face for face, count in state.faces_left().items() if count]
    say = Saying("kheops.may.build", {"cell": place})
    for face in left if state.rules.edge_match or is_unsure(state.box) else left[:1]:
        yield from (Try(m.BuildTile(place, face, turn), say) for turn in turns_of(face))


def clauses(state: State, place: str) -> tuple[str, ...]:
    """Return the clauses of a place as it stands now."""
    if place.startswith("seat-"):
        return "KHEOPS-07", "KHEOPS-64", "KHEOPS-65", "KHEOPS-80"
    laid = state.at(place) if place in state.box.cells else None
    if laid is not None:
        return _of_tile(laid)
    return ("KHEOPS-10", "KHEOPS-11") if place in state.box.cells else ()


def _of_tile(laid: Laid) -> tuple[str, ...]:
    signs = (_of_sign(sign) for sign in laid.shows.symbols)
    pawn = PAWN.get(laid.pawn.kind, ("KHEOPS-26", "KHEOPS-64")) if laid.pawn else ("KHEOPS-08",)
    kind = ("KHEOPS-61", "KHEOPS-70")
    return tuple(dict.fromkeys((*(one for each in signs for one in each), *pawn, *kind)))


def _of_sign(sign: str) -> tuple[str, ...]:
    return SARCOPHAGUS if sign.startswith("sarcophagus") else SIGNS.get(sign, ())


PLACES = PlaceGuide[State](tries, clauses=clauses)
