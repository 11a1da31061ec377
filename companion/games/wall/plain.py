"""The wall in words alone: its windows row by row, its columns, and what is entered by hand."""

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
)
from companion.core.verdict import Saying


def headline(view: View) -> Saying:
    """Return whose turn it is, or what goes on instead of a turn."""
    if view["phase"] == "reveal":
        return Saying("page.phase_reveal")
    if view["shift"]:
        player = view["seats"][view["shift"]["seat"]]["name"]
        return Saying("page.shift_of", {"player": player})
    return Saying("page.phase_curse") if view["curse"] else text_view.headline(view)


def board(view: View) -> tuple[TextPart, ...]:
    """Return the windows from the bottom row up, as they fill; then the columns from the left."""
    wall = view["wall"]
    rows = text_view.numbered(
        tuple(_window(wall["cells"], x, y) for x in range(wall["width"]))
        for y in range(wall["height"])
    )
    columns = tuple(_column(column, view["seats"]) for column in view["columns"])
    people = tuple(_person(seat, n) for n, seat in enumerate(view["seats"]))
    return (
        TextPart(Saying("page.the_wall"), rows),
        TextPart(
            Saying("page.plain_columns"),
            (
                TextRow(Saying("page.plain_from_left"), columns),
                TextRow(Saying("page.plain_slab"), (_slab(view),)),
            ),
        ),
        TextPart(Saying("page.seats"), (TextRow(Saying("page.plain_supplies"), people),)),
    )


def _window(cells: Mapping[str, str], x: int, y: int) -> TextCell:
    name = f"{x},{y}"
    label = cells.get(name, "empty")
    holds = Saying("page.empty") if label == "empty" else noun(label)
    place = Saying("page.place", {"across": x + 1, "up": y + 1})
    return TextCell(place, holds, name, text_view.text(x + 1))


def _column(column: Mapping[str, Any], seats: list[dict[str, Any]]) -> TextCell:
    holder = column["researcher"]
    values = {
        "scarabs": column["scarabs"],
        "player": "" if holder is None else seats[holder]["name"],
        "eyes": list(column["stack"]),
    }
    return TextCell(
        noun(column["animal"]), Saying("page.plain_column", values), about=column["animal"]
    )


def _slab(view: View) -> TextCell:
    return TextCell(Saying("page.plain_scarabs_left"), text_view.text(view["slab"]), about="slab")


def _person(seat: Mapping[str, Any], n: int) -> TextCell:
    values = {"reserve": seat["reserve"], "hand": seat["hand"], "won": len(seat["won"])}
    return TextCell(
        text_view.text(seat["name"]), Saying("page.plain_wall_seat", values), about=f"seat-{n}"
    )


def entries(view: View) -> tuple[TextEntry, ...]:
    """Return a card for a slot, the order of the columns before the game, a count of the slab,
    notes."""
    return (*_insert(view), *_arrange(view), *_count(view), *_notes(view))


def _insert(view: View) -> Iterator[TextEntry]:
    wall = view["wall"]
    if not wall["open"]:
        return
    cards = tuple(TextChoice(card["id"], _card(card["cells"])) for card in wall["cards_left"])
    slots = picks(wall["open"], lambda slot: text_view.text(slot + 1))
    yield TextEntry(
        Saying("page.plain_insert"),
        {"type": "InsertCard"},
        (
            TextField("slot", Saying("page.plain_slot"), slots),
            TextField("card", Saying("page.plain_which_card"), cards),
        ),
    )


def _card(rows: list[list[str]]) -> Saying:
    return Saying("page.plain_card", {"faces": [face for row in rows for face in row]})


def _arrange(view: View) -> Iterator[TextEntry]:
    if view["phase"] != "setup":
        return
    animals = [column["animal"] for column in view["columns"]]
    fields = tuple(
        TextField("animals", Saying("page.plain_column_at", {"number": n}), _first(now, animals))
        for n, now in enumerate(animals, 1)
    )
    yield TextEntry(Saying("page.plain_arrange"), {"type": "ArrangeColumns"}, fields)


def _first(now: str, animals: list[str]) -> tuple[TextChoice, ...]:
    """Put the one that stands there now first, so that it is already chosen."""
    return picks([now, *(animal for animal in animals if animal != now)], noun)


def _count(view: View) -> Iterator[TextEntry]:
    if view["phase"] != "play":
        return
    amounts = picks(range(view["scarabs"] + 1))
    field = TextField("scarabs", Saying("page.count_slab_ask"), amounts)
    yield TextEntry(Saying("page.plain_count_slab"), {"type": "CountSlab"}, (field,))


def _notes(view: View) -> Iterator[TextEntry]:
    notes = view.get("notes")
    if notes is None or view["outcome"]:
        return
    pharaohs = TextField("animal", Saying("page.pharaoh_card"), picks(notes["pharaohs"], noun))
    yield TextEntry(Saying("page.plain_note_pharaoh"), {"type": "NotePharaoh"}, (pharaohs,), "seat")
    for value in notes["values"]:
        piece = {"animal": value["animal"], "eyes": value["eyes"]}
        field = TextField("value", Saying("page.plain_value"), picks(value["choices"]))
        move = {"type": "NoteValue", "piece": piece}
        yield TextEntry(Saying("page.plain_note_value", piece), move, (field,), "seat")


def field_name(field: Mapping[str, Any]) -> Saying:
    """Return what is asked for when everything is turned over."""
    if field["name"] == "pharaoh":
        return Saying("page.pharaoh_card")
    return Saying("page.plain_mummy", {"animal": field["animal"], "eyes": field["eyes"]})


PLAIN = Plain(headline, board, entries, field_name)
