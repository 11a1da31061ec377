"""What became of an observation."""

from __future__ import annotations

import msgspec

from companion.core.verdict import Made, Saying


class Answer(msgspec.Struct, frozen=True):
    """What became of an observation.

    ``kind`` is accepted, refused, unclear, unchanged, stale or stopped.
    """

    kind: str
    number: int
    say: Saying | None = None
    clause: str = ""
    made: Made | None = None
    """The move that was made, with all that followed."""
    entry: int = 0
    """The journal's number of that move."""
