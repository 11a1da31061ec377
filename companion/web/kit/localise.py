"""Put data into somebody's language: every saying becomes its sentence, the rest stays data."""

from __future__ import annotations

from typing import Any

from companion.words import Words, is_saying


def worded(data: Any, words: Words) -> Any:
    """Put every saying inside *data* into words."""
    if is_saying(data):
        return words.put(data["key"], data["values"])
    if isinstance(data, dict):
        return {name: worded(value, words) for name, value in data.items()}
    if isinstance(data, list | tuple):
        return [worded(item, words) for item in data]
    return data


MOST_KEPT = 500


class WordedOnce:
    """Sentences about the past in one language: the same data is put into words once."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._known: dict[int, tuple[Any, Any]] = {}

    def __call__(self, data: Any) -> Any:
        entry = self._known.get(id(data))
        if entry is None or entry[0] is not data:
            if len(self._known) > MOST_KEPT:
                self._known.clear()
            entry = self._known[id(data)] = (data, worded(data, self._words))
        return entry[1]
