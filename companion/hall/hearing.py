"""What tables bring to the night: results, calls, the word of the people there, and silence."""

from __future__ import annotations

from typing import Any, Protocol

import msgspec

from .evening import Evening
from .evening.acts import TABLE, Who
from .floor import Floor, Strand
from .floor.floor import News
from .night.records import Placed, Sitting
from .night.results import has_gone_on
from .night.state import DISPUTED
from .wire.messages import Call

KINDS = {"help": "seat", "rules": "question", "changed": "correction"}
"""What the night calls a table's reasons."""
CONFIRM, DISPUTE = "confirm", "dispute"
MOST_GOT = 60


class Hall(Protocol):
    """What hearing asks of its hall."""

    evening: Evening
    floor: Floor

    def attempt(self, name: str, body: dict[str, Any], who: Who) -> bool:
        """Do something for a table; what the store does not take now is tried again."""

    def sign_soon(self) -> None: ...


class Hearing:
    """Turns the news of tables into acts of the night."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._got: dict[str, None] = {}
        self._lost: set[str] = set()

    @property
    def got(self) -> tuple[str, ...]:
        """The calls that arrived lately: their tables need not say them again."""
        return tuple(self._got)[-MOST_GOT:]

    def take(self, news: News) -> None:
        if news.ended is not None:
            self._ended(news.table, news.ended[0], news.ended[1])
        if news.call is not None:
            self._called(news, news.call)

    def _ended(self, table: str, strand: Strand, seq: int) -> None:
        """A game of the night is over: its result, as the table's own journal has it."""
        sitting = self._hall.evening.sitting(strand.task)
        if sitting is None or strand.over is None:
            return
        who = Who(TABLE, table)
        places = places_of(strand, sitting)
        if places is None:
            name = f"{strand.game[:12]}-unfinished"
            self._hall.attempt("call", {"id": name, "box": sitting.box, "kind": "result"}, who)
            return
        result = {
            "round": int(strand.task.partition(":")[0]),
            "box": sitting.box,
            "places": [msgspec.to_builtins(one) for one in places],
            "source": f"{table} {strand.game[:12]} {seq} {strand.hashes[-1]}",
        }
        self._hall.attempt("report", {"result": result}, who)

    def _called(self, news: News, call: Call) -> None:
        """A call, or the word of the people there about their result."""
        who, sitting = Who(TABLE, news.table), self._hall.evening.sitting(call.task)
        if call.why in (CONFIRM, DISPUTE):
            done = sitting is None or self._judged(call, sitting, who)
        elif sitting is not None and self._is_past(call, sitting):
            done = True  # nobody sits there any more who could be helped
        else:
            machine = self._hall.evening.machines.get(news.table)
            body = {
                "id": call.id,
                "box": machine.box or news.table if machine else news.table,
                "kind": KINDS.get(call.why, call.why[:40]),
                "seat": 0 if call.seat is None else call.seat + 1,
                "text": call.about[:120],
            }
            done = self._hall.attempt("call", body, who)
        if done:
            self._got.pop(call.id, None)
            self._got[call.id] = None
            self._hall.sign_soon()

    def _judged(self, call: Call, sitting: Sitting, who: Who) -> bool:
        """The people of a table speak for all of them: with one voice, at one page."""
        attempt = self._hall.attempt
        at = {"round": int(call.task.partition(":")[0]), "box": sitting.box}
        if call.why == DISPUTE:
            done = attempt("dispute", at, who)
            known = self._hall.evening.night.results.get(call.task)
            if known is not None and known.status == DISPUTED:
                asked = {"id": f"{call.task}-dispute", "box": sitting.box, "kind": "dispute"}
                attempt("call", asked, who)
            return done
        return all(attempt("confirm", {**at, "who": one}, who) for one in sitting.people)

    def _is_past(self, call: Call, sitting: Sitting) -> bool:
        """Whether a call is about a game whose people have gone on to another one."""
        number = int(call.task.partition(":")[0])
        return has_gone_on(self._hall.evening.night, number, sitting)

    def look_for_lost(self, now: float) -> bool:
        """A table that went silent while its game runs calls by its silence. Says whether any
        table is shown otherwise than before."""
        changed = False
        for name, machine in self._hall.floor.machines.items():
            lost = machine.heard > float("-inf") and not machine.lives(now)
            if lost == (name in self._lost):
                continue
            changed = True
            self._hall.floor.touch(name)
            if not lost:
                self._lost.discard(name)
                continue
            self._lost.add(name)
            task = machine.state.task if machine.state else ""
            sitting = self._hall.evening.sitting(task)
            if sitting is not None and task not in self._hall.evening.night.results:
                call = {
                    "id": f"{name}-silent-{machine.session}",
                    "box": sitting.box,
                    "kind": "silent",
                }
                self._hall.attempt("call", call, Who(TABLE, name))
        return changed


def places_of(strand: Strand, sitting: Sitting) -> tuple[Placed, ...] | None:
    """How everybody came out, by the seats of the game; None where ranks are missing."""
    lines = sorted(strand.scores, key=lambda line: int(line["seat"]))
    if len(lines) != len(sitting.people) or any(line["rank"] is None for line in lines):
        return None
    return tuple(
        Placed(person, int(line["rank"]), float(line["low"]))
        for person, line in zip(sitting.people, lines, strict=True)
    )
