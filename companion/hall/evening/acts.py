"""Who may do what in a hall, and what it becomes. Pure.

Acts of the night are decided by `hall/night`; who acts is filled in here, never by the page. An act
that would change nothing gives no entry: whoever does it twice has done it once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from companion.core.shapes import convert

from ..errors import BadNight, HallError, Unknown
from ..night import acts as night_acts
from ..night.deciding import decide as night_decide
from . import doing
from .doing import Body, Fact, Facts, NotYours, Who
from .state import Evening

__all__ = ["ACTS", "ORGANISER", "REFEREE", "SPECTATOR", "TABLE", "NotYours", "Who", "decide"]

ORGANISER, REFEREE, TABLE, SPECTATOR = "organiser", "referee", "table", "spectator"
"""Seats act at their own table, and only look on here."""


class Act(NamedTuple):
    roles: frozenset[str]
    body: type[msgspec.Struct] | None = None
    """What a page sends for an act of the hall itself; None for an act of the night."""
    facts: Callable[[Evening, Any], Facts] | None = None
    acts: Callable[[Evening, Any], list[night_acts.Act]] | None = None


OWN = frozenset({ORGANISER})
CREW = frozenset({ORGANISER, REFEREE})
ALL = frozenset({ORGANISER, REFEREE, TABLE})
ANYBODY = frozenset({ORGANISER, REFEREE, SPECTATOR})
ACTS: Mapping[str, Act] = {
    "come": Act(OWN, doing.Come, acts=doing.come),
    "box": Act(OWN, doing.Boxed, acts=doing.boxed),
    "enrol": Act(OWN, doing.Enrol, doing.enrol),
    "let-another": Act(OWN, doing.LetAnother, doing.let_another),
    "manner": Act(OWN, doing.Mannered, doing.manner),
    "door": Act(OWN, doing.Doored, doing.door),
    "join": Act(ANYBODY, doing.Joining, acts=doing.join),
    "screen": Act(CREW, doing.Screened, doing.screen),
    "hold": Act(CREW, doing.Held, doing.hold),
    "show": Act(CREW, doing.Held, doing.show),
    **dict.fromkeys(
        ("arrange", "change", "leave", "return", "miss", "bring", "break", "mend", "bind"), Act(OWN)
    ),
    **dict.fromkeys(
        ("unbind", "keep", "seat", "swap", "unswap", "move", "publish", "unpublish"), Act(OWN)
    ),
    "finish": Act(OWN),
    **dict.fromkeys(
        ("start", "pause", "resume", "grant", "correct", "reveal", "excuse"), Act(CREW)
    ),
    **dict.fromkeys(("claim", "release", "answer", "announce"), Act(CREW)),
    **dict.fromkeys(("report", "confirm", "dispute", "call"), Act(ALL)),
}


def decide(evening: Evening, name: str, body: Body, who: Who, at: float) -> Facts:
    """The entries an act gives; HallError with the sentence where it cannot be."""
    act = ACTS.get(name)
    if act is None:
        raise Unknown("desk.no_such_act")
    if who.role not in act.roles:
        raise NotYours("desk.not_yours")
    try:
        wanted: Any
        if act.body is not None:
            wanted = convert(dict(body), act.body)
        else:
            wanted = convert({**body, **_signed(name, body, who), "type": name}, ANY)
    except (msgspec.ValidationError, ValueError, TypeError) as wrong:
        if isinstance(wrong, HallError):
            raise
        raise BadNight("desk.malformed") from wrong
    if act.facts is not None:
        return [Fact(kind, {**told, "by": who.name}) for kind, told in act.facts(evening, wanted)]
    if name == "call" and any(one.id == wanted.id for one in evening.night.calls):
        return []  # a table says it again until we have it, and two halls may hear it
    acts: list[Any] = act.acts(evening, wanted) if act.acts else [wanted]
    by = who.name or who.role
    return [
        Fact(*entry) for one in acts for entry in night_decide(evening.night, one, at=at, by=by)
    ]


def _signed(name: str, body: Body, who: Who) -> dict[str, Any]:
    """What says who acted: nobody signs with another's name."""
    crew = who.role in CREW
    if name == "claim":
        return {"referee": who.name}
    if name == "confirm":
        return {"referee": crew, **({"who": who.name} if crew else {})}
    if name == "dispute":
        return {"who": who.name, "referee": crew}
    if name == "report":
        result = body.get("result")
        told = dict(result) if isinstance(result, Mapping) else {}
        source = str(told.get("source", "")) if who.role == TABLE else who.name
        return {"result": {**told, "source": source}}
    return {}


ANY = night_acts.AnyAct
