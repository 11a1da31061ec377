"""The court in words alone: the squares, the sphinxes, the dice, the hands, and what may go wrong.

A seal is never read out: nobody can follow 64 letters by ear.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.core import text_view
from companion.core.text_view import (
    Plain,
    TextCell,
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

SNAKE = "S"


def headline(view: View) -> Saying:
    """Return who claims, who throws, whose turn it is."""
    if view["phase"] == "play" and view["claim"]:
        player = view["seats"][view["claim"]["seat"]]["name"]
        return Saying("page.sphinx_claims", {"player": player})
    if view["phase"] == "play" and view["dice"] is None:
        player = view["seats"][view["turn"]]["name"]
        return Saying("page.sphinx_throws", {"player": player})
    return text_view.headline(view)


def board(view: View) -> tuple[TextPart, ...]:
    """Return the squares row by row, the six sphinxes, the dice, and everybody's cards."""
    rows = [tuple(_square(n, view) for n in row) for row in view["board"]["squares"]]
    sphinxes = tuple(_sphinx(seat, view) for seat in view["sphinxes"]["seats"])
    dice = tuple(TextCell(Saying("page.plain_die"), face_name(face)) for face in view["dice"] or ())
    people = tuple(_person(seat, n) for n, seat in enumerate(view["seats"]))
    return (
        TextPart(Saying("page.sphinx_court"), text_view.numbered(rows)),
        TextPart(Saying("page.plain_sphinxes"), text_view.numbered([sphinxes])),
        *((TextPart(Saying("page.sphinx_dice"), text_view.numbered([dice])),) if dice else ()),
        TextPart(Saying("page.seats"), (TextRow(Saying("page.plain_supplies"), people),)),
    )


def _square(square: int, view: View) -> TextCell:
    court = view["board"]
    doors = [other for door in court["doors"] if square in door for other in door]
    values = {
        "kind": _kind(square, court),
        "colour": court["card_squares"].get(str(square), ""),
        "door": next((str(other) for other in doors if other != square), ""),
        "pawns": [seat["name"] for seat in view["seats"] if seat["square"] == square],
    }
    place = Saying("page.sphinx_square", {"square": square})
    return TextCell(place, Saying("page.plain_square", values), f"s{square}")


def _kind(square: int, court: Mapping[str, Any]) -> str:
    kinds = {
        "start": square == court["start"],
        "treasure": square == court["treasure"],
        "mummy": square in court["mummies"],
        "card": str(square) in court["card_squares"],
    }
    return next((kind for kind, fits in kinds.items() if fits), "")


def _sphinx(seat: str, view: View) -> TextCell:
    places = {**view["board"]["guards"], **view["board"]["temples"]}
    looks = [one["seat"] for one in view["sphinxes"]["looks"] if one["where"] == seat]
    lookers = dict.fromkeys(view["seats"][n]["name"] for n in looks)
    values = {
        "square": places[seat],
        "players": list(lookers),
        "fallen": view["sphinxes"]["fallen"] == seat,
    }
    return TextCell(noun(seat), Saying("page.plain_sphinx", values), seat)


def _person(seat: Mapping[str, Any], n: int) -> TextCell:
    values = {"square": seat["square"], "cards": seat["cards"], "hand": seat["hand"] or []}
    return TextCell(text(seat["name"]), Saying("page.plain_sphinx_seat", values), about=f"seat-{n}")


def entries(view: View) -> tuple[TextEntry, ...]:
    """Return what may happen around the game, and a seat's own notes."""
    return (*_mishaps(view), *_notes(view))


def _mishaps(view: View) -> Iterator[TextEntry]:
    if view["phase"] != "play":
        return
    where = TextField(
        "where", Saying("page.plain_which_sphinx"), picks(view["sphinxes"]["seats"], noun)
    )
    playing = [n for n, seat in enumerate(view["seats"]) if seat["playing"]]
    names = picks(playing, lambda n: text(view["seats"][n]["name"]))
    who = TextField("seat", Saying("page.plain_who"), names)
    yield TextEntry(Saying("page.sphinx_lifted"), {"type": "LookUnder"}, (where,))
    yield TextEntry(Saying("page.sphinx_fell"), {"type": "SayFallen"}, (where,))
    if view["tracking"]["tracked"]:
        yield TextEntry(Saying("page.sphinx_stop_tracking"), {"type": "StopTracking"}, (), "player")
    again = {"type": "Rescan", "agreed": playing}
    yield TextEntry(Saying("page.sphinx_rescan"), again, (), "player")
    yield TextEntry(Saying("page.sphinx_leaves"), {"type": "GiveUp"}, (who,), "player")


def _notes(view: View) -> Iterator[TextEntry]:
    notes = view.get("notes")
    if notes is None:
        return
    for sphinx in notes["sphinxes"]:
        colours = picks((None, *notes["colours"]), _colour)
        field = TextField("colour", Saying("page.plain_colour"), colours)
        move = {"type": "NoteColour", "where": sphinx["where"]}
        yield TextEntry(Saying("page.plain_note_colour", sphinx), move, (field,), "seat")


def _colour(name: str | None) -> Saying:
    return noun(name) if name else Saying("page.plain_no_colour")


def face_name(face: Any) -> Saying:
    """Return a face of a die, or a colour of a card."""
    return Saying("page.sphinx_snake") if str(face) == SNAKE else noun(str(face))


PLAIN = Plain(headline, board, entries, choice=face_name)
