"""The bowl in words alone: the way field by field, the chamber, the trap, and who stands where."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core import text_view
from companion.core.text_view import Plain, TextCell, TextPart, TextRow, View, noun
from companion.core.verdict import Saying

IN_A_ROW = 6
"""Fields that are read in one breath."""


def headline(view: View) -> Saying:
    """Return whose turn it is, or what everybody waits for."""
    player = {"player": view["seats"][view["turn"]]["name"]}
    if view["trap"]["voting"]:
        return Saying("page.bowl_votes")
    if view["phase"] == "rebuild":
        return Saying("page.bowl_rebuild", player)
    if view["phase"] == "chamber":
        return Saying("page.bowl_in_chamber", player)
    return text_view.headline(view)


def board(view: View) -> tuple[TextPart, ...]:
    """Return the way from the start on, the tiles of the chamber, the boulders, and the people."""
    fields = [_field(field, view) for field in view["track"]]
    rows = [tuple(fields[n : n + IN_A_ROW]) for n in range(0, len(fields), IN_A_ROW)]
    tiles = tuple(_tile(tile) for tile in view["chamber"]["tiles"])
    boulders = tuple(_boulders(colour, view["trap"]) for colour in view["trap"]["colours"])
    people = tuple(_person(seat, n) for n, seat in enumerate(view["seats"]))
    return (
        TextPart(Saying("page.bowl_track"), text_view.numbered(rows)),
        TextPart(Saying("page.bowl_chamber"), text_view.numbered([tiles])),
        TextPart(Saying("page.trap"), text_view.numbered([boulders])),
        TextPart(Saying("page.seats"), (TextRow(Saying("page.plain_supplies"), people),)),
    )


def _field(field: Mapping[str, Any], view: View) -> TextCell:
    mummy = view["mummy"]
    values = {
        "label": field["label"] or "",
        "scarab": field["scarab"],
        "figures": [view["seats"][n]["name"] for n in field["figures"]],
        "mummy": bool(mummy) and mummy["field"] == field["id"],
    }
    return TextCell(noun(field["id"]), Saying("page.plain_field", values), field["id"])


def _tile(tile: Mapping[str, Any]) -> TextCell:
    bare: dict[str, Any] = {"scarab": False, "figures": [], "mummy": False}
    values = {"label": tile["label"] or "", **bare}
    return TextCell(noun(tile["id"]), Saying("page.plain_field", values), tile["id"])


def _boulders(colour: str, trap: Mapping[str, Any]) -> TextCell:
    values = {"inside": trap["bowl"][colour], "out": trap["bag"][colour]}
    return TextCell(noun(colour), Saying("page.plain_boulders", values), about=colour)


def _person(seat: Mapping[str, Any], n: int) -> TextCell:
    values = {"field": seat["field"] or "", "scarabs": seat["scarabs"]}
    return TextCell(
        text_view.text(seat["name"]), Saying("page.plain_bowl_seat", values), about=f"seat-{n}"
    )


PLAIN = Plain(headline, board)
