"""The dig in words alone: the tray row by row, what is in pot and purse, and lifts by hand."""

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
    picks,
    text,
)
from companion.core.verdict import Saying


def headline(view: View) -> Saying:
    """Return who does what now."""
    seats, laying, phase = view["seats"], view["laying"], view["phase"]
    player = {"player": seats[view["turn"]]["name"]}
    if phase == "laying":
        layer = len(laying["checked"]) + 1
        name = seats[laying["by"][layer - 1]]["name"]
        return Saying("page.dig_lays", {"player": name, "layer": layer})
    if phase == "turning":
        turner = (laying["first_digger"] + laying["turned"]) % len(seats)
        return Saying("page.dig_turns", {"player": seats[turner]["name"]})
    if phase == "frame":
        return Saying("page.dig_frame")
    if phase in ("dig", "end") and view["hazard"]:
        return Saying("page.dig_stop_turn", player)
    keys = {"dig": "page.dig_digs", "end": "page.dig_turn_ended"}
    return Saying(keys[phase], player) if phase in keys else text_view.headline(view)


def board(view: View) -> tuple[TextPart, ...]:
    """Return the tray from its first row on, the pot, and the people."""
    tray, columns = view["tray"]["cells"], view["tray"]["columns"]
    cells = [_cell(cell, view) for cell in tray]
    rows = [tuple(cells[n : n + columns]) for n in range(0, len(cells), columns)]
    people = tuple(_person(seat, n) for n, seat in enumerate(view["seats"]))
    return (
        TextPart(Saying("page.dig_tray"), text_view.numbered(rows)),
        *_pot(view),
        TextPart(Saying("page.seats"), (TextRow(Saying("page.plain_supplies"), people),)),
    )


def _cell(cell: Mapping[str, Any], view: View) -> TextCell:
    lid = cell["barricade"]
    values = {
        "layer": len(view["laying"]["checked"]) if cell["layer"] is None else cell["layer"],
        "card": cell["card"] or "",
        "value": "" if cell["value"] is None else cell["value"],
        "player": view["seats"][lid["owner"]]["name"] if lid else "",
        "bans": bool(lid and lid["bans"]),
        "exhausted": cell["exhausted"],
    }
    return TextCell(text(cell["id"]), Saying("page.plain_shaft", values), cell["id"])


def _pot(view: View) -> Iterator[TextPart]:
    digging = view["digging"]
    if digging is None:
        return
    values = {
        "silver": digging["pot"]["silver_worth"],
        "lifts": digging["lifts"],
        "doubled": digging["doubled"],
    }
    cell = TextCell(Saying("page.dig_pot"), Saying("page.plain_pot", values), about="pot")
    yield TextPart(Saying("page.dig_pot"), text_view.numbered([(cell,)]))


def _person(seat: Mapping[str, Any], n: int) -> TextCell:
    values = {
        "silver": seat["purse"]["silver_worth"],
        "scarabs": seat["scarabs"],
        "barricades": seat["barricades"],
        "out": seat["out"],
    }
    return TextCell(text(seat["name"]), Saying("page.plain_dig_seat", values), about=f"seat-{n}")


def entries(view: View) -> tuple[TextEntry, ...]:
    """Return a lift by number or picture, what wasn't a lift, a barricade taken off,
    somebody leaving."""
    return (*_lifts(view), *_lids(view), *_leaving(view))


def _lifts(view: View) -> Iterator[TextEntry]:
    where = _where(cell["id"] for cell in view["tray"]["cells"] if cell["open"])
    if not where.choices:
        return
    numbers = TextField("value", Saying("page.plain_value"), picks(view["numbers"]))
    cards = tuple(
        TextChoice(card["label"], Saying("page.plain_find", card))
        for layer in view["layers"]
        for card in layer["cards"]
    )
    pictures = TextField("card", Saying("page.plain_which_card"), cards)
    why = picks(("stuck", "disturbed"), lambda one: Saying("page.plain_put_back_why", {"why": one}))
    reason = TextField("why", Saying("page.why_heading"), why)
    yield TextEntry(Saying("page.plain_lift"), {"type": "Lift"}, (where, numbers))
    yield TextEntry(Saying("page.plain_lift_card"), {"type": "Lift"}, (where, pictures))
    yield TextEntry(Saying("page.plain_put_back"), {"type": "PutBack"}, (where, reason))


def _where(cells: Iterator[str]) -> TextField:
    return TextField("cell", Saying("page.plain_cell_of"), picks(cells))


def _lids(view: View) -> Iterator[TextEntry]:
    lids = [cell for cell in view["tray"]["cells"] if cell["barricade"]]
    freed = _where(cell["id"] for cell in lids if not cell["barricade"]["bans"])
    if freed.choices:
        yield TextEntry(Saying("page.plain_take_off"), {"type": "TakeOffBarricade"}, (freed,))


def _leaving(view: View) -> Iterator[TextEntry]:
    if view["phase"] not in ("dig", "end"):
        return
    seats = view["seats"]
    there = [n for n, seat in enumerate(seats) if not seat["out"]]
    who = TextField(
        "seat", Saying("page.plain_who"), picks(there, lambda n: text(seats[n]["name"]))
    )
    yield TextEntry(Saying("page.dig_leaves"), {"type": "LeaveGame"}, (who,), "player")


PLAIN = Plain(headline, board, entries)
