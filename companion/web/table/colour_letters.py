"""A letter for each colour of a box, for those who see colours alike; no two have the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from companion.words import Words

COLOURS = ("red", "green", "blue", "yellow", "purple", "orange", "black", "white", "brown", "grey")


def letters_of(box: Any, words: Words) -> dict[str, str]:
    """Return the letters of a box's colours, in a reader's language.

    A colour named only once is that of a figure, and a figure shows the letter of its person.
    """
    there = Counter(_strings(msgspec.to_builtins(box)))
    shown = [one for one in COLOURS if there[one] > 1]
    return lettered({one: words.grammar.noun(one, "one") for one in shown})


def lettered(names: Mapping[str, str]) -> dict[str, str]:
    """Return the shortest prefix of each name that no other name has.

    >>> lettered({"green": "verde", "purple": "viola", "red": "rosso"})
    {'green': 'Ve', 'purple': 'Vi', 'red': 'R'}
    """
    return {one: _shortest(name, [*names.values()]).capitalize() for one, name in names.items()}


def _shortest(name: str, others: list[str]) -> str:
    for length in range(1, len(name)):
        if sum(other.startswith(name[:length]) for other in others) == 1:
            return name[:length]
    return name


def _strings(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, Mapping):
        yield from (text for item in data.items() for part in item for text in _strings(part))
    elif isinstance(data, list | tuple):
        yield from (text for part in data for text in _strings(part))
