"""List what a past move may really have been, each alternative under a short name.

A name is ``kind`` or ``kind:which``; the page draws those of one kind together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from .verdict import Accepted, Move, Ruling

Named = tuple[str, Move]


def allowed(
    decide: Callable[[Any, Any], Ruling], then: Any, made: Move, named: Iterable[Named]
) -> Iterator[Named]:
    """Keep the moves that the rules would have accepted at the time, except the one made."""
    for name, move in named:
        if move != made and isinstance(decide(then, move), Accepted):
            yield name, move
