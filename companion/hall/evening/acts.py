"""Decide who may do what in a hall, and the entries it gives. Pure.

Acts of the night are decided by `hall/night`; who acts is filled in here, never by the page. An act
that would change nothing gives no entry, so a repeated act counts once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from companion.core.decode import convert

from ..errors import BadNight, HallError, HallNotNow, Unknown
from ..night import acts as night_acts
from ..night.decisions import decide as night_decide
from ..night.results import has_gone_on
from . import commands
from .commands import Body, Facts, HallFact, NotYours, Who
from .state import HallEvening

__all__ = ["ACTS", "ORGANISER", "REFEREE", "SPECTATOR", "TABLE", "NotYours", "Who", "decide"]

ORGANISER, REFEREE, TABLE, SPECTATOR = "organiser", "referee", "table", "spectator"
PERSON = "person"
"""Roles that act here; seats act at their own table, people for themselves, with their phone."""


class DeskAct(NamedTuple):
    roles: frozenset[str]
    body: type[msgspec.Struct] | None = None
    """What a page sends for an act of the hall itself; None for an act of the night."""
    facts: Callable[[HallEvening, Any], Facts] | None = None
    acts: Callable[[HallEvening, Any], list[night_acts.NightAct]] | None = None


OWN = frozenset({ORGANISER})
CREW = frozenset({ORGANISER, REFEREE})
ALL = frozenset({ORGANISER, REFEREE, TABLE, PERSON})
ANYBODY = frozenset({ORGANISER, REFEREE, SPECTATOR, PERSON})
ACTS: Mapping[str, DeskAct] = {
    "come": DeskAct(OWN, commands.Come, acts=commands.come),
    "box": DeskAct(OWN, commands.Boxed, acts=commands.boxed),
    "enrol": DeskAct(OWN, commands.Enrol, commands.enrol),
    "let-another": DeskAct(OWN, commands.LetAnother, commands.let_another),
    "manner": DeskAct(OWN, commands.Mannered, commands.manner),
    "door": DeskAct(OWN, commands.Doored, commands.door),
    "join": DeskAct(ANYBODY, commands.Joining, acts=commands.join),
    "speak": DeskAct(ANYBODY, commands.PersonNamed, commands.speak),
    "silence": DeskAct(OWN, commands.PersonNamed, commands.silence),
    "screen": DeskAct(CREW, commands.Screened, commands.screen),
    "hold": DeskAct(CREW, commands.HeldTable, commands.hold),
    "show": DeskAct(CREW, commands.HeldTable, commands.show),
    **dict.fromkeys(
        ("arrange", "change", "leave", "return", "miss", "bring", "break", "mend", "bind", "game"),
        DeskAct(OWN),
    ),
    **dict.fromkeys(
        ("unbind", "keep", "seat", "swap", "unswap", "move", "publish", "unpublish"), DeskAct(OWN)
    ),
    **dict.fromkeys(
        ("admit", "turn-away", "check-in", "forget", "merge", "sit", "unstart", "finish", "reopen"),
        DeskAct(OWN),
    ),
    "present": DeskAct(frozenset({ORGANISER, PERSON})),
    **dict.fromkeys(("penalise", "pardon"), DeskAct(CREW)),
    **dict.fromkeys(
        ("start", "pause", "resume", "grant", "correct", "reveal", "excuse"), DeskAct(CREW)
    ),
    **dict.fromkeys(("claim", "release", "answer", "announce"), DeskAct(CREW)),
    **dict.fromkeys(("report", "confirm", "dispute", "call"), DeskAct(ALL)),
    "close": DeskAct(frozenset({TABLE})),
}


def decide(evening: HallEvening, name: str, body: Body, who: Who, at: float) -> Facts:
    """Return the entries of an act; raise HallError with a sentence if it is impossible."""
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
        return [
            HallFact(kind, {**told, "by": who.name}) for kind, told in act.facts(evening, wanted)
        ]
    if who.role == PERSON:
        check_own(evening, name, wanted, who)
    if name == "call" and any(one.id == wanted.id for one in evening.night.calls):
        return []  # a table says it again until we have it, and two halls may hear it
    acts: list[Any] = act.acts(evening, wanted) if act.acts else [wanted]
    by = who.name or who.role
    return [
        HallFact(*entry) for one in acts for entry in night_decide(evening.night, one, at=at, by=by)
    ]


PERSONS_CALLS = ("seat", "question", "part")


def check_own(evening: HallEvening, name: str, wanted: Any, who: Who) -> None:
    """Let people speak only about themselves and the game they sit at, and of that only where no
    machine does."""
    if name == "present" and wanted.who != who.name:
        raise NotYours("desk.not_yours")
    if name not in ("report", "confirm", "dispute", "call"):
        return
    number, box = sitting_of(wanted, name)
    task = f"{number}:{box}"
    sitting = evening.sitting(task)
    if sitting is None or who.name not in sitting.people or number > evening.night.started:
        raise NotYours("desk.not_your_table")
    if name == "call":
        if wanted.kind not in PERSONS_CALLS:
            raise BadNight("desk.malformed")
        waiting = [c for c in evening.night.calls if c.task == task and c.answered is None]
        if len(waiting) >= MOST_CALLS:
            raise HallNotNow("desk.called_already")
    elif evening.machine_at(box) is not None:
        raise HallNotNow("desk.table_reports")
    elif has_gone_on(evening.night, number, sitting):
        raise HallNotNow("sitting_over", round=number)


MOST_CALLS = 3
"""Open calls of one table's people at a time."""


def sitting_of(wanted: Any, name: str) -> tuple[int, str]:
    """Return the round and the box an act is about."""
    if name == "report":
        return wanted.result.round, wanted.result.box
    if name == "call":
        number, _, box = wanted.task.partition(":")
        return int(number) if number.isdecimal() else 0, box
    return wanted.round, wanted.box


def _signed(name: str, body: Body, who: Who) -> dict[str, Any]:
    """Fill in who acted; nobody signs with another's name."""
    crew = who.role in CREW
    if name == "claim":
        return {"referee": who.name}
    if name == "confirm":
        return {"referee": crew, **({} if who.role == TABLE else {"who": who.name})}
    if name == "dispute":
        return {"who": who.name, "referee": crew}
    if name == "call" and who.role == PERSON:
        return {"id": f"{who.name} {body.get('id', '')}"[:80]}
    if name == "report":
        result = body.get("result")
        told = dict(result) if isinstance(result, Mapping) else {}
        source = str(told.get("source", "")) if who.role == TABLE else who.name
        return {"result": {**told, "source": source}}
    return {}


ANY = night_acts.AnyAct
