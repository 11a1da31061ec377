"""The pyramid in words alone: its cells from the base up, and tiles and pawns by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.core import plain
from companion.core.plain import (
    Cell,
    Choice,
    Entry,
    Field,
    Part,
    Plain,
    Row,
    View,
    noun,
    picks,
    text,
)
from companion.core.verdict import Saying

from .faces import TURNS

HEADLINES = {
    "pawn": "page.kheops_headline_pawn",
    "power": "page.kheops_headline_power",
    "tile": "page.kheops_headline_tile",
}


def headline(view: View) -> Saying:
    """Whose turn it is, and at which of its steps it stands."""
    key = HEADLINES.get(view["phase"])
    player = view["seats"][view["turn"]]["name"]
    return Saying(key, {"player": player}) if key else plain.headline(view)


def board(view: View) -> tuple[Part, ...]:
    """The pyramid from the base up, and what each player still has."""
    rows: dict[int, list[dict[str, Any]]] = {}
    for cell in view["cells"]:
        rows.setdefault(_row(cell["id"]), []).append(cell)
    ordered = [tuple(_cell(one) for one in sorted(rows[n], key=_across)) for n in sorted(rows)]
    people = tuple(_person(seat) for seat in view["seats"])
    return (
        Part(Saying("page.kheops_pyramid"), plain.numbered(ordered)),
        Part(Saying("page.seats"), (Row(Saying("page.plain_supplies"), people),)),
    )


def _row(cell: str) -> int:
    return int(cell[1:].partition(".")[0])


def _across(cell: Mapping[str, Any]) -> tuple[int, bool]:
    """From the left; between two upright cells stands one on its tip."""
    return int(cell["id"].partition(".")[2]), not cell["up"]


def _cell(cell: Mapping[str, Any]) -> Cell:
    tile, pawn = cell["tile"], cell["pawn"]
    if tile is None:
        return Cell(text(cell["id"]), Saying("page.empty"), cell["id"])
    values = {
        "tile": _face(tile),
        "sides": [Saying(f"page.side_{side}") for side in tile["open"]],
        "pawn": pawn["kind"] if pawn else "",
        "colour": pawn["colour"] if pawn else "",
    }
    return Cell(text(cell["id"]), Saying("page.plain_tile", values), cell["id"])


def _face(face: Mapping[str, Any]) -> Saying:
    """What a tile shows: its kind, how many sides it opens, its symbols."""
    symbols = [Saying(f"page.symbol_{symbol}") for symbol in face["symbols"]]
    values = {"kind": face["kind"], "openings": face["openings"], "symbols": symbols}
    return Saying("page.plain_face", values)


def _person(seat: Mapping[str, Any]) -> Cell:
    reserve = seat["reserve"].items()
    pawns = [Saying("page.plain_pawns_left", {"kind": kind, "left": n}) for kind, n in reserve]
    values = {"hand": seat["hand"], "pawns": pawns}
    return Cell(text(seat["name"]), Saying("page.plain_kheops_seat", values))


def entries(view: View) -> tuple[Entry, ...]:
    """A tile of the base, a pawn of each kind that may be set, a tile that is built."""
    return (*_base(view), *_pawns(view), *_build(view))


def _base(view: View) -> Iterator[Entry]:
    if view["phase"] == "setup":
        yield Entry(
            Saying("page.plain_lay_base"),
            {"type": "LayBaseTile"},
            (_where(view["base"]), *_tile_fields(view)),
        )


def _pawns(view: View) -> Iterator[Entry]:
    for kind, cells in view["may"]["pawns"].items():
        say = Saying("page.plain_set_pawn", {"kind": kind})
        yield Entry(say, {"type": "SetPawn", "kind": kind}, (_where(cells),))


def _build(view: View) -> Iterator[Entry]:
    cells = view["may"]["build"]
    if cells:
        fields = (_where(cells), *_tile_fields(view))
        yield Entry(Saying("page.plain_build"), {"type": "BuildTile"}, fields)


def _where(cells: list[str]) -> Field:
    return Field("cell", Saying("page.plain_cell_of"), picks(cells))


def _tile_fields(view: View) -> tuple[Field, Field]:
    faces = tuple(Choice(face["face"], _face(face)) for face in view["faces_left"] if face["left"])
    turns = picks(TURNS, lambda turn: Saying("page.plain_turned", {"turn": turn}))
    return (
        Field("face", Saying("page.plain_which_tile"), faces),
        Field("turn", Saying("page.plain_turn"), turns),
    )


PLAIN = Plain(headline, board, entries, choice=lambda value: noun(str(value)))
