"""The pyramid in words alone: its cells from the base up, and tiles and pawns by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.core import text_view
from companion.core.text_view import (
    Plain,
    TextCell,
    TextChoice,
    TextEntry,
    TextField,
    TextPart,
    TextRow,
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
    """Return whose turn it is, and at which of its steps it stands."""
    key = HEADLINES.get(view["phase"])
    player = view["seats"][view["turn"]]["name"]
    return Saying(key, {"player": player}) if key else text_view.headline(view)


def board(view: View) -> tuple[TextPart, ...]:
    """Return the pyramid from the base up, and what each player still has."""
    rows: dict[int, list[dict[str, Any]]] = {}
    for cell in view["cells"]:
        rows.setdefault(_row(cell["id"]), []).append(cell)
    ordered = [tuple(_cell(one) for one in sorted(rows[n], key=_across)) for n in sorted(rows)]
    people = tuple(_person(seat, n) for n, seat in enumerate(view["seats"]))
    return (
        TextPart(Saying("page.kheops_pyramid"), text_view.numbered(ordered)),
        TextPart(Saying("page.seats"), (TextRow(Saying("page.plain_supplies"), people),)),
    )


def _row(cell: str) -> int:
    return int(cell[1:].partition(".")[0])


def _across(cell: Mapping[str, Any]) -> tuple[int, bool]:
    """From the left; between two upright cells stands one on its tip."""
    return int(cell["id"].partition(".")[2]), not cell["up"]


def _cell(cell: Mapping[str, Any]) -> TextCell:
    tile, pawn = cell["tile"], cell["pawn"]
    if tile is None:
        return TextCell(text(cell["id"]), Saying("page.empty"), cell["id"])
    values = {
        "tile": _face(tile),
        "sides": [Saying(f"page.side_{side}") for side in tile["open"]],
        "pawn": pawn["kind"] if pawn else "",
        "colour": pawn["colour"] if pawn else "",
    }
    return TextCell(text(cell["id"]), Saying("page.plain_tile", values), cell["id"])


def _face(face: Mapping[str, Any]) -> Saying:
    """Return what a tile shows: its kind, how many sides it opens, its symbols."""
    symbols = [Saying(f"page.symbol_{symbol}") for symbol in face["symbols"]]
    values = {"kind": face["kind"], "openings": face["openings"], "symbols": symbols}
    return Saying("page.plain_face", values)


def _person(seat: Mapping[str, Any], n: int) -> TextCell:
    reserve = seat["reserve"].items()
    pawns = [Saying("page.plain_pawns_left", {"kind": kind, "left": n}) for kind, n in reserve]
    values = {"hand": seat["hand"], "pawns": pawns}
    return TextCell(text(seat["name"]), Saying("page.plain_kheops_seat", values), about=f"seat-{n}")


def entries(view: View) -> tuple[TextEntry, ...]:
    """Return a tile of the base, a pawn of each kind that may be set, a tile that is built."""
    return (*_base(view), *_pawns(view), *_build(view))


def _base(view: View) -> Iterator[TextEntry]:
    if view["phase"] == "setup":
        yield TextEntry(
            Saying("page.plain_lay_base"),
            {"type": "LayBaseTile"},
            (_where(view["base"]), *_tile_fields(view)),
        )


def _pawns(view: View) -> Iterator[TextEntry]:
    for kind, cells in view["may"]["pawns"].items():
        say = Saying("page.plain_set_pawn", {"kind": kind})
        yield TextEntry(say, {"type": "SetPawn", "kind": kind}, (_where(cells),))


def _build(view: View) -> Iterator[TextEntry]:
    cells = view["may"]["build"]
    if cells:
        fields = (_where(cells), *_tile_fields(view))
        yield TextEntry(Saying("page.plain_build"), {"type": "BuildTile"}, fields)


def _where(cells: list[str]) -> TextField:
    return TextField("cell", Saying("page.plain_cell_of"), picks(cells))


def _tile_fields(view: View) -> tuple[TextField, TextField]:
    faces = tuple(
        TextChoice(face["face"], _face(face)) for face in view["faces_left"] if face["left"]
    )
    turns = picks(TURNS, lambda turn: Saying("page.plain_turned", {"turn": turn}))
    return (
        TextField("face", Saying("page.plain_which_tile"), faces),
        TextField("turn", Saying("page.plain_turn"), turns),
    )


PLAIN = Plain(headline, board, entries, choice=lambda value: noun(str(value)))
