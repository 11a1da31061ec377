"""The bowl in words alone: the way field by field, the chamber, the trap, and who stands where."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core import plain
from companion.core.plain import Cell, Part, Plain, Row, View, noun
from companion.core.verdict import Saying

IN_A_ROW = 6
"""Fields that are read in one breath."""


def headline(view: View) -> Saying:
    """Whose turn it is, or what everybody waits for."""
    player = {"player": view["seats"][view["turn"]]["name"]}
    if view["trap"]["voting"]:
        return Saying("page.bowl_votes")
    if view["phase"] == "rebuild":
        return Saying("page.bowl_rebuild", player)
    if view["phase"] == "chamber":
        return Saying("page.bowl_in_chamber", player)
    return plain.headline(view)


def board(view: View) -> tuple[Part, ...]:
    """The way from the start on, the tiles of the chamber, the boulders, and the people."""
    fields = [_field(field, view) for field in view["track"]]
    rows = [tuple(fields[n : n + IN_A_ROW]) for n in range(0, len(fields), IN_A_ROW)]
    tiles = tuple(_tile(tile) for tile in view["chamber"]["tiles"])
    boulders = tuple(_boulders(colour, view["trap"]) for colour in view["trap"]["colours"])
    people = tuple(_person(seat) for seat in view["seats"])
    return (
        Part(Saying("page.bowl_track"), plain.numbered(rows)),
        Part(Saying("page.bowl_chamber"), plain.numbered([tiles])),
        Part(Saying("page.trap"), plain.numbered([boulders])),
        Part(Saying("page.seats"), (Row(Saying("page.plain_supplies"), people),)),
    )


def _field(field: Mapping[str, Any], view: View) -> Cell:
    mummy = view["mummy"]
    values = {
        "label": field["label"] or "",
        "scarab": field["scarab"],
        "figures": [view["seats"][n]["name"] for n in field["figures"]],
        "mummy": bool(mummy) and mummy["field"] == field["id"],
    }
    return Cell(noun(field["id"]), Saying("page.plain_field", values), field["id"])


def _tile(tile: Mapping[str, Any]) -> Cell:
    bare: dict[str, Any] = {"scarab": False, "figures": [], "mummy": False}
    values = {"label": tile["label"] or "", **bare}
    return Cell(noun(tile["id"]), Saying("page.plain_field", values), tile["id"])


def _boulders(colour: str, trap: Mapping[str, Any]) -> Cell:
    values = {"inside": trap["bowl"][colour], "out": trap["bag"][colour]}
    return Cell(noun(colour), Saying("page.plain_boulders", values))


def _person(seat: Mapping[str, Any]) -> Cell:
    values = {"field": seat["field"] or "", "scarabs": seat["scarabs"]}
    return Cell(plain.text(seat["name"]), Saying("page.plain_bowl_seat", values))


PLAIN = Plain(headline, board)
