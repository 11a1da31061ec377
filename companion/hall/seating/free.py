"""A free play evening: people come and go, and the hall proposes tables as boxes become free."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from companion.hall.night.records import Box, Person, Round, Rule, Sitting, Wanted

from .drawing import draw
from .sizes import mix


def propose(
    ready: Mapping[str, float], people: Sequence[Person], boxes: Sequence[Box],
    played: Sequence[Round] = (), rules: Sequence[Rule] = (), seed: int = 1,
) -> tuple[Sitting, ...]:  # fmt: skip
    """Tables for those who are *ready* (since when), at the *boxes* that are free now.

    Whoever has been ready longest sits first; then people who haven't met, and games they
    haven't played tonight. Nobody is proposed while there are fewer than a box needs.
    """
    line = sorted(ready, key=lambda who: (ready[who], who))
    seats = len(line) - mix(boxes, len(line)).waiting
    if seats < 2:
        return ()
    known = {person.id: person for person in people}
    first = [known[who] for who in line[:seats] if who in known]
    if len(first) < 2:
        return ()
    wanted = Wanted(
        people=tuple(first), boxes=tuple(boxes), rounds=len(played) + 1,
        rules=tuple(rules), seed=seed, fixed=_numbered(played),
    )  # fmt: skip
    return draw(replace(wanted, effort=2)).rounds[-1].tables


def _numbered(played: Sequence[Round]) -> tuple[Round, ...]:
    """What was played so far as rounds in their order; nobody waited who was not waiting."""
    return tuple(Round(number, each.tables) for number, each in enumerate(played, start=1))
