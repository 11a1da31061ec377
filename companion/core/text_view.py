"""The table in words alone: headline, board and moves as sayings, for people who play by ear.

Everything here follows from a role's view, so nothing is said that the drawn page does not show.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from .verdict import Saying

View = Mapping[str, Any]


class TextCell(msgspec.Struct, frozen=True):
    """One place of the board: its name, what is there, and its id if it can be pointed at.

    *brief* is its name if the row has been named already; *about* its id if it can only be asked
    about.
    """

    place: Saying
    holds: Saying
    id: str = ""
    brief: Saying | None = None
    about: str = ""


class TextRow(msgspec.Struct, frozen=True):
    """Places that are read in one breath."""

    name: Saying
    cells: tuple[TextCell, ...]


class TextPart(msgspec.Struct, frozen=True):
    """One part of the board, row by row as the drawn page shows it."""

    name: Saying
    rows: tuple[TextRow, ...]


class TextChoice(msgspec.Struct, frozen=True):
    """A value a field may have."""

    value: Any
    say: Saying


class TextField(msgspec.Struct, frozen=True):
    """A field of a move. Fields of one name make a list, in their order."""

    name: str
    say: Saying
    choices: tuple[TextChoice, ...]


class TextEntry(msgspec.Struct, frozen=True):
    """A move people may enter by hand: what is fixed, and what they still choose."""

    say: Saying
    move: Mapping[str, Any]
    fields: tuple[TextField, ...] = ()
    whose: str = "mover"
    """``mover`` for who may move now, ``seat`` for a secret of one's own (the page adds whose
    it is), ``player`` for anybody who may speak up. The page hides what is not theirs, and the
    server refuses it."""


def noun(name: str) -> Saying:
    """Name a thing: "ibis"."""
    return Saying("page.plain_noun", {"name": name})


def text(value: Any) -> Saying:
    """Return a number or a person's name as a saying."""
    return Saying("page.plain_text", {"text": str(value)})


def picks(values: Iterable[Any], say: Callable[[Any], Saying] = text) -> tuple[TextChoice, ...]:
    """Return a choice for each value."""
    return tuple(TextChoice(value, say(value)) for value in values)


def numbered(parts: Iterable[tuple[TextCell, ...]]) -> tuple[TextRow, ...]:
    """Rows that are called by their number, from the first."""
    rows = enumerate(parts, 1)
    return tuple(TextRow(Saying("page.plain_row_of", {"row": n}), cells) for n, cells in rows)


def headline(view: View) -> Saying:
    """Say whose turn it is, if a room has nothing better to say."""
    if view["outcome"]:
        return Saying("page.phase_over")
    if view["phase"] == "setup":
        return Saying("page.phase_setup")
    return Saying("page.turn_of", {"player": view["seats"][view["turn"]]["name"]})


@dataclass(frozen=True)
class Plain:
    """How a room is put into words; a room says only what differs."""

    headline: Callable[[View], Saying] = headline
    board: Callable[[View], tuple[TextPart, ...]] = lambda view: ()
    entries: Callable[[View], tuple[TextEntry, ...]] = lambda view: ()
    field: Callable[[Mapping[str, Any]], Saying] = lambda field: noun(str(field["name"]))
    """What a field of a question's form is called."""
    choice: Callable[[Any], Saying] = lambda value: noun(str(value))
    """What one of its values is called."""
