"""Where a contradiction is put right, and what the page calls the card or tile it is about.

The rules of a room speak of a file: of ``H07`` and ``curse_cards[0].animals``. Whoever answers
questions has never seen that file. Which questions a contradiction belongs to stands in
``rooms/<room>_box.toml``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from companion.core.verdict import Saying

from .questions import FactAsked, FactQuestion, FieldAsked, Path, entries_of, label_of, value_at

NAMES = ("card", "tile", "name", "die")
"""Values of a contradiction that may be the name of an entry."""
NAMED = ("id", "ids", "name")
"""Where an entry has its name."""


class Blamed(msgspec.Struct, frozen=True):
    """A contradiction in the page's words, and the question where it is put right."""

    say: Saying
    fact: str = ""


def blamed(room: str, asking: FactQuestion, data: Mapping[str, Any], wrong: Saying) -> Blamed:
    """Say what a contradiction is on the page, and where to go."""
    place = str(wrong.values.get("place", ""))
    found = _by_place(asking, data, place) if place else None
    if found is not None:
        asked, number, field = found
        called = _place(room, asked, data, number, field)
        return Blamed(_replaced(wrong, "place", called), _fact(asked, number))
    for asked in asking.asked:
        if not _concerns(asked, wrong):
            continue
        number = _likeliest(asked, data, wrong)
        return Blamed(_named(room, asked, data, number, wrong), _fact(asked, number))
    return Blamed(wrong)


def _fact(asked: FactAsked, number: int) -> str:
    return f"{asked.id}:{number}" if asked.each else asked.id


def _concerns(asked: FactAsked, wrong: Saying) -> bool:
    key = wrong.key.rpartition(".")[2]
    return key in asked.wrong or f"{key}:{wrong.values.get('what', '')}" in asked.wrong


def _by_place(
    asking: FactQuestion, data: Mapping[str, Any], place: str
) -> tuple[FactAsked, int, FieldAsked] | None:
    """Return the question with the field at a place of the file, as ``cards[3].cells[0]``."""
    for asked in asking.asked:
        for number, at in enumerate(entries_of(asked, data)):
            for field in asked.fields:
                own = _written((*at, *field.path.split(".")))
                if place == own or place.startswith((f"{own}[", f"{own}.")):
                    return asked, number, field
    return None


def _written(at: Path) -> str:
    """
    >>> _written(("cards", 3, "cells"))
    'cards[3].cells'
    """
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in at).lstrip(".")


def _likeliest(asked: FactAsked, data: Mapping[str, Any], wrong: Saying) -> int:
    """Return which entry a contradiction is about: the one with most of what it says."""
    said = {str(value) for value in wrong.values.values() if isinstance(value, str | int)}
    names = {str(wrong.values[name]) for name in NAMES if name in wrong.values}
    fits = [
        (10 * len(names & own) + len(said & own), -number)
        for number, at in enumerate(entries_of(asked, data))
        for own in [set(_words(value_at(data, at)))]
    ]
    return -max(fits, default=(0, 0))[1]


def _words(entry: Any) -> Iterator[str]:
    """Yield every word and number of an entry; of a face who it is, too."""
    if isinstance(entry, Mapping):
        entry = list(entry.values())
    if isinstance(entry, list):
        for one in entry:
            yield from _words(one)
    else:
        yield str(entry)
        yield str(entry).rpartition("_")[0]


def _place(
    room: str, asked: FactAsked, data: Mapping[str, Any], number: int, field: FieldAsked
) -> Saying:
    label = Saying(f"workshop.page.fact_{label_of(field)}")
    what = _called(room, asked, data, number) if asked.each else ""
    return Saying("workshop.box.place", {"label": label, "what": what})


def _named(
    room: str, asked: FactAsked, data: Mapping[str, Any], number: int, wrong: Saying
) -> Saying:
    """Use the page's name for the entry instead of its name in the file."""
    if not asked.each:
        return wrong
    entry = list(_entry_values(asked, data))[number]
    own = {str(one) for name in NAMED for one in _listed(entry.get(name, ()))}
    for name in NAMES:
        if str(wrong.values.get(name, "")) in own:
            wrong = _replaced(wrong, name, _called(room, asked, data, number))
    return wrong


def _entry_values(asked: FactAsked, data: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    return (value_at(data, at) for at in entries_of(asked, data))


def _called(room: str, asked: FactAsked, data: Mapping[str, Any], number: int) -> Saying:
    every = list(_entry_values(asked, data))
    entry = every[number]
    shown = {label_of(field): _shown(entry.get(field.path), field) for field in asked.fields}
    names = {name: entry.get(name, "") for name in asked.named}
    place = {"number": number + 1, "of": len(every)}
    return Saying(f"workshop.called.{room}.{asked.id}", {**names, **shown, **place})


def _shown(value: Any, field: FieldAsked) -> Any:
    """Return a value for a sentence: a flat list, and words for what is chosen from a list."""
    if isinstance(value, list):
        flat = [one for row in value for one in _listed(row)]
        return [_shown(one, field) for one in flat]
    return Saying(f"workshop.value.{value}") if value in field.choices else value


def _listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value]


def _replaced(wrong: Saying, name: str, value: Saying) -> Saying:
    return Saying(wrong.key, {**wrong.values, name: value})
