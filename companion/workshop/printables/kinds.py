"""Every kind of sheet, and what a wish for one is made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from calibration.errors import CalibrationError
from calibration.geometry.markers import Paper, paper_called
from calibration.kit.plates import marker_part, plate_part
from calibration.kit.sheets import LARGE, KitPage, KitPart, pages_of
from companion.config.wiring import Wiring
from companion.core.errors import TableError, nearest
from companion.core.game import ROOMS
from companion.rooms import room_of
from companion.words import Words, clauses_in

from ..parts import called, header
from .assembly import TEXT_MM, assembly_pages, rules_pages
from .cards import SEAT_TEXT_MM, place_cards, seat_cards, wiring_card
from .clauses import clause_pages
from .pdf import broken, pdf, width_of

GENERAL = ("markers", "plates", "seats", "places", "wiring")
"""Kinds that belong to no room."""
OF_A_ROOM = ("play", "assembly", "rules", "clauses")
"""Kinds every room has, beside its own parts."""
CLAUSE_MM = 3.2
TEXT_LARGE = 1.5
MOST_SEATS = 12
MOST_NAMED = 3
"""How many parts the foot of a sheet names."""


class UnknownKind(TableError, ValueError):
    """A sheet nobody can print."""


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody wants printed."""

    kind: str
    room: str = ""
    paper: str = "a4"
    large: bool = False
    contrast: bool = False
    names: tuple[str, ...] = ()
    colours: tuple[str, ...] = ()
    seats: int = 4
    address: str = ""
    """Where phones find the house."""
    box: Path | None = None
    """The owner's box file; the room's own if there is none."""
    wiring: Wiring = Wiring()


def kinds_of_room(room: str, box: Any = None) -> tuple[str, ...]:
    """Return what can be printed of a room: all of it, its clauses, and each of its parts."""
    known = room_of(room)
    parts = known.prints(box or known.game.load_box(None), paper_called("a4"))
    return (*OF_A_ROOM, *dict.fromkeys(part.title for part in parts))


def printed(wish: Wish, words: Words) -> bytes:
    """Return the file that was asked for."""
    try:
        paper = paper_called(wish.paper)
        pages = _pages(wish, words, paper)
    except CalibrationError as wrong:
        raise UnknownKind("fault.print.cannot", why=wrong) from wrong
    title = words.put(f"workshop.print.kind.{wish.kind}", {})

    def footing(page: KitPage) -> tuple[str, str]:
        titles = [held for held, _ in page.holds] or [page.title]
        named = ", ".join(
            words.put(f"workshop.print.kind.{one}", {}) for one in titles[:MOST_NAMED]
        )
        number = words.put("workshop.print.page", {"number": page.number, "of": page.of})
        return words.put("workshop.print.foot", {"what": named}), f"{number} · {paper.name.upper()}"

    return pdf(pages, paper, title, footing, contrast=wish.contrast)


def _pages(wish: Wish, words: Words, paper: Paper) -> list[KitPage]:
    if wish.kind in GENERAL:
        return pages_of([_GENERAL[wish.kind](wish, words, paper)], paper)
    if wish.room not in ROOMS:
        if wish.room:
            raise UnknownKind("fault.no_room", name=wish.room, rooms=list(ROOMS))
        raise UnknownKind("fault.print.needs_room", kind=wish.kind, rooms=list(ROOMS))
    if wish.kind == "clauses":
        heading = words.put(f"house.room.{wish.room}.title", {})
        size = CLAUSE_MM * (TEXT_LARGE if wish.large else 1)
        return clause_pages(heading, clauses_in(wish.room, words.language), paper, size)
    if wish.kind in OF_A_ROOM:
        return _whole(wish, words, paper)
    return pages_of(_of_room(wish, paper), paper, LARGE if wish.large else 1.0)


def _whole(wish: Wish, words: Words, paper: Paper) -> list[KitPage]:
    """A game with the sheets that say how it is made and played, or those alone."""
    size = TEXT_MM * (TEXT_LARGE if wish.large else 1)
    rules = [] if wish.kind == "assembly" else rules_pages(wish.room, words, paper, size)
    if wish.kind == "rules":
        return rules
    room = room_of(wish.room)
    box = room.game.load_box(wish.box)
    parts = room.prints(box, paper)
    sheets = pages_of(parts, paper, LARGE if wish.large else 1.0)
    made = assembly_pages(wish.room, parts, room.needs(box), sheets, words, paper, size)
    return made if wish.kind == "assembly" else [*made, *rules, *sheets]


def _of_room(wish: Wish, paper: Paper) -> list[KitPart]:
    room = room_of(wish.room)
    parts = room.prints(room.game.load_box(wish.box), paper)
    chosen = [part for part in parts if part.title == wish.kind]
    if not chosen:
        known = (*GENERAL, *OF_A_ROOM, *dict.fromkeys(part.title for part in parts))
        hint = nearest(wish.kind, known)
        raise UnknownKind("fault.print.no_kind", room=wish.room, kind=wish.kind, hint=hint)
    return chosen


def _seats(wish: Wish, words: Words, paper: Paper) -> KitPart:
    large = 1.25 if wish.large else 1.0
    says = broken(words.put("workshop.print.seat_says", {}), 2.8 * large, SEAT_TEXT_MM)
    numbers = range(1, max(1, min(wish.seats, MOST_SEATS)) + 1)
    titles = [words.put("workshop.print.seat", {"number": number}) for number in numbers]
    return seat_cards(titles, says, wish.address, large)


def _places(wish: Wish, words: Words, paper: Paper) -> KitPart:
    names = wish.names or ("",)
    colours = (*wish.colours, *("" for _ in names))
    widest = max(width_of(name, 10.0, bold=True) for name in names) or 1.0
    size = min(20.0 if wish.large else 13.0, 10.0 * 80.0 / widest)
    return place_cards(list(zip(names, colours, strict=False)), size)


def _wiring(wish: Wish, words: Words, paper: Paper) -> KitPart:
    elsewhere = [part for part in wish.wiring.parts if part.elsewhere]
    others = [f"{called(part)}: {part.elsewhere}" for part in elsewhere]
    return wiring_card(header(wish.wiring), others, 1.2 if wish.large else 1.0)


_GENERAL: Mapping[str, Callable[[Wish, Words, Paper], KitPart]] = {
    "markers": lambda wish, words, paper: marker_part(paper),
    "plates": lambda wish, words, paper: plate_part(paper),
    "seats": _seats,
    "places": _places,
    "wiring": _wiring,
}
