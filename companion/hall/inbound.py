"""Turn what tables send into acts: results, calls, agreement, and silence."""

from __future__ import annotations

import re
from typing import Any, Protocol

import msgspec

from ..wire.messages import CallMessage
from .evening import HallEvening
from .evening.acts import TABLE, Who
from .night.queue import BACK
from .night.results import has_gone_on
from .night.state import DISPUTED, open_tables
from .records import Placed, Sitting
from .tables import EventChain, HallTables
from .tables.hall_tables import TableNews

KINDS = {"help": "seat", "rules": "question", "changed": "correction"}
"""What the night calls a table's reasons."""
CONFIRM, DISPUTE = "confirm", "dispute"
MOST_GOT = 60
REPORT_AGAIN_SECONDS = 5.0


ENTRY = re.compile(r"\S+ \S{1,12} \d+ [0-9a-f]{16,}")
"""How a table signs its result: its name, the game, and the entry of the journal with its hash."""


def is_tables(source: str) -> bool:
    """Check whether a result came out of a table's own journal."""
    return ENTRY.fullmatch(source) is not None


class HallActs(Protocol):
    """What hearing asks of its hall."""

    evening: HallEvening
    tables: HallTables

    def attempt(self, name: str, body: dict[str, Any], who: Who) -> bool:
        """Do something for a table; try again later if it can't be saved."""

    def sign_soon(self) -> None: ...


class Inbound:
    """Turns the news of tables into acts of the night."""

    def __init__(self, hall: HallActs) -> None:
        self._hall = hall
        self._got: dict[str, None] = {}
        self._lost: set[str] = set()
        self._again = 0.0

    @property
    def got(self) -> tuple[str, ...]:
        """Calls that arrived lately and need not be repeated."""
        return tuple(self._got)[-MOST_GOT:]

    def take(self, news: TableNews) -> None:
        if news.ended is not None:
            self._ended(news.table, news.ended[0], news.ended[1])
        if news.call is not None:
            self._called(news, news.call)

    def _ended(self, table: str, chain: EventChain, seq: int) -> None:
        """Report the result of a finished game, as the table's journal has it."""
        sitting = self._hall.evening.sitting(chain.task)
        if sitting is None or chain.over is None:
            return
        who = Who(TABLE, table)
        places = places_of(chain, sitting)
        if places is None:
            name = f"{chain.game[:12]}-unfinished"
            call = {"id": name, "box": sitting.box, "kind": "result", "task": chain.task}
            self._hall.attempt("call", call, who)
            return
        result = {
            "round": int(chain.task.partition(":")[0]),
            "box": sitting.box,
            "places": [msgspec.to_builtins(one) for one in places],
            "source": f"{table} {chain.game[:12]} {seq} {chain.hashes[-1]}",
        }
        self._hall.attempt("report", {"result": result}, who)

    def _called(self, news: TableNews, call: CallMessage) -> None:
        """Handle a call, or the people's answer about their result."""
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
                "task": call.task if sitting is not None else "",
            }
            done = self._hall.attempt("call", body, who)
        if done:
            self._got.pop(call.id, None)
            self._got[call.id] = None
            self._hall.sign_soon()

    def _judged(self, call: CallMessage, sitting: Sitting, who: Who) -> bool:
        """Confirm or dispute a result for all people of a table."""
        attempt = self._hall.attempt
        at = {"round": int(call.task.partition(":")[0]), "box": sitting.box}
        if call.why == DISPUTE:
            done = attempt("dispute", at, who)
            known = self._hall.evening.night.results.get(call.task)
            if known is not None and known.status == DISPUTED:
                asked = {
                    "id": f"{call.task}-dispute",
                    "box": sitting.box,
                    "kind": "dispute",
                    "task": call.task,
                }
                attempt("call", asked, who)
            return done
        return all(attempt("confirm", {**at, "who": one}, who) for one in sitting.people)

    def _is_past(self, call: CallMessage, sitting: Sitting) -> bool:
        """Check whether a call is about a game whose people have moved on."""
        number = int(call.task.partition(":")[0])
        return has_gone_on(self._hall.evening.night, number, sitting)

    def look_for_lost(self, now: float) -> bool:
        """Call the referee for tables that fell silent during a game; return whether any table is
        now shown differently."""
        changed = self._close_silent(now)
        for name, machine in self._hall.tables.machines.items():
            lost = machine.heard > float("-inf") and not machine.lives(now)
            if lost == (name in self._lost):
                continue
            changed = True
            self._hall.tables.touch(name)
            if not lost:
                self._lost.discard(name)
                continue
            self._lost.add(name)
            task = machine.state.task if machine.state else ""
            sitting = self._hall.evening.sitting(task)
            if sitting is not None and task not in self._hall.evening.night.results:
                call = {
                    "id": f"{name}-silent-{machine.session}-{machine.beat}",
                    "box": sitting.box,
                    "kind": "silent",
                    "task": task,
                }
                self._hall.attempt("call", call, Who(TABLE, name))
        return changed

    def report_again(self, now: float) -> None:
        """Report finished games whose result could not be taken when it came: the start of their
        round had been taken back."""
        if now < self._again:
            return
        self._again = now + REPORT_AGAIN_SECONDS
        evening = self._hall.evening
        for number, sitting in open_tables(evening.night):
            machine = evening.machine_at(sitting.box)
            known = self._hall.tables.machines.get(machine.table) if machine else None
            if known is None:
                continue
            for chain in tuple(known.chains.values()):
                if chain.over is not None and chain.task == f"{number}:{sitting.box}":
                    self._ended(known.table, chain, chain.seq)

    def _close_silent(self, now: float) -> bool:
        """Close the calls for tables that were silent and are back."""
        evening, changed = self._hall.evening, False
        for call in evening.night.calls:
            if call.kind != "silent" or call.answered is not None:
                continue
            machine = evening.machine_at(call.box)
            known = self._hall.tables.machines.get(machine.table) if machine else None
            if known is not None and known.lives(now):
                body = {"id": call.id, "why": BACK}
                changed |= self._hall.attempt("close", body, Who(TABLE, known.table))
        return changed


def places_of(chain: EventChain, sitting: Sitting) -> tuple[Placed, ...] | None:
    """Return everybody's place by seat; None if ranks are missing."""
    lines = sorted(chain.scores, key=lambda line: int(line["seat"]))
    if len(lines) != len(sitting.people) or any(line["rank"] is None for line in lines):
        return None
    return tuple(
        Placed(person, int(line["rank"]), float(line["low"]))
        for person, line in zip(sitting.people, lines, strict=True)
    )
