"""A snapshot in somebody's language: every saying becomes its sentence, the rest stays data."""

from __future__ import annotations

from typing import Any

from companion.words import Words, is_saying


def told(data: Any, words: Words) -> Any:
    """Put every saying inside *data* into words."""
    if is_saying(data):
        return words.put(data["key"], data["values"])
    if isinstance(data, dict):
        return {name: told(value, words) for name, value in data.items()}
    if isinstance(data, list | tuple):
        return [told(item, words) for item in data]
    return data


def snapshot_told(snapshot: dict[str, Any], words: Words) -> dict[str, Any]:
    """The snapshot in words; a past move keeps what it was made of, so it can be put right."""
    moves = [
        {
            "number": move["number"],
            "kind": move["say"]["key"].rpartition(".")[2],
            "values": move["say"]["values"],
            "say": told(move["say"], words),
        }
        for move in snapshot["moves"]
    ]
    return {**told({**snapshot, "moves": []}, words), "moves": moves}
